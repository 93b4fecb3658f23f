/** A value of a JSON text, with the line (from 1) on which it begins. */
export type JsonNode =
  | { kind: "object"; line: number; members: JsonMember[] }
  | { kind: "array"; line: number; items: JsonNode[] }
  | { kind: "text"; line: number; value: string }
  | { kind: "number"; line: number; value: number }
  | { kind: "word"; line: number; value: boolean | null };

export interface JsonMember {
  name: string;
  line: number;
  value: JsonNode;
}

/** Why a text is no JSON; each has a sentence of its own. */
export type JsonSyntaxReason =
  | "empty"
  | "valueExpected"
  | "nameExpected"
  | "colonExpected"
  | "commaExpected"
  | "trailingComma"
  | "textNotClosed"
  | "notClosed"
  | "tooDeep"
  | "afterEnd";

export type JsonResult =
  | { isOk: true; root: JsonNode }
  | { isOk: false; line: number; reason: JsonSyntaxReason };

/** Far deeper than any table; keeps the reader's recursion bounded. */
const MAX_DEPTH = 32;

class SyntaxProblem extends Error {
  readonly reason: JsonSyntaxReason;
  readonly offset: number;
  constructor(reason: JsonSyntaxReason, offset: number) {
    super(reason);
    this.name = "SyntaxProblem";
    this.reason = reason;
    this.offset = offset;
  }
}

/**
 * Reads JSON with the places of its parts. Other than JSON.parse it keeps every member of an object, so that names
 * that stand twice can be told, and it says on which line a text stops being JSON.
 */
export function readJson(text: string): JsonResult {
  const lineAt = lineFinder(text);
  const reader = new JsonReader(text, lineAt);
  try {
    return { isOk: true, root: reader.readWhole() };
  } catch (error) {
    if (!(error instanceof SyntaxProblem)) throw error;
    return { isOk: false, line: lineAt(error.offset), reason: error.reason };
  }
}

/** The plain value of a node; of members of one name the last, as JSON.parse has it. */
export function jsonValue(node: JsonNode): unknown {
  switch (node.kind) {
    case "object":
      return Object.fromEntries(node.members.map(({ name, value }) => [name, jsonValue(value)]));
    case "array":
      return node.items.map(jsonValue);
    default:
      return node.value;
  }
}

/** Finds the line of an offset. */
function lineFinder(text: string): (offset: number) => number {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  };
}

const SPACE = /[ \t\r\n]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
// Control characters may not stand in a JSON text; the class says so.
// oxlint-disable-next-line no-control-regex
const TEXT = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const WORD = /true|false|null/y;
const WORDS: Record<string, boolean | null> = { true: true, false: false, null: null };

class JsonReader {
  readonly #text: string;
  readonly #lineAt: (offset: number) => number;
  #at = 0;

  constructor(text: string, lineAt: (offset: number) => number) {
    this.#text = text;
    this.#lineAt = lineAt;
  }

  readWhole(): JsonNode {
    this.#take(SPACE);
    if (this.#at === this.#text.length) throw this.#problem("empty");
    const root = this.#value(0);
    this.#take(SPACE);
    if (this.#at < this.#text.length) throw this.#problem("afterEnd");
    return root;
  }

  #value(depth: number): JsonNode {
    if (depth > MAX_DEPTH) throw this.#problem("tooDeep");
    const line = this.#lineAt(this.#at);
    switch (this.#text[this.#at]) {
      case "{":
        return { kind: "object", line, members: this.#list("}", () => this.#member(depth)) };
      case "[":
        return { kind: "array", line, items: this.#list("]", () => this.#value(depth + 1)) };
      case '"':
        return { kind: "text", line, value: this.#string() };
      default:
        return this.#scalar(line);
    }
  }

  #scalar(line: number): JsonNode {
    const number = this.#take(NUMBER);
    if (number !== "") return { kind: "number", line, value: Number(number) };
    const word = WORDS[this.#take(WORD)];
    if (word === undefined) throw this.#problem("valueExpected");
    return { kind: "word", line, value: word };
  }

  /** What stands between a bracket and its end, with commas between. */
  #list<Item>(end: "}" | "]", readItem: () => Item): Item[] {
    const items: Item[] = [];
    this.#at += 1;
    this.#take(SPACE);
    if (this.#skip(end)) return items;
    for (;;) {
      items.push(readItem());
      this.#take(SPACE);
      if (this.#skip(end)) return items;
      const afterItem = this.#at;
      if (!this.#skip(",")) throw this.#problem(this.#isAtEnd() ? "notClosed" : "commaExpected");
      this.#take(SPACE);
      if (this.#text[this.#at] === end) throw new SyntaxProblem("trailingComma", afterItem);
    }
  }

  #member(depth: number): JsonMember {
    const line = this.#lineAt(this.#at);
    if (this.#text[this.#at] !== '"') throw this.#problem(this.#isAtEnd() ? "notClosed" : "nameExpected");
    const name = this.#string();
    this.#take(SPACE);
    if (!this.#skip(":")) throw this.#problem("colonExpected");
    this.#take(SPACE);
    return { name, line, value: this.#value(depth + 1) };
  }

  #string(): string {
    const start = this.#at;
    const quoted = this.#take(TEXT);
    if (quoted === "") throw new SyntaxProblem("textNotClosed", start);
    return String(JSON.parse(quoted));
  }

  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0] ?? "";
    this.#at += found.length;
    return found;
  }

  #skip(character: string): boolean {
    if (this.#text[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }

  #isAtEnd(): boolean {
    return this.#at === this.#text.length;
  }

  #problem(reason: JsonSyntaxReason): SyntaxProblem {
    return new SyntaxProblem(reason, this.#at);
  }
}
