/** The start of a text, at most `maxLength` code units long, never ending in half a character. */
export function clipText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const lastCode = text.charCodeAt(maxLength - 1);
  const isSplit = lastCode >= 0xd800 && lastCode <= 0xdbff;
  return text.slice(0, isSplit ? maxLength - 1 : maxLength);
}
