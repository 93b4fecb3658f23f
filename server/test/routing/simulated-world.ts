import type { FailureFacts } from "../../src/relay/routing/failures/classify-failure.ts";
import type { FailureClass } from "../../src/relay/routing/failures/failure-class.ts";
import type { RelayChannel } from "../../src/resources/channels/relay-channels.ts";
import { sampleRelayChannel } from "../relay/sample-relay-call.ts";
import { seededRandom } from "./seeded-random.ts";

/** What is wrong with a channel, or one of its keys or models, for a time. */
export interface SimulatedFault {
  readonly kind: FailureClass;
  readonly channelId: number;
  /** Undefined: every key, every model. */
  readonly key: string | undefined;
  readonly model: string | undefined;
  readonly fromMs: number;
  readonly toMs: number;
  /** The share of requests that it fails. */
  readonly share: number;
}

/** Channels, and everything that goes wrong with them in a day. */
export interface SimulatedWorld {
  readonly channels: readonly RelayChannel[];
  readonly models: readonly string[];
  readonly faults: readonly SimulatedFault[];
  faultsOf(channelId: number): readonly SimulatedFault[];
}

export const DAY_START_MS = Date.UTC(2026, 10, 21);
export const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const CHANNELS = 50;
const VENDORS = 5;
const MODELS = ["large", "medium", "small", "embed", "vision", "code"];

/** How often a day each happens to a channel, how long it lasts (minutes), and what it strikes. */
const FAULTS: readonly {
  kind: FailureClass;
  perDay: number;
  minutes: readonly [number, number];
  strikes: "channel" | "key" | "model" | "key-model";
  share: number;
}[] = [
  { kind: "auth", perDay: 0.4, minutes: [60, 400], strikes: "key", share: 1 },
  { kind: "quota", perDay: 0.4, minutes: [30, 300], strikes: "key", share: 1 },
  { kind: "rate-limit", perDay: 8, minutes: [0.5, 5], strikes: "key-model", share: 1 },
  { kind: "overload", perDay: 3, minutes: [2, 20], strikes: "model", share: 0.7 },
  { kind: "server", perDay: 2, minutes: [2, 30], strikes: "channel", share: 0.6 },
  { kind: "timeout", perDay: 1, minutes: [5, 30], strikes: "model", share: 0.9 },
  { kind: "network", perDay: 1, minutes: [1, 30], strikes: "channel", share: 1 },
  { kind: "model-missing", perDay: 0.3, minutes: [60, 600], strikes: "model", share: 1 },
];
/** Vendors fail as a whole as well: all of their channels at once. */
const OUTAGES_PER_VENDOR = 3;
const OUTAGE_MINUTES = [5, 40] as const;

/** Fifty channels of five vendors in three tiers, a third of them with several keys; the same for the same seed. */
export function simulatedWorld(seed: number): SimulatedWorld {
  const random = seededRandom(seed);
  const channels = Array.from({ length: CHANNELS }, (_, index) => channelOf(index + 1));
  const faults = channels.flatMap((channel) => faultsFor(channel, random));
  for (let vendor = 0; vendor < VENDORS; vendor++)
    for (let count = 0; count < OUTAGES_PER_VENDOR; count++) {
      const span = spanOf(OUTAGE_MINUTES, random);
      for (const { id } of channels.filter((channel) => channel.id % VENDORS === vendor))
        faults.push({ kind: "server", channelId: id, key: undefined, model: undefined, share: 1, ...span });
    }
  const byChannel = Map.groupBy(faults, ({ channelId }) => channelId);
  return { channels, models: MODELS, faults, faultsOf: (id) => byChannel.get(id) ?? [] };
}

/** What the channel answers at this moment; undefined when it works. `roll` decides about faults that are not total. */
export function faultAt(
  world: SimulatedWorld,
  request: { channelId: number; key: string; model: string },
  nowMs: number,
  roll: number,
): SimulatedFault | undefined {
  return world
    .faultsOf(request.channelId)
    .find(
      (fault) =>
        nowMs >= fault.fromMs &&
        nowMs < fault.toMs &&
        (fault.key === undefined || fault.key === request.key) &&
        (fault.model === undefined || fault.model === request.model) &&
        roll < fault.share,
    );
}

/** A fault as an upstream tells it. */
export function factsOfFault({ kind, toMs }: SimulatedFault, nowMs: number): FailureFacts {
  const leftSeconds = Math.ceil((toMs - nowMs) / 1000);
  switch (kind) {
    case "auth":
      return {
        kind: "answered",
        status: 401,
        code: "invalid_api_key",
        message: "Incorrect API key provided",
      };
    case "quota":
      return {
        kind: "answered",
        status: 429,
        code: "insufficient_quota",
        message: "You exceeded your quota",
      };
    case "rate-limit":
      // Vendors tell of a minute's window at most, however long their trouble lasts.
      return {
        kind: "answered",
        status: 429,
        message: "slow",
        retryAfter: String(Math.min(leftSeconds, 60)),
      };
    case "overload":
      return { kind: "answered", status: 503, type: "overloaded_error", message: "Overloaded" };
    case "model-missing":
      return { kind: "answered", status: 404, code: "model_not_found", message: "no such model" };
    case "timeout":
      return { kind: "timeout" };
    case "network":
      return { kind: "network" };
    default:
      return { kind: "answered", status: 500, message: "oops" };
  }
}

function channelOf(id: number): RelayChannel {
  const keys = id % 3 === 0 ? [`k${id}a`, `k${id}b`, `k${id}c`] : [`k${id}`];
  return sampleRelayChannel({
    id,
    key: keys.join("\n"),
    setting: { multi_key_mode: id % 2 === 0 ? "polling" : "random" },
    // Each model is served by two thirds of the channels.
    models: MODELS.filter((_, index) => (id + index) % 3 !== 0),
    priority: 10 * (3 - Math.ceil(id / 20)),
    weight: (id % 4) + 1,
  });
}

function faultsFor(channel: RelayChannel, random: () => number): SimulatedFault[] {
  const keys = channel.key.split("\n");
  const any = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)];
  return FAULTS.flatMap(({ kind, perDay, minutes, strikes, share }) =>
    Array.from({ length: countOf(perDay, random) }, () => ({
      kind,
      channelId: channel.id,
      key: strikes === "key" || strikes === "key-model" ? any(keys) : undefined,
      model: strikes === "model" || strikes === "key-model" ? any(channel.models) : undefined,
      share,
      ...spanOf(minutes, random),
    })),
  );
}

function countOf(perDay: number, random: () => number): number {
  return Math.floor(perDay) + (random() < perDay % 1 ? 1 : 0);
}

function spanOf([shortest, longest]: readonly [number, number], random: () => number) {
  const fromMs = DAY_START_MS + random() * DAY_MS;
  return { fromMs, toMs: fromMs + (shortest + random() * (longest - shortest)) * MINUTE_MS };
}
