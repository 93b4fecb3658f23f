/** Headers of an answer. Names are given in lower case; values are Latin-1. */
export interface AnswerHeaders {
  /** All values of that name, joined with a comma; null when there is none. */
  get(name: string): string | null;
  has(name: string): boolean;
}

const COLON = 58;

/**
 * Headers looked up when asked for: most are never looked at. `head` is known to be well-formed and ends with a line
 * break; `start` is where its first header is.
 */
export function createAnswerHeaders(head: string, start: number): AnswerHeaders {
  return new HeadersInText(head, start);
}

/** A class, because every answer makes one. */
class HeadersInText implements AnswerHeaders {
  readonly #head: string;
  readonly #start: number;

  constructor(head: string, start: number) {
    this.#head = head;
    this.#start = start;
  }

  get(name: string): string | null {
    const head = this.#head;
    const { length } = name;
    let value: string | null = null;
    for (let line = this.#start; line < head.length;) {
      const end = head.indexOf("\r\n", line);
      // No name holds a colon, so one in that place ends a name of that length, or is part of a value.
      if (
        head.charCodeAt(line + length) === COLON &&
        head.slice(line, line + length).toLowerCase() === name
      ) {
        const one = head.slice(line + length + 1, end).trim();
        value = value === null ? one : `${value}, ${one}`;
      }
      line = end + 2;
    }
    return value;
  }

  has(name: string): boolean {
    return this.get(name) !== null;
  }
}
