import { expect, test } from "bun:test";
import { estimateText } from "./estimate-text.ts";
import { ENCODING_WEIGHTS, estimatorWeights } from "./estimator-weights.ts";

const PASSAGES = {
  English:
    "Gateways stand between programs and the services they call. They check who is calling, decide where a call may go, and write down what it cost. When something breaks in the middle of an answer, they say so plainly instead of pretending that the answer was complete.",
  Chinese:
    "网关位于程序与其所调用的服务之间。它检查调用者是谁,决定请求可以发往何处,并记录每次调用的费用。当回答中途出错时,它会如实说明,而不会假装回答已经完成。",
  Russian:
    "Шлюз стоит между программами и сервисами, которые они вызывают. Он проверяет, кто звонит, и записывает стоимость каждого вызова.",
  TypeScript:
    "export function deepest(node: Node, depth = 0): number {\n  if (node.children.length === 0) return depth;\n  return Math.max(...node.children.map((child) => deepest(child, depth + 1)));\n}\n",
  JSON: '{"id":4711,"name":"Ada Lovelace","email":"ada@example.com","roles":["admin","user"],"balance":1234.56,"created_at":"2026-11-21T08:15:00Z"}',
};

/** What the vendors' published tokenizers count, in the order of the passages. */
test.each([
  ["claude-3-5-sonnet", [54, 66, 66, 54, 51]],
  ["deepseek-chat", [54, 47, 36, 48, 52]],
  ["gemini-2.5-pro", [54, 53, 32, 59, 63]],
  ["qwen3-max", [54, 52, 34, 48, 61]],
  ["llama-3.1-8b", [54, 56, 35, 48, 49]],
])("short texts for %s are estimated within 27 %% of its tokenizer", (family, counts) => {
  for (const [index, [name, text]] of Object.entries(PASSAGES).entries()) {
    const counted = counts[index] ?? 0;
    const error = estimateText(text, estimatorWeights(family)) / counted - 1;
    expect([name, Math.abs(error) < 0.27]).toEqual([name, true]);
  }
});

test("Claude's new encoding takes more tokens for Latin letters and no more for others", () => {
  const ratio = (text: string) =>
    estimateText(text, estimatorWeights("claude-opus-4-7")) /
    estimateText(text, estimatorWeights("claude-opus-4-6"));
  expect(ratio(PASSAGES.English)).toBeWithin(1.25, 1.36);
  expect(ratio(PASSAGES.Chinese)).toBe(1);
  for (const family of ["claude-sonnet-5", "claude-opus-4-10", "claude-haiku-5-1"])
    expect(estimatorWeights(family)).toBe(estimatorWeights("claude-opus-4-7"));
  for (const family of [
    "claude-sonnet-4-5-20250929",
    "claude-opus-4-20250514",
    "claude-3-5-haiku",
    "claude-2",
  ])
    expect(estimatorWeights(family)).toBe(estimatorWeights("claude-opus-4-6"));
});

test("a vendor without weights of its own gets the mean of the others", () => {
  expect(estimatorWeights("grok-4")).toBe(estimatorWeights("something"));
  expect(estimatorWeights("glm-4.6")).toBe(estimatorWeights("qwen3-max"));
});

test("a long text is estimated by stretches of it", () => {
  const text = PASSAGES.English.repeat(1000);
  const weights = ENCODING_WEIGHTS.o200k_base;
  expect(estimateText(text, weights) / (estimateText(PASSAGES.English, weights) * 1000)).toBeWithin(
    0.97,
    1.03,
  );
});
