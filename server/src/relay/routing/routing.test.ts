import { describe, expect, test } from "bun:test";
import { sampleRelayChannel } from "../../../test/relay/sample-relay-call.ts";
import type { RelayChannel } from "../../resources/channels/relay-channels.ts";
import { mapModel } from "./model-mapping.ts";
import { compileRetryableStatus } from "./retryable-status.ts";
import { buildRoutingTable } from "./routing-table.ts";

const channel = (id: number, parts: Partial<RelayChannel> = {}): RelayChannel =>
  sampleRelayChannel({ id, models: ["gpt"], ...parts });

describe("routing table", () => {
  const table = buildRoutingTable([
    channel(1, { priority: 5 }),
    channel(2, { priority: 10 }),
    channel(3, { priority: 10, groups: ["vip", "default"], models: ["gpt", "embed"] }),
  ]);
  test("the highest priority comes first", () => {
    expect(table.tiers("default", "gpt").map((tier) => tier.channels.map((c) => c.id))).toEqual([
      [2, 3],
      [1],
    ]);
  });
  test("a group reaches only its own channels and models", () => {
    expect(table.models("vip")).toEqual(["embed", "gpt"]);
    expect(table.tiers("vip", "gpt")[0]?.channels.map((c) => c.id)).toEqual([3]);
    expect(table.tiers("nobody", "gpt")).toEqual([]);
  });
});

test("a model mapping is followed to its end, and a circle is refused", () => {
  expect(
    mapModel(
      new Map([
        ["a", "b"],
        ["b", "c"],
      ]),
      "a",
    ),
  ).toBe("c");
  expect(mapModel(new Map([["a", "a"]]), "a")).toBe("a");
  expect(
    mapModel(
      new Map([
        ["a", "b"],
        ["b", "a"],
      ]),
      "a",
    ),
  ).toBeUndefined();
  expect(mapModel(new Map(), "x")).toBe("x");
});

test("retryable statuses are read from the option's ranges", () => {
  const retryable = compileRetryableStatus("401-407, 429,500-503,nonsense");
  expect([400, 401, 404, 407, 408, 429, 500, 503, 504].filter(retryable)).toEqual([
    401, 404, 407, 429, 500, 503,
  ]);
});
