/** A text as a JSON object; undefined when it is none. */
export function jsonObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined; // JSON objects have text keys.
  } catch {
    return undefined;
  }
}
