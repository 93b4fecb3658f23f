/**
 * The program text without its comments, line for line the same length in lines. Good enough for searching: a `//`
 * counts as a comment only at the start of a line or after a space, so that addresses in strings stay.
 */
export function withoutComments(text: string): string {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ""))
    .replace(/(^|\s)\/\/[^\n]*/g, "$1");
}
