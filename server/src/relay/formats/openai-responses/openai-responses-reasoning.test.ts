import { expect, test } from "bun:test";
import { createLossList } from "../chat/chat-loss.ts";
import type { ReasoningPart } from "../chat/chat-part.ts";
import { readItem } from "./openai-responses-items.ts";
import { writeItems } from "./openai-responses-output.ts";

function travelled(parts: readonly ReasoningPart[], asSummary = false) {
  const losses = createLossList();
  const items = writeItems(parts, "p", {
    losses,
    keepsForeignSeals: true,
    asSummary,
    answer: { idSeed: "R1", status: "completed" },
    placeSeed: "R1",
  });
  return {
    items,
    parts: items.flatMap((item) => readItem(item, () => "")),
    losses: losses.list().map(({ path, what }) => `${path} ${what}`),
  };
}

const OWN = { origin: "openai", data: "gAAA" } as const;
const FOREIGN = { origin: "anthropic", data: "c2ln" } as const;

test.each<[string, ReasoningPart[], number]>([
  ["a plain thought", [{ type: "reasoning", text: "Hm." }], 1],
  [
    "two thoughts without ids",
    [
      { type: "reasoning", text: "A" },
      { type: "reasoning", text: "B" },
    ],
    2,
  ],
  [
    "two summaries of one sealed thought",
    [
      { type: "reasoning", text: "A", id: "rs_1", isSummary: true },
      { type: "reasoning", text: "B", id: "rs_1", isSummary: true, encrypted: OWN },
    ],
    1,
  ],
  [
    "a thought and its summary",
    [
      { type: "reasoning", text: "A", id: "rs_1", isSummary: true },
      { type: "reasoning", text: "B", id: "rs_1" },
    ],
    1,
  ],
  [
    "a summary that follows its thought",
    [
      { type: "reasoning", text: "B", id: "rs_1" },
      { type: "reasoning", text: "A", id: "rs_1", isSummary: true },
    ],
    2,
  ],
  ["a hidden thought", [{ type: "reasoning", text: "", encrypted: OWN }], 1],
  ["a hidden thought of another vendor", [{ type: "reasoning", text: "", encrypted: FOREIGN }], 1],
  ["a signed thought of another vendor", [{ type: "reasoning", text: "A", signature: FOREIGN }], 1],
  [
    "what follows a seal",
    [
      { type: "reasoning", text: "A", id: "rs_1", encrypted: OWN },
      { type: "reasoning", text: "B", id: "rs_1" },
    ],
    2,
  ],
])("%s comes back from its items", (_, parts, count) => {
  const received = travelled(parts);
  expect(received.items).toHaveLength(count);
  expect(received.parts).toEqual(parts);
  expect(received.losses).toEqual([]);
});

test("what the one seal of an item cannot hold is told", () => {
  const both = travelled([{ type: "reasoning", text: "A", encrypted: OWN, signature: FOREIGN }]);
  expect(both.parts).toEqual([{ type: "reasoning", text: "A", encrypted: OWN }]);
  expect(both.losses).toEqual(["p[0].signature left-out"]);
  const misplaced = travelled([{ type: "reasoning", text: "A", encrypted: FOREIGN }]);
  expect(misplaced.parts).toEqual([{ type: "reasoning", text: "A", signature: FOREIGN }]);
  expect(misplaced.losses).toEqual(["p[0].encrypted changed"]);
});

test("a seal that stands apart joins the thought whose id it has", () => {
  const { items, losses } = travelled([
    { type: "reasoning", text: "A", id: "rs_1", isSummary: true },
    { type: "reasoning", text: "", id: "rs_1", encrypted: OWN },
  ]);
  expect(items).toEqual([
    {
      type: "reasoning",
      id: "rs_1",
      summary: [{ type: "summary_text", text: "A" }],
      encrypted_content: "gAAA",
    },
  ]);
  expect(losses).toEqual(["p[1] changed"]);
});

test("thoughts are summaries for a client that looks for them there", () => {
  const { items, losses } = travelled([{ type: "reasoning", text: "A" }], true);
  expect(items[0]?.["summary"]).toEqual([{ type: "summary_text", text: "A" }]);
  expect(losses).toEqual(["p[0].isSummary changed"]);
});

test("a thought that says nothing is left out", () => {
  const { items, losses } = travelled([{ type: "reasoning", text: "", id: "rs_1" }]);
  expect(items).toEqual([]);
  expect(losses).toEqual(["p[0] left-out"]);
});
