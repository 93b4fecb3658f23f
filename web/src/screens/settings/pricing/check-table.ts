import { OPTION_TABLE } from "@tollgate/contract/option-table";
import { isTierList } from "@tollgate/contract/tiered-prices";
import {
  jsonValue,
  readJson,
  type JsonMember,
  type JsonNode,
  type JsonSyntaxReason,
} from "./json-document.ts";
import { tableKind, type PriceOption } from "./price-options.ts";

export type TableProblemCode =
  | JsonSyntaxReason
  | "notObject"
  | "duplicate"
  | "notNumber"
  | "outOfRange"
  | "notText"
  | "notRatios"
  | "notTiers"
  | "shape";

/** Something that keeps a table from being saved. */
export interface TableProblem {
  code: TableProblemCode;
  /** From 1; none where the whole text is meant. */
  line?: number;
  /** The entry it is about. */
  name?: string;
}

export interface CheckedTable {
  problems: readonly TableProblem[];
  /** The value; undefined when there are problems. */
  value: unknown;
}

/** No price of anything is dearer; also what keeps a slip of the finger from becoming one. */
const LARGEST_NUMBER = 1_000_000;

/** Reads the text of a price option and says what is wrong with it, line by line. Empty text is an empty table. */
export function checkTable(option: PriceOption, text: string): CheckedTable {
  if (text.trim() === "") return { problems: [], value: {} };
  const result = readJson(text);
  if (!result.isOk) {
    return { problems: [{ code: result.reason, line: result.line }], value: undefined };
  }
  const problems = [...problemsOf(option, result.root)];
  if (problems.length > 0) return { problems, value: undefined };
  if (!isAccepted(option, text)) return { problems: [{ code: "shape" }], value: undefined };
  return { problems, value: JSON.parse(text) };
}

/** The contract has the last word: what it refuses, the server refuses too. */
function isAccepted(option: PriceOption, text: string): boolean {
  const specs: Partial<Record<string, { parse: (text: string) => unknown }>> = OPTION_TABLE;
  const spec = specs[option];
  return spec === undefined || spec.parse(text) !== undefined;
}

function* problemsOf(option: PriceOption, root: JsonNode): Generator<TableProblem> {
  if (root.kind !== "object") {
    yield { code: "notObject", line: root.line };
    return;
  }
  switch (tableKind(option)) {
    case "ratios":
      yield* checkMembers(root.members, checkRatio);
      break;
    case "texts":
      yield* checkMembers(root.members, checkText);
      break;
    case "nestedRatios":
      yield* checkMembers(root.members, checkRatios);
      break;
    case "tiers":
      yield* checkMembers(root.members, checkTiers);
      break;
  }
}

/** Every entry by itself; a name may stand only once. */
function* checkMembers(
  members: readonly JsonMember[],
  check: (member: JsonMember) => Iterable<TableProblem>,
): Generator<TableProblem> {
  const seen = new Set<string>();
  for (const member of members) {
    if (seen.has(member.name)) yield { code: "duplicate", line: member.line, name: member.name };
    seen.add(member.name);
    yield* check(member);
  }
}

function* checkRatio({ name, value }: JsonMember): Generator<TableProblem> {
  if (value.kind !== "number") yield { code: "notNumber", line: value.line, name };
  else if (!isPriceNumber(value.value)) yield { code: "outOfRange", line: value.line, name };
}

function* checkText({ name, value }: JsonMember): Generator<TableProblem> {
  if (value.kind !== "text") yield { code: "notText", line: value.line, name };
}

function* checkRatios({ name, value }: JsonMember): Generator<TableProblem> {
  if (value.kind === "object") yield* checkMembers(value.members, checkRatio);
  else yield { code: "notRatios", line: value.line, name };
}

function* checkTiers({ name, line, value }: JsonMember): Generator<TableProblem> {
  if (value.kind === "array") {
    for (const tier of value.items) if (tier.kind === "object") yield* checkMembers(tier.members, () => []);
  }
  if (!isTierList(jsonValue(value))) yield { code: "notTiers", line, name };
}

/** Whether a number may be a ratio or a price. */
export function isPriceNumber(value: number): boolean {
  return Number.isFinite(value) && value >= 0 && value <= LARGEST_NUMBER;
}

/** The table's text as it is easiest to read: one entry a line. Unchanged when it is no JSON. */
export function formatTable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}

/** Whether two texts are the same table, however they are written; entries may stand in any order. */
export function isSameTable(first: string, second: string): boolean {
  return first === second || canonical(first) === canonical(second);
}

function canonical(text: string): string {
  try {
    return JSON.stringify(sorted(JSON.parse(text.trim() === "" ? "{}" : text)));
  } catch {
    return text;
  }
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return { entries: entries.map(([name, part]) => [name, sorted(part)]) };
}
