import { expect, test } from "bun:test";
import { createLossList } from "../chat/chat-loss.ts";
import { sharedTier, writeTier } from "./gemini-service-tier.ts";

test("a tier comes back as the word that it was, and unspecified says nothing", () => {
  const losses = createLossList();
  const words = ["standard", "flex", "priority", "unspecified", ""];
  expect(words.map((word) => writeTier(sharedTier(word), losses))).toEqual([
    "standard",
    "flex",
    "priority",
    undefined,
    undefined,
  ]);
  expect(losses.list()).toEqual([]);
  expect(writeTier("auto", losses)).toBeUndefined();
  expect(losses.list()).toMatchObject([{ what: "left-out", path: "serviceTier" }]);
});
