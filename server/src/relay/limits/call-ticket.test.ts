import { describe, expect, test } from "bun:test";
import { sampleClaim } from "../../../test/relay/sample-claim.ts";
import { createCallLimits } from "./call-limits.ts";
import type { LimitCounter } from "./limit-counter.ts";
import type { LimitedCall, LimitRules } from "./limit-rules.ts";
import type { Claim } from "./limit-window.ts";
import { createMemoryLimitCounter } from "./memory-limit-counter.ts";

const CALL: LimitedCall = {
  userId: 1,
  userGroup: "default",
  tokenId: 1,
  group: "default",
  model: "chat",
  tokens: () => 40,
  quota: 10,
};
const place = sampleClaim({ key: "places", metric: "concurrency", limit: 1, windowMs: 0, isSliding: false });
const tokens = sampleClaim({ key: "tokens", metric: "tokens", limit: 100, cost: 40 });
const CHANNEL = { id: 7, limit: undefined };

function setUp(own: Claim[], ofChannel: Claim[] = [], counter: LimitCounter = createMemoryLimitCounter()) {
  const rules: LimitRules = { isAny: true, claimsOf: () => own, channelClaims: () => ofChannel };
  const nowMs = () => 600_000;
  const limits = createCallLimits({ counter, rules: () => rules, channelsHaveLimits: () => false, nowMs });
  return { counter, admit: (holder = "a") => limits.admit(CALL, holder) };
}

describe("a call's ticket", () => {
  test("gives back once, however often it ends", async () => {
    const { admit } = setUp([place]);
    const first = await admit("a");
    first.end();
    const second = await admit("b");
    first.end();
    await expect(admit("c")).rejects.toMatchObject({ code: "limit.concurrency" });
    second.end();
  });

  test("replaces the estimate by the use, and by nothing where nothing was charged", async () => {
    const { admit } = setUp([tokens]);
    const charged = await admit();
    charged.settle({ tokens: 7, quota: 3 });
    charged.end();
    (await admit()).end();
    expect((await admit()).headers).toMatchObject({ "x-ratelimit-remaining-tokens": "53" });
  });

  test("gives a channel's share back when the attempt fails, and keeps it until the end when it works", async () => {
    const { admit } = setUp([], [place]);
    const [first, second] = [await admit("a"), await admit("b")];
    expect(await first.enterChannel(CHANNEL)).toBe(true);
    first.leaveChannel();
    expect(await second.enterChannel(CHANNEL)).toBe(true);
    expect(await first.enterChannel(CHANNEL)).toBe(false);
    expect(first.channelRefusal()).toMatchObject({ code: "limit.channels", headers: { "retry-after": "1" } });
    first.end();
    second.end();
    expect(await (await admit("c")).enterChannel(CHANNEL)).toBe(true);
  });

  test("asks no more for a channel that was at its limit", async () => {
    let asked = 0;
    const counter: LimitCounter = {
      take: () => {
        asked++;
        return { isTaken: false, states: [{ current: 1, previous: 0 }] };
      },
      correct() {},
      release() {},
    };
    const ticket = await setUp([], [place], counter).admit();
    expect([await ticket.enterChannel(CHANNEL), await ticket.enterChannel(CHANNEL), asked]).toEqual([
      false,
      false,
      1,
    ]);
  });

  test("is refused where nothing can be counted", async () => {
    const counter: LimitCounter = { take: () => undefined, correct() {}, release() {} };
    await expect(setUp([tokens], [], counter).admit()).rejects.toMatchObject({ code: "limit.uncounted" });
    const ticket = await setUp([], [place], counter).admit();
    expect(await ticket.enterChannel(CHANNEL)).toBe(false);
    expect(ticket.channelRefusal()).toMatchObject({ code: "limit.uncounted", status: 503 });
  });
});
