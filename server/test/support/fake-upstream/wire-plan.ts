import type { Behaviour } from "./behaviour.ts";
import type { Reply } from "./dialect.ts";

/** A piece of the body and the pause before it. */
export interface WireStep {
  readonly delayMs: number;
  readonly payload: Buffer;
  /** Sent as it is, outside of the framing. */
  readonly isRaw?: true;
}

/** What travels for one request, in order: the honest plan, or one that a fault has bent. */
export interface WirePlan {
  readonly latencyMs: number;
  /** Left out, not even a status line is sent. */
  readonly head?: { readonly status: number; readonly headers: Readonly<Record<string, string>> };
  readonly isChunked: boolean;
  readonly steps: readonly WireStep[];
  /** What follows the last step. 'complete' is the only honest one. */
  readonly ending: "complete" | "close" | "reset" | "hang";
  /** The pause between two bytes, of the head and the body. */
  readonly tricklePaceMs?: number;
}

/** The honest way to send a reply with the behaviour's timing. */
export function planReply(reply: Reply, behaviour: Behaviour): WirePlan {
  const isChunked = reply.kind === "stream";
  const framing = reply.kind === "stream" ? chunkedFraming : { "content-length": String(reply.body.length) };
  return {
    latencyMs: behaviour.latencyMs ?? 0,
    head: { status: reply.status, headers: { ...reply.headers, ...framing } },
    isChunked,
    steps: planSteps(reply, behaviour),
    ending: "complete",
  };
}

const chunkedFraming = { "transfer-encoding": "chunked" };

function planSteps(reply: Reply, behaviour: Behaviour): WireStep[] {
  const firstDelayMs = behaviour.firstChunkDelayMs ?? 0;
  const paceMs = behaviour.chunkPaceMs ?? 0;
  if (reply.kind === "body") return [{ delayMs: firstDelayMs, payload: reply.body }];
  const texts = reply.events.map((event, index) => (index === 0 ? reply.opening + event : event));
  if (texts.length === 0) texts.push(reply.opening);
  const steps = texts.map((text, index) => ({
    delayMs: index === 0 ? firstDelayMs : paceMs,
    payload: Buffer.from(text),
  }));
  const ending = reply.closing + reply.terminator;
  if (ending !== "") steps.push({ delayMs: 0, payload: Buffer.from(ending) });
  return steps;
}
