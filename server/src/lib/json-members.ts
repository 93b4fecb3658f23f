/**
 * Finds the members of a JSON object in its text without parsing their values, so that one member can be replaced
 * while every other byte stays as the client wrote it. The text must already be known to be valid JSON.
 */
export interface MemberSpan {
  readonly name: string;
  /** Of the value, in the text. */
  readonly start: number;
  readonly end: number;
}

/** Members of the object that begins at `from` (whitespace is skipped), and where the object ends. */
export function membersOf(text: string, from = 0): { members: MemberSpan[]; end: number } {
  const members: MemberSpan[] = [];
  let at = skipSpace(text, from);
  if (text[at] !== "{") throw new SyntaxError("not a JSON object");
  at = skipSpace(text, at + 1);
  while (text[at] !== "}") {
    const nameEnd = stringEnd(text, at);
    const name: unknown = JSON.parse(text.slice(at, nameEnd));
    // Past the colon.
    const start = skipSpace(text, skipSpace(text, nameEnd) + 1);
    const end = valueEnd(text, start);
    members.push({ name: String(name), start, end });
    at = skipSpace(text, end);
    if (text[at] === ",") at = skipSpace(text, at + 1);
  }
  return { members, end: at + 1 };
}

/**
 * The text with top-level members set to new values (JSON texts). A member that is there (even twice) is replaced in
 * place; one that is not is added at the end. Everything else keeps its bytes.
 */
export function withMembers(text: string, values: Readonly<Record<string, string>>): string {
  const { members, end } = membersOf(text);
  let result = "";
  let copied = 0;
  const missing = new Set(Object.keys(values));
  for (const { name, start, end: valueEnds } of members) {
    const value = values[name];
    if (value === undefined || !Object.hasOwn(values, name)) continue;
    result += text.slice(copied, start) + value;
    copied = valueEnds;
    missing.delete(name);
  }
  const close = end - 1;
  let added = "";
  for (const name of missing)
    added += `${members.length > 0 || added !== "" ? "," : ""}${JSON.stringify(name)}:${values[name]}`;
  return result + text.slice(copied, close) + added + text.slice(close);
}

/** The text without top-level members of these names. Everything else keeps its bytes, apart from a comma. */
export function withoutMembers(text: string, names: readonly string[]): string {
  const { members } = membersOf(text);
  const last = members.at(-1);
  if (!last || !members.some(({ name }) => names.includes(name))) return text;
  const open = text.indexOf("{");
  const kept = members.flatMap(({ name, end }, index) => {
    // From behind the brace or comma before it, so that its own spelling and spaces stay.
    const from = skipSpace(text, members[index - 1]?.end ?? open) + 1;
    return names.includes(name) ? [] : text.slice(from, end);
  });
  return text.slice(0, open + 1) + kept.join(",") + text.slice(last.end);
}

function valueEnd(text: string, start: number): number {
  const first = text[start];
  if (first === '"') return stringEnd(text, start);
  if (first !== "{" && first !== "[") {
    let at = start;
    while (at < text.length && !",}] \t\n\r".includes(text[at] ?? ",")) at++;
    return at;
  }
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === 0x22) at = stringEnd(text, at) - 1;
    else if (character === 0x7b || character === 0x5b) depth++;
    else if ((character === 0x7d || character === 0x5d) && --depth === 0) return at + 1;
  }
  throw new SyntaxError("the JSON text ends inside a value");
}

/** Where the string that begins at `start` ends, past its closing quote. */
function stringEnd(text: string, start: number): number {
  let at = start + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote < 0) throw new SyntaxError("the JSON text ends inside a string");
    let backslashes = 0;
    while (text.charCodeAt(quote - 1 - backslashes) === 0x5c) backslashes++;
    if (backslashes % 2 === 0) return quote + 1;
    at = quote + 1;
  }
}

function skipSpace(text: string, from: number): number {
  let at = from;
  for (;;) {
    const character = text.charCodeAt(at);
    if (character !== 0x20 && character !== 0x09 && character !== 0x0a && character !== 0x0d) return at;
    at++;
  }
}
