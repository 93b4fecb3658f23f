import type { UpstreamAnswer } from "../lib/egress/upstream-exchange.ts";
import type { AttemptLimits } from "./attempt-limits.ts";
import type { Lane } from "./lanes/lane.ts";
import { createStreamMeter } from "./lanes/passing-stream.ts";
import { RelayError } from "./relay-error.ts";
import type { SseSplitter } from "./sse-events.ts";

/** What may be held back for a stream that sends events and says nothing. */
const HELD_MAX_BYTES = 1024 * 1024;

interface BeginningStream {
  readonly upstream: Pick<UpstreamAnswer, "read">;
  readonly splitter: SseSplitter;
  readonly lane: Lane;
}

/** With what a stream has begun. */
export interface FirstEvents {
  readonly events: readonly Uint8Array[];
  /** Those from the first that says something; all where none was waited for. */
  readonly telling: readonly Uint8Array[];
}

/**
 * The events with which a stream has begun: the first that arrive or, where a first word is waited for, all up to it
 * (text, a thought, a call, a reason to finish, an error; no comments, pings and headings). Throws upstream.truncated.
 */
export async function readFirstEvents(
  { upstream, splitter, lane }: BeginningStream,
  limits: Pick<AttemptLimits, "idle" | "waitsForWord">,
): Promise<FirstEvents> {
  const saysSomething = limits.waitsForWord ? createFirstWordWatch(lane) : () => true;
  const events: Uint8Array[] = [];
  let wordAt = -1;
  let heldBytes = 0;
  for (;;) {
    const chunk = await upstream.read();
    if (!chunk) throw new RelayError("upstream.truncated");
    limits.idle.touch();
    for (const event of splitter.push(chunk)) {
      if (wordAt < 0 && saysSomething(event)) wordAt = events.length;
      events.push(event);
      heldBytes += event.byteLength;
    }
    if (wordAt >= 0) return { events, telling: events.slice(wordAt) };
    if (heldBytes > HELD_MAX_BYTES) return { events, telling: events };
  }
}

/** Listens to a stream's beginning; what it learns is thrown away. */
function createFirstWordWatch(lane: Lane): (event: Uint8Array) => boolean {
  const context = { requestId: "", createdAtSeconds: 0, model: "", tickMs: () => 0 };
  const meter = createStreamMeter(lane, context);
  return (event) => meter.see(event) !== "pass" || meter.firstContentAtMs() !== undefined;
}
