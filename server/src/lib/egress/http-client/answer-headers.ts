/** Headers of an answer. Names are given in lower case; values are Latin-1. */
export interface AnswerHeaders {
  /** All values of that name, joined with a comma; null when there is none. */
  get(name: string): string | null;
  has(name: string): boolean;
}

/** Headers looked up when asked for: most are never looked at. `headersStart` is the line break before the first. */
export function createAnswerHeaders(head: string, headersStart: number): AnswerHeaders {
  let lowered: string | undefined;

  function find(name: string, from: number): number {
    // In Latin-1 a lower-case text is as long as the original, so positions are the same.
    lowered ??= head.toLowerCase();
    return lowered.indexOf(`\r\n${name}:`, from);
  }

  return {
    has: (name) => find(name, headersStart) >= 0,
    get(name) {
      let value: string | null = null;
      for (let at = find(name, headersStart); at >= 0; at = find(name, at + 2)) {
        const start = at + name.length + 3;
        const one = head.slice(start, head.indexOf("\r\n", start)).trim();
        value = value === null ? one : `${value}, ${one}`;
      }
      return value;
    },
  };
}
