import { expect, test } from "bun:test";
import { impureCode } from "./purity.ts";

const PURE = "server/src/pricing/rate.ts";
const FORMAT = "server/src/relay/formats/openai/openai-chat.ts";

test.each([
  [PURE, 'import { sql } from "kysely";'],
  [PURE, 'import { readFileSync } from "node:fs";'],
  [FORMAT, 'import { systemClock } from "../../../lib/clock.ts";'],
  [PURE, "const price = await fetch(url);"],
  [FORMAT, "const created = Math.floor(Date.now() / 1000);"],
  [FORMAT, "const startedAtMs = performance.now();"],
  [FORMAT, "const id = crypto.randomUUID();"],
  [PURE, "const ratio = process.env.RATIO;"],
])("%s may not: %s", (path, text) => {
  expect(impureCode([{ path, text }])).toHaveLength(1);
});

test.each([
  [PURE, "// Date.now() belongs to the caller."],
  [PURE, "/** As `fetch(url)` gives it. */"],
  [PURE, "const at = new Date(seconds * 1000);"],
  ["server/src/relay/attempt.ts", "const answer = await fetch(url);"],
  ["server/src/pricing/rate.test.ts", 'import { expect } from "bun:test";'],
])("%s may: %s", (path, text) => {
  expect(impureCode([{ path, text }])).toEqual([]);
});
