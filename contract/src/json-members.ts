/** Where something stands in a text; both count from 1. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** What is wrong with a JSON text, and where. */
export type JsonProblem =
  | { readonly kind: "syntax"; readonly at: TextPlace }
  /** One object names a member twice: `JSON.parse` would silently keep the last. */
  | { readonly kind: "duplicate"; readonly name: string; readonly at: TextPlace };

/** A member of the outermost object or of one inside it, in the order of the text. */
export interface JsonMember {
  /** Names from the outermost object inwards. */
  readonly path: readonly string[];
  readonly at: TextPlace;
}

/** Deeper than any table; keeps the reader's stack bounded. */
const DEPTH_MAX = 32;
const STRING = /"[^"\\]*(?:\\[^][^"\\]*)*"/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;
const BLANK = /[ \t\r\n]*/y;

/** Leaves the reader at the first problem. */
class Stop extends Error {
  readonly kind: "syntax" | "duplicate";
  readonly offset: number;
  readonly member: string;
  constructor(kind: "syntax" | "duplicate", offset: number, member = "") {
    super(kind);
    this.kind = kind;
    this.offset = offset;
    this.member = member;
  }
}

/**
 * Reads a JSON text and lists the members of its objects with their places; answers the first problem instead, a name
 * that one object has twice included.
 */
export function listJsonMembers(text: string): { members: JsonMember[] } | { problem: JsonProblem } {
  const places = placesOf(text);
  const members: JsonMember[] = [];
  try {
    readJson(text, (path, offset) => members.push({ path, at: places(offset) }));
    return { members };
  } catch (stop) {
    if (!(stop instanceof Stop)) throw stop;
    const at = placesOf(text)(stop.offset);
    return {
      problem: stop.kind === "syntax" ? { kind: "syntax", at } : { kind: "duplicate", name: stop.member, at },
    };
  }
}

function readJson(text: string, onMember: (path: readonly string[], offset: number) => void): void {
  let offset = 0;
  const take = (pattern: RegExp): string => {
    pattern.lastIndex = offset;
    const [taken] = pattern.exec(text) ?? [];
    if (taken === undefined) throw new Stop("syntax", offset);
    offset += taken.length;
    return taken;
  };
  const takeString = (): string => {
    const start = offset;
    try {
      return String(JSON.parse(take(STRING)));
    } catch {
      // Characters or escapes that JSON does not have.
      throw new Stop("syntax", start);
    }
  };
  const skip = (character: string): boolean => {
    take(BLANK);
    if (text[offset] !== character) return false;
    offset += 1;
    return true;
  };
  const expect = (character: string) => {
    if (!skip(character)) throw new Stop("syntax", offset);
  };
  const readValue = (path: readonly string[]): void => {
    if (path.length > DEPTH_MAX) throw new Stop("syntax", offset);
    if (skip("{")) readObject(path);
    else if (skip("[")) readList(path);
    else if (text[offset] === '"') takeString();
    else take(/[tfn]/.test(text[offset] ?? "") ? WORD : NUMBER);
  };
  const readObject = (path: readonly string[]): void => {
    if (skip("}")) return;
    const names = new Set<string>();
    do {
      take(BLANK);
      const start = offset;
      const name = takeString();
      if (names.has(name)) throw new Stop("duplicate", start, name);
      names.add(name);
      expect(":");
      const own = [...path, name];
      onMember(own, start);
      readValue(own);
    } while (skip(","));
    expect("}");
  };
  const readList = (path: readonly string[]): void => {
    if (skip("]")) return;
    do readValue([...path, ""]);
    while (skip(","));
    expect("]");
  };
  readValue([]);
  take(BLANK);
  if (offset < text.length) throw new Stop("syntax", offset);
}

/** Offsets, asked for in rising order, as places: each line is counted once. */
function placesOf(text: string): (offset: number) => TextPlace {
  let line = 1;
  let lineStart = 0;
  return (offset) => {
    for (;;) {
      const next = text.indexOf("\n", lineStart);
      if (next < 0 || next >= offset) break;
      line += 1;
      lineStart = next + 1;
    }
    return { line, column: offset - lineStart + 1 };
  };
}
