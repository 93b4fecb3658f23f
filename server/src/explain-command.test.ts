import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ChargeExplanation } from "@tollgate/contract/logs";
import { checkExplanation } from "./check-explanation.ts";
import { explainCommand } from "./explain-command.ts";
import { charge } from "./pricing/charge.ts";
import { callRate, tokenRate } from "./pricing/rate-fixtures.ts";
import type { Rate } from "./pricing/rate.ts";
import { usageOf } from "./pricing/usage.ts";
import type { Usage } from "./pricing/usage.ts";
import { explainRow } from "./resources/logs/log-explanation.ts";

const RATE = tokenRate({ modelRatio: 1.25, completionRatio: 4, cacheRatio: 0.1, groupRatio: 0.9 });
const USAGE = usageOf({ input: { uncached: 777, cacheRead: 10 }, output: { text: 33 }, requests: 1 });

/** As the API answers it for a row that was charged by this rate, after its way over the wire. */
function explained(rate: Rate = RATE, usage: Usage = USAGE): ChargeExplanation {
  const row = {
    id: 9,
    created_at: 1_700_000_000,
    type: 2,
    user_id: 3,
    username: "alice",
    channel_id: 12,
    token_id: 4,
    token_name: "key",
    model_name: "gpt-4o",
    group: "default",
    is_stream: 0,
    use_time: 2,
    prompt_tokens: 10,
    completion_tokens: 20,
    content: "",
    ip: "192.0.2.7",
    request_id: "r1",
    quota: charge(rate, usage).quota,
    other: JSON.stringify({ rate, usage }),
  };
  return JSON.parse(JSON.stringify(explainRow(row, new Map())));
}

describe("an explained charge", () => {
  test("is right when it is as the API told it", () => {
    const usages = [USAGE, usageOf({ requests: 1, seconds: 1.5 }), usageOf({})];
    const rates = [RATE, callRate({ per: "second" }), tokenRate({ modelRatio: 0.000_1, groupRatio: 1 / 3 })];
    for (const usage of usages)
      for (const rate of rates) expect(checkExplanation(explained(rate, usage))).toEqual([]);
  });

  test("is wrong when any of its numbers has been changed", () => {
    const right = explained();
    const [first, ...others] = right.lines;
    if (first === undefined) throw new Error("the charge has no lines");
    const [factor, ...factors] = first.factors;
    if (factor === undefined) throw new Error("the line has no factors");
    const changed: Partial<ChargeExplanation>[] = [
      { charged_quota: right.quota + 1 },
      { quota: right.quota + 1, charged_quota: right.quota + 1 },
      { exact_quota: "1" },
      { rounding: "saturated" },
      { price_version: "0".repeat(32) },
      { lines: others },
      { lines: [first, ...right.lines] },
      { lines: [{ ...first, quantity: first.quantity + 1 }, ...others] },
      { lines: [{ ...first, quota: "5" }, ...others] },
      { lines: [{ ...first, factors: [{ ...factor, value: 9 }, ...factors] }, ...others] },
      { usage: { ...USAGE, output: { ...USAGE.output, text: 34 } } },
      { rate: { ...RATE, modelRatio: 2 } },
      { rate: { kind: "barter" } },
      { usage: null },
    ];
    for (const change of changed)
      expect([change, checkExplanation({ ...right, ...change }).length > 0]).toEqual([change, true]);
  });
});

describe("the command", () => {
  let folder: string;
  let printed: string[];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "tollgate-test-"));
    printed = [];
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const run = async (json: unknown) => {
    const file = join(folder, "explained.json");
    writeFileSync(file, typeof json === "string" ? json : JSON.stringify(json));
    return explainCommand([file], (line) => printed.push(line));
  };

  test("shows the formula and ends with 0 when the charge is right", async () => {
    expect(await run(explained())).toBe(0);
    expect(printed).toEqual([
      expect.stringMatching(/^request r1: gpt-4o in group default, price version [0-9a-f]{32}$/),
      "  input.uncached: 777 × modelRatio 1.25 × groupRatio 0.9 = 874.125",
      "  input.cacheRead: 10 × modelRatio 1.25 × cacheRatio 0.1 × groupRatio 0.9 = 1.125",
      "  output.text: 33 × modelRatio 1.25 × completionRatio 4 × groupRatio 0.9 = 148.5",
      "  sum 1023.75, rounded half away from zero: 1024",
      "The charge is right: 1024 units, computed again from the stored price and usage.",
    ]);
  });

  test("reads the whole answer of the API", async () => {
    expect(await run({ success: true, message: "", data: explained() })).toBe(0);
  });

  test("ends with 1 and says what is wrong", async () => {
    expect(await run({ ...explained(), charged_quota: 1 })).toBe(1);
    expect(printed).toContain("WRONG: the price gives 1024, but 1 was charged");
  });

  test("ends with 2 when there is nothing to read", async () => {
    expect(await run("no JSON")).toBe(2);
    expect(await run({ success: false, message: "no" })).toBe(2);
    const print = (line: string) => printed.push(line);
    expect(await explainCommand([join(folder, "none")], print)).toBe(2);
    expect(await explainCommand([], print)).toBe(2);
    expect(await explainCommand(["a", "b"], print)).toBe(2);
    expect(printed).toContain(`${join(folder, "none")} cannot be read`);
  });

  test("tells how it is used when it is asked", async () => {
    expect(await explainCommand(["--help"], (line) => printed.push(line))).toBe(0);
    expect(printed).toEqual([expect.stringMatching(/^Usage: tollgate explain FILE/)]);
  });
});
