import type { EventVerdict } from "../formats/openai/openai-stream-meter.ts";

/** The end of a stream that has no closing mark, held back until the charge is committed. */
export interface GeminiHold {
  /** `data`: the event's JSON. */
  see(event: Uint8Array, data: string): EventVerdict;
  /** What passes with the event that was seen last; once. */
  output(event: Uint8Array): Uint8Array;
  /** What has not passed. */
  held(): readonly Uint8Array[];
}

/**
 * Holds back the event that says why the answer finished, and what follows without text (usage). Some versions say so in
 * every event: what is followed by more text was not the end, and goes on. A text that holds these words is an event late.
 */
export function createGeminiHold(): GeminiHold {
  let held: Uint8Array[] = [];
  let released: Uint8Array[] = [];
  return {
    see(event, data) {
      released = [];
      if (held.length > 0 && data.includes('"parts"')) {
        released = held;
        held = [];
      }
      if (held.length > 0 || data.includes('"finishReason"')) {
        held.push(event);
        return released.length > 0 ? "pass" : "hide";
      }
      released.push(event);
      return "pass";
    },
    output(event) {
      const passing = released;
      released = [];
      return passing.length === 1 ? (passing[0] ?? event) : Buffer.concat(passing);
    },
    // A stream's last event, which ends with its body, may let others go on that nobody asks for any more.
    held: () => [...released, ...held],
  };
}
