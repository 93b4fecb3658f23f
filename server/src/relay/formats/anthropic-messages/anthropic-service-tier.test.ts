import { expect, test } from "bun:test";
import { createLossList } from "../chat/chat-loss.ts";
import { sharedTier, writeAnswerTier, writeRequestTier } from "./anthropic-service-tier.ts";

test("tiers of requests are written in this dialect's words, and what it has none for is a loss", () => {
  const losses = createLossList();
  const tiers = ["auto", sharedTier("standard_only"), "priority", "flex", undefined];
  expect(tiers.map((tier) => writeRequestTier(tier, losses))).toEqual([
    { service_tier: "auto" },
    { service_tier: "standard_only" },
    { service_tier: "auto" },
    {},
    {},
  ]);
  expect(losses.list().map(({ what }) => what)).toEqual(["changed"]);
});

test("tiers of answers are written in this dialect's words, and what it has none for is a loss", () => {
  const losses = createLossList();
  const tiers = [sharedTier("standard"), "priority", "batch", undefined];
  expect(tiers.map((tier) => writeAnswerTier(tier, losses)["service_tier"])).toEqual([
    "standard",
    "priority",
    "batch",
    undefined,
  ]);
  expect(losses.list()).toEqual([]);
  expect(writeAnswerTier("scale", losses)).toEqual({});
  expect(losses.list()).toMatchObject([{ what: "left-out", path: "serviceTier" }]);
});
