import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { usageOf, usageWithToolCalls, largerToolCalls } from "../../pricing/usage.ts";
import type { ToolCalls, Usage, UsageParts } from "../../pricing/usage.ts";
import { USAGE_DIALECTS } from "../formats/usage-dialect.ts";
import type { UsageDialect } from "../formats/usage-dialect.ts";
import {
  findRawUsage,
  findToolCalls,
  mergeRawUsage,
  readAnswerUsage,
  readUsage,
  readVendorCostUsd,
} from "./read-usage.ts";

/** A row of `server/fixtures/usage`; its README says what the fields mean. */
interface VendorExample {
  name: string;
  vendor: string;
  dialect: UsageDialect;
  source: string;
  lookedUp: string;
  evidence: "recorded" | "documented" | "reported" | "example";
  raw?: unknown;
  answer?: unknown;
  events?: unknown[];
  usage: UsageParts;
  bills: string;
  vendorCostUsd?: number;
  cost?: { usd: number; usdPerMillion: Record<string, number>; usdPerThousandCalls?: Record<string, number> };
}

const folder = join(import.meta.dirname, "../../../fixtures/usage");
const families = readdirSync(folder)
  .filter((name) => name.endsWith(".json"))
  .map((name) => ({ name, rows: readRows(name) }));
const examples = families.flatMap(({ rows }) => rows);

describe.each(families)("$name", ({ rows }) => {
  test.each(rows.map((row) => [`${row.vendor}: ${row.name}`, row] as const))("%s", (_name, row) => {
    const { raw, usage } = read(row);
    expect(usage).toEqual(usageOf({ requests: 1, ...row.usage }));
    expect(readVendorCostUsd(row.dialect, raw)).toEqual(row.vendorCostUsd);
    if (row.cost) expect(costUsd(usage, row.cost)).toBeCloseTo(row.cost.usd, 12);
  });
});

test("every row says where it stands, when it was looked up and what the vendor bills", () => {
  for (const row of examples) {
    expect(row.source).toMatch(/^https:\/\/\S+$/);
    expect(row.lookedUp).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(["recorded", "documented", "reported", "example"]).toContain(row.evidence);
    expect(row.bills.length).toBeGreaterThan(3);
  }
});

test("there are more than sixty rows, and one at least for every dialect", () => {
  expect(examples.filter(({ evidence }) => evidence !== "example").length).toBeGreaterThan(60);
  expect(new Set(examples.map(({ dialect }) => dialect))).toEqual(new Set(USAGE_DIALECTS));
});

test("no row stands twice", () => {
  const rows = examples.map(({ dialect, raw, answer, events }) =>
    JSON.stringify([dialect, raw, answer, events]),
  );
  expect(new Set(rows).size).toBe(rows.length);
});

/** As the relay does: a usage object, a whole answer, or the events of a stream one after the other. */
function read(row: VendorExample): { raw: unknown; usage: Usage | undefined } {
  const { dialect, answer, events } = row;
  if (answer !== undefined)
    return { raw: findRawUsage(dialect, answer), usage: readAnswerUsage(dialect, answer) };
  if (events === undefined) return { raw: row.raw, usage: readUsage(dialect, row.raw) };
  let raw: unknown;
  let toolCalls: ToolCalls | undefined;
  for (const event of events) {
    const found = findRawUsage(dialect, event);
    if (found !== undefined) raw = mergeRawUsage(dialect, raw, found);
    toolCalls = largerToolCalls(toolCalls, findToolCalls(dialect, event));
  }
  const usage = readUsage(dialect, raw);
  return { raw, usage: usage && usageWithToolCalls(usage, toolCalls) };
}

function costUsd(usage: Usage | undefined, cost: NonNullable<VendorExample["cost"]>): number {
  const counts: Record<string, number> = { ...usage?.input, ...usage?.output };
  const tokens = Object.entries(counts).map(
    ([name, count]) => (count * (cost.usdPerMillion[name] ?? 0)) / 1e6,
  );
  const calls = Object.entries(usage?.toolCalls ?? {}).map(
    ([tool, count]) => (count * (cost.usdPerThousandCalls?.[tool] ?? 0)) / 1e3,
  );
  return [...tokens, ...calls].reduce((sum, part) => sum + part, 0);
}

function readRows(name: string): VendorExample[] {
  // Our own file; the test of its rows' fields stands above.
  return JSON.parse(readFileSync(join(folder, name), "utf8")) as VendorExample[];
}
