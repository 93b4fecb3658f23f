/** A key of several parts with bars between them; undefined when it has another number of them, or an empty one. */
export function parseKeyParts(key: string, count: number): readonly string[] | undefined {
  const parts = key.split("|").map((part) => part.trim());
  return parts.length === count && parts.every((part) => part !== "") ? parts : undefined;
}
