/**
 * A random name for one change, so that the server makes a call that is repeated only once. Works without https too,
 * where browsers offer no UUIDs.
 */
export function newRequestKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
