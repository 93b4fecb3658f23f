import { nowSeconds } from "../../lib/clock.ts";
import type { Clock } from "../../lib/clock.ts";
import type { ChannelStore } from "./channel-store.ts";
import type { TestOutcome } from "./channel-verdict.ts";

/** Who asked for a test: it appears in his log, and is not charged. */
export interface ChannelTester {
  readonly id: number;
  readonly username: string;
  readonly ip: string;
}

/** Sends one tiny request through a channel of any status; answers how it went, never throws for the upstream. */
export type ChannelProbe = (
  channelId: number,
  model: string | undefined,
  tester: ChannelTester,
  /** Breaks the test off. */
  stop?: AbortSignal,
) => Promise<TestOutcome>;

export interface ChannelTestDeps {
  channels: Pick<ChannelStore, "recordTest">;
  clock: Clock;
  probe: ChannelProbe;
}

/** Tests a channel, with its own test model when none is named, and notes the time it took unless it is broken off. */
export async function testChannelOnce(
  { channels, clock, probe }: ChannelTestDeps,
  id: number,
  model: string | undefined,
  tester: ChannelTester,
  stop?: AbortSignal,
): Promise<TestOutcome> {
  const outcome = await probe(id, model, tester, stop);
  if (stop?.aborted) return outcome;
  // How fast an upstream fails says nothing about its speed: the channel counts as untested then.
  const responseTimeMs = outcome.success ? Math.max(1, Math.round(outcome.timeSeconds * 1000)) : 0;
  await channels.recordTest(id, { responseTimeMs, testedAtSeconds: nowSeconds(clock) });
  return outcome;
}
