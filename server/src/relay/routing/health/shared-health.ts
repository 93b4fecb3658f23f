import type { ChangeFeed } from "../../../db/change-feed.ts";
import { createBatchWriter } from "../../../lib/batch-writer.ts";
import type { RoutedChannel } from "../routed-channel.ts";
import type { RoutingTable } from "../routing-table.ts";
import { BREAKER_TIMES } from "./breaker.ts";
import type { Breaker } from "./breaker.ts";
import { adoptBreaker, sharedBreaker } from "./breaker-exchange.ts";
import type { BreakerStore, StoredBreaker } from "./breaker-store.ts";
import { STATE_LIMITS, closeKey } from "./health-state.ts";
import type { HealthStates } from "./health-state.ts";

/**
 * Shares breakers between the nodes of one database and keeps them over a restart. Nothing here is on a request's way:
 * what a node learns is written a moment later, and the others hear of it through the change feed.
 */
export interface SharedHealth {
  /** A breaker has opened, waits longer, is being probed, or has closed. `key`: of the channel, or empty. */
  note(breaker: Breaker, key: string, nowMs: number): void;
  /** Lets a key be used again, on every node; answers whether anything was held against it. */
  releaseKey(channelId: number, key: string): boolean;
  /** What was learnt of the channel up to a moment holds no longer. */
  forget(channelId: number, upToMs: number): void;
  /** Stores what was noted, as far as that works. */
  close(): Promise<void>;
}

export interface SharedHealthDeps {
  readonly store: BreakerStore;
  readonly states: HealthStates;
  readonly feed: Pick<ChangeFeed, "publish" | "subscribe">;
  readonly nodeId: string;
  table(): RoutingTable;
  /** Takes all that this node has learnt of a channel out of the states. */
  forget(channelId: number): void;
  hashOfKey(key: string): string;
  nowMs(): number;
  random(): number;
  onProblem(problem: unknown): void;
}

/** Others hear of a change after this at most, and the way to them. */
const WRITE_DELAY_MS = 50;
/** A node that hears of a breaker leaves the first probe to the one that opened it: it comes so much later, or twice as much. */
const FOLLOW_MS = 1500;
const PRUNE_EVERY_MS = 3_600_000;
const UNTOUCHED_MS = 7 * 24 * PRUNE_EVERY_MS;

/** Adopts what is stored, and from then on what the other nodes tell. */
export async function openSharedHealth(deps: SharedHealthDeps): Promise<SharedHealth> {
  const { store, states, feed, nodeId } = deps;
  /** What this node says is no news to it. */
  let isTelling = false;
  const writer = createBatchWriter<StoredBreaker>({
    delayMs: WRITE_DELAY_MS,
    onProblem: deps.onProblem,
    async write(breakers) {
      await store.write(breakers);
      isTelling = true;
      for (const id of new Set(breakers.map(({ channelId }) => channelId))) void feed.publish("health", id);
      isTelling = false;
    },
  });
  const note: SharedHealth["note"] = (breaker, key, nowMs) => {
    const { channelId, scope, model = "", keyIndex } = breaker.subject;
    const keyHash = keyIndex === undefined ? "" : deps.hashOfKey(key);
    const told = sharedBreaker(breaker, keyHash, nowMs);
    writer.put(`${channelId} ${scope} ${keyHash} ${model}`, { ...told, nodeId });
  };
  const pruning = setInterval(() => void prune(deps), PRUNE_EVERY_MS);
  pruning.unref();
  const listener = createListener(deps);
  const removals = new Set<Promise<void>>();
  // First, so that nothing is told between the reading and the listening.
  const leave = feed.subscribe("health", (channelId) => isTelling || listener.hear(channelId));
  await prune(deps);
  adopt(deps, await store.list(), true);

  return {
    note,
    releaseKey(channelId, key) {
      const nowMs = deps.nowMs();
      const closed = closeKey(states, channelId, key, nowMs);
      for (const breaker of closed) note(breaker, key, nowMs);
      return closed.length > 0;
    },
    forget(channelId, upToMs) {
      deps.forget(channelId);
      writer.drop((breaker) => breaker.channelId === channelId && breaker.changedAtMs <= upToMs);
      // What is being written at the moment would come after its removal.
      const forgetting = writer
        .flush()
        .then(() => store.forget(channelId, upToMs))
        .catch(deps.onProblem)
        .finally(() => {
          removals.delete(forgetting);
          // Another node may have learnt something since.
          listener.hear(channelId);
        });
      removals.add(forgetting);
    },
    async close() {
      leave();
      clearInterval(pruning);
      await writer.close();
      await Promise.all(removals);
      await listener.idle();
    },
  };
}

/** Reads what others have told; channels that are named while it reads are read together next. */
function createListener(deps: SharedHealthDeps) {
  let named = new Set<number>();
  let isAllNamed = false;
  let reading: Promise<void> | undefined;
  const read = async () => {
    try {
      while (isAllNamed || named.size > 0) {
        const channelIds = isAllNamed ? undefined : [...named];
        named = new Set();
        isAllNamed = false;
        adopt(deps, await deps.store.list(channelIds), false);
      }
    } catch (problem) {
      // The next word makes up for it.
      isAllNamed = true;
      deps.onProblem(problem);
    } finally {
      // With the last look, not a moment later: what is named in between would not be read.
      reading = undefined;
    }
  };
  return {
    hear(channelId: number | undefined) {
      if (channelId === undefined) isAllNamed = true;
      else named.add(channelId);
      reading ??= read();
    },
    idle: async () => reading,
  };
}

/** `isFirst`: also what this node has told itself, before it was started again; then no probe is under way. */
function adopt(deps: SharedHealthDeps, breakers: readonly StoredBreaker[], isFirst: boolean): void {
  const hashes = new Map<RoutedChannel, readonly string[]>();
  for (const breaker of breakers) {
    const isOwn = breaker.nodeId === deps.nodeId;
    const channel = isOwn && !isFirst ? undefined : deps.table().channel(breaker.channelId);
    if (!channel) continue;
    const ofChannel = hashes.get(channel) ?? channel.keys.map(deps.hashOfKey);
    hashes.set(channel, ofChannel);
    const told = isOwn ? { ...breaker, probingSinceMs: 0 } : breaker;
    adoptBreaker(channel, told, {
      states: deps.states,
      limits: STATE_LIMITS,
      keyIndexOf: (keyHash) => indexIn(ofChannel, keyHash),
      waitMs: () => (isOwn ? 0 : Math.round(FOLLOW_MS * (1 + deps.random()))),
    });
  }
}

function indexIn(hashes: readonly string[], hash: string): number | undefined {
  const index = hashes.indexOf(hash);
  return index < 0 ? undefined : index;
}

async function prune({ store, nowMs, onProblem }: SharedHealthDeps): Promise<void> {
  await store.prune(nowMs() - BREAKER_TIMES.calmMs, nowMs() - UNTOUCHED_MS).catch(onProblem);
}
