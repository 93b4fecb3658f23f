import { afterEach } from "bun:test";
import { startFakeRealtime } from "../support/fake-realtime/fake-realtime.ts";
import type { FakeRealtime } from "../support/fake-realtime/fake-realtime.ts";
import { useRelayStages } from "./relay-stage.ts";
import type { RelayStage, StageOptions } from "./relay-stage.ts";

/**
 * Units for a token of `voice`: text in 1, cached ½, out 2; sound in 4, out 8. A second that `whisper-1` hears: 3. What is
 * set aside for a response: 500 tokens of sound, 2000 units.
 */
const PRICES = {
  ModelRatio: JSON.stringify({ voice: 1, dear: 5, "whisper-1": 3 }),
  CompletionRatio: JSON.stringify({ voice: 2, "whisper-1": 1 }),
  CacheRatio: JSON.stringify({ voice: 0.5 }),
  AudioRatio: JSON.stringify({ voice: 4 }),
  AudioCompletionRatio: JSON.stringify({ voice: 2 }),
};
export const RESPONSE_HOLD = 2000;

export interface RealtimeStage extends RelayStage {
  readonly fake: FakeRealtime;
}

/** Stages whose channel leads to a fake upstream for realtime sessions. */
export function useRealtimeStages(): { create(options: StageOptions): Promise<RealtimeStage> } {
  const stages = useRelayStages();
  const fakes: FakeRealtime[] = [];
  // After the stages: what they left open is closed by them.
  afterEach(() => {
    for (const fake of fakes.splice(0)) fake[Symbol.dispose]();
  });
  return {
    async create({ options, channel, ...rest }) {
      const fake = startFakeRealtime();
      fakes.push(fake);
      const stage = await stages.create({
        ...rest,
        options: { ...PRICES, ...options },
        channel: channel === false ? false : { base_url: fake.url, models: ["voice"], ...channel },
      });
      return Object.assign(stage, { fake });
    },
  };
}
