import { expect, test } from "bun:test";
import { buildRankTable, NO_RANK } from "./rank-table.ts";

const encoder = new TextEncoder();
const TOKENS = ["a", "b", "ab", "é", "abc", "中"];

function tableOf(tokens: readonly string[], lineEnd = "\n") {
  const text = tokens.map((token, rank) => `${Buffer.from(token).toString("base64")} ${rank}`).join(lineEnd);
  const steps = buildRankTable(text, 10_000);
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
}

test("every token is found by its bytes, and nothing else is", () => {
  const table = tableOf(TOKENS);
  expect(table).toMatchObject({ size: 6, longestToken: 3 });
  for (const [rank, token] of TOKENS.entries()) {
    const bytes = encoder.encode(`x${token}x`);
    expect(table.rankOf(bytes, 1, bytes.length - 1)).toBe(rank);
  }
  for (const other of ["c", "ba", "abcd", "文", ""])
    expect(table.rankOf(encoder.encode(other), 0, encoder.encode(other).length)).toBe(NO_RANK);
});

test("tokens of two bytes are found faster, with the same answer", () => {
  const table = tableOf(TOKENS);
  expect(table.rankOfPair(97, 98)).toBe(2);
  expect(table.rankOfPair(0xc3, 0xa9)).toBe(3);
  expect(table.rankOfPair(98, 97)).toBe(NO_RANK);
});

test("line ends of either kind, and none at the end, are the same file", () => {
  for (const table of [tableOf(TOKENS, "\r\n"), tableOf([...TOKENS, ""])])
    expect(table.size).toBeGreaterThan(5);
  expect(tableOf([]).size).toBe(0);
});

test("a large vocabulary is read in steps", () => {
  const tokens = Array.from({ length: 10_000 }, (_, index) => `token ${index}`);
  const text = tokens.map((token, rank) => `${Buffer.from(token).toString("base64")} ${rank}\n`).join("");
  const steps = buildRankTable(text, 10_000);
  expect([steps.next().done, steps.next().done]).toEqual([false, false]);
  const table = tableOf(tokens);
  const bytes = encoder.encode("token 9999");
  expect(table.rankOf(bytes, 0, bytes.length)).toBe(9999);
});
