import type { RelayChannel } from "../resources/channels/relay-channels.ts";
import type { AttemptDeps } from "./attempt.ts";
import { hasWorked, sendProbe, testModelOf } from "./probe.ts";
import { channelWithKey, routedChannel } from "./routing/routed-channel.ts";

/** Brings back channels that the system has switched off, when they work again. */
export interface ChannelRecovery {
  /** Tests those whose time has come; a call while one runs joins it. Never rejects. */
  run(): Promise<void>;
  /** Breaks off what runs; resolves when nothing does. */
  stop(): Promise<void>;
}

export interface ChannelRecoveryDeps extends AttemptDeps {
  channels: {
    switchedOff(): Promise<number[]>;
    switchOn(id: number): Promise<boolean>;
  };
  loadChannel(id: number): Promise<RelayChannel | undefined>;
  nowMs(): number;
  random(): number;
  /** Option AutomaticEnableChannelEnabled. */
  enables(): boolean;
  /** Whether this node is the one of several that tests. */
  leads(): Promise<boolean>;
  /** A passed test that took longer does not count; 0 = any. */
  slowTestMs(): number;
  onEnabled(id: number): void;
  reportFault(message: string, error: unknown): void;
}

interface Waiting {
  /** Tests that have failed, or passed too soon before the next failure, in a row. */
  level: number;
  nextAtMs: number;
  enabledAtMs: number;
}

const FIRST_WAIT_MS = 60_000;
const LONGEST_WAIT_MS = 6 * 3_600_000;
/** A channel that is switched off again within this time after coming back has not recovered: it waits longer. */
const PROBATION_MS = 3_600_000;
const JITTER_SHARE = 0.2;
/** Keys of one channel that are tried in one test. */
const KEYS_MAX = 5;
const PARALLEL = 4;

export function createChannelRecovery(deps: ChannelRecoveryDeps): ChannelRecovery {
  const waiting = new Map<number, Waiting>();
  const stopping = new AbortController();
  let running: Promise<void> | undefined;

  const runOnce = async () => {
    if (!deps.enables() || stopping.signal.aborted) return;
    const ids = await deps.channels.switchedOff();
    forgetCalm(waiting, ids, deps.nowMs());
    if (ids.length > 0 && !(await deps.leads())) return;
    const due = ids.filter((id) => isDue(waiting, id, deps)).values();
    // Workers share the iterator, so each channel is taken once.
    const work = async () => {
      for (const id of due) await tryOne(waiting, id, deps, stopping.signal);
    };
    await Promise.all(Array.from({ length: PARALLEL }, work));
  };
  return {
    run() {
      running ??= runOnce()
        .catch((error: unknown) => deps.reportFault("disabled channels could not be tested", error))
        .finally(() => (running = undefined));
      return running;
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** First seen, a channel waits a while; one that came back not long ago waits longer than before. */
function isDue(waiting: Map<number, Waiting>, id: number, deps: ChannelRecoveryDeps): boolean {
  const nowMs = deps.nowMs();
  const known = waiting.get(id);
  if (!known) {
    waiting.set(id, { level: 0, nextAtMs: nowMs + waitMs(0, deps.random), enabledAtMs: 0 });
    return false;
  }
  if (known.enabledAtMs > 0) {
    known.enabledAtMs = 0;
    known.level++;
    known.nextAtMs = nowMs + waitMs(known.level, deps.random);
  }
  return nowMs >= known.nextAtMs;
}

async function tryOne(
  waiting: Map<number, Waiting>,
  id: number,
  deps: ChannelRecoveryDeps,
  stop: AbortSignal,
): Promise<void> {
  const known = waiting.get(id);
  const channel = stop.aborted ? undefined : await deps.loadChannel(id);
  if (!known || !channel) return;
  if (!(await passesTest(channel, deps, stop))) {
    known.level++;
    known.nextAtMs = deps.nowMs() + waitMs(known.level, deps.random);
    return;
  }
  // A person may have decided otherwise in the meantime: then nothing is changed.
  if (!(await deps.channels.switchOn(id))) return;
  known.enabledAtMs = deps.nowMs();
  deps.onEnabled(id);
}

/** One of its keys is enough: the others are found out by the requests that use them. */
async function passesTest(
  channel: RelayChannel,
  deps: ChannelRecoveryDeps,
  stop: AbortSignal,
): Promise<boolean> {
  const routed = routedChannel(channel);
  const model = testModelOf(channel);
  for (let keyIndex = 0; keyIndex < Math.min(routed.keys.length, KEYS_MAX); keyIndex++) {
    const { outcome, timeSeconds } = await sendProbe(channelWithKey(routed, keyIndex), model, deps, stop);
    if (hasWorked(outcome)) return deps.slowTestMs() === 0 || timeSeconds * 1000 <= deps.slowTestMs();
  }
  return false;
}

function forgetCalm(waiting: Map<number, Waiting>, switchedOff: readonly number[], nowMs: number): void {
  const still = new Set(switchedOff);
  for (const [id, { enabledAtMs }] of waiting)
    if (!still.has(id) && nowMs - enabledAtMs >= PROBATION_MS) waiting.delete(id);
}

function waitMs(level: number, random: () => number): number {
  const plain = Math.min(FIRST_WAIT_MS * 2 ** Math.min(level, 20), LONGEST_WAIT_MS);
  return plain * (1 + JITTER_SHARE * random());
}
