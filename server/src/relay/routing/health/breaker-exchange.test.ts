import { expect, test } from "bun:test";
import { sampleRelayChannel } from "../../../../test/relay/sample-relay-call.ts";
import { routedChannel } from "../routed-channel.ts";
import { FREE, PROBE } from "./breaker.ts";
import { adoptBreaker } from "./breaker-exchange.ts";
import type { SharedBreaker } from "./breaker-exchange.ts";
import { createChannelHealth } from "./channel-health.ts";
import { STATE_LIMITS } from "./health-state.ts";

const CHANNEL = routedChannel(
  sampleRelayChannel({ id: 1, key: "a\nb", setting: { multi_key_mode: "random" } }),
);
const NOW_MS = 1_000_000_000;
const PARKED: SharedBreaker = {
  channelId: 1,
  scope: "key",
  keyHash: "hash of b",
  model: "",
  cause: "auth",
  isOpen: true,
  openedAtMs: NOW_MS,
  renewedAtMs: NOW_MS,
  openUntilMs: NOW_MS + 60_000,
  closedAtMs: 0,
  coolDownMs: 60_000,
  level: 1,
  probingSinceMs: 0,
  changedAtMs: NOW_MS,
};

/** A node that hears what another tells. */
function listener() {
  const health = createChannelHealth({ random: () => 0, incidents: { add: () => {} } });
  const hear = (told: Partial<SharedBreaker> = {}) =>
    adoptBreaker(
      CHANNEL,
      { ...PARKED, ...told },
      {
        states: health.states,
        limits: STATE_LIMITS,
        keyIndexOf: (hash) => (hash === "hash of b" ? 1 : undefined),
        waitMs: () => 2000,
      },
    );
  const standing = (keyIndex: number, nowMs = NOW_MS) => health.standing(CHANNEL, keyIndex, "m", nowMs);
  return { health, hear, standing };
}

test("a key that another node has parked stays parked here a little longer", () => {
  const { hear, standing } = listener();
  hear();
  expect([standing(0), standing(1)]).toEqual([FREE, NOW_MS + 62_000]);
  hear();
  expect(standing(1, NOW_MS + 62_000)).toBe(PROBE);
});

test("while another node probes, this one does not", () => {
  const { hear, standing } = listener();
  hear();
  const probedAtMs = NOW_MS + 60_500;
  hear({ probingSinceMs: probedAtMs, changedAtMs: probedAtMs });
  expect(standing(1, NOW_MS + 63_000)).toBe(probedAtMs + 60_000);
  hear({ probingSinceMs: 0, changedAtMs: NOW_MS + 64_000 });
  expect(standing(1, NOW_MS + 64_000)).toBe(PROBE);
});

test("a longer wait and a failed probe elsewhere count here", () => {
  const { hear, standing } = listener();
  hear();
  hear({ openUntilMs: NOW_MS + 90_000 });
  expect(standing(1)).toBe(NOW_MS + 90_000);
  hear({ renewedAtMs: NOW_MS + 60_000, openUntilMs: NOW_MS + 200_000, level: 2 });
  expect(standing(1)).toBe(NOW_MS + 202_000);
});

test("what was closed elsewhere is free here, and does not come back by an older word", () => {
  const { health, hear, standing } = listener();
  hear();
  hear({ isOpen: false, closedAtMs: NOW_MS + 61_000 });
  expect(standing(1)).toBe(FREE);
  expect(health.states.channels.get(1)?.openBreakers).toBe(0);
  hear();
  expect(standing(1)).toBe(FREE);
});

test("what opened here after it was closed elsewhere stays", () => {
  const { hear, standing } = listener();
  hear({ renewedAtMs: NOW_MS + 70_000, openUntilMs: NOW_MS + 130_000 });
  hear({ isOpen: false, closedAtMs: NOW_MS + 61_000 });
  expect(standing(1)).toBe(NOW_MS + 132_000);
});

test("every scope is taken over, and a key that the channel does not have is none", () => {
  const { hear, standing, health } = listener();
  hear({ keyHash: "hash of c" });
  expect(health.states.channels.size).toBe(0);
  for (const scope of ["channel", "model", "key-model"] as const) {
    const one = listener();
    one.hear({
      scope,
      keyHash: scope === "key-model" ? "hash of b" : "",
      model: scope === "channel" ? "" : "m",
    });
    expect([scope, one.standing(1)]).toEqual([scope, NOW_MS + 62_000]);
  }
  expect(standing(1)).toBe(FREE);
});
