import type { EndReason } from "@tollgate/contract/logs";
import type { RawAnswer } from "../attempt.ts";
import { clientOfCall, headersOf } from "../deliver.ts";
import type { DeliverDeps } from "../deliver.ts";
import { giveUpAnswer } from "../give-up-answer.ts";
import type { RelayCall } from "../relay-call.ts";
import { RelayError } from "../relay-error.ts";
import { settleSentCall } from "../settlement.ts";
import { bytesWithoutKey } from "../upstream-fault.ts";
import { findRawUsage, readAnswerUsage } from "../usage/read-usage.ts";
import { createEventTap } from "./event-tap.ts";
import type { EventTap } from "./event-tap.ts";
import { mediaUsage } from "./media-usage.ts";
import { rawBody } from "./raw-body.ts";
import type { RawEnd } from "./raw-body.ts";

/**
 * Sound, subtitles or events on their way to the client. Charged when they end, before their last piece; what breaks off
 * before the upstream has reported its use is not charged. `leave` hears how it ended, when it is settled.
 */
export function deliverRaw(
  call: RelayCall,
  answer: RawAnswer,
  deps: DeliverDeps,
  leave: (reason: EndReason) => void,
): Response {
  const tap = answer.contentType.includes("text/event-stream") ? createEventTap() : undefined;
  const firstTokenMs = performance.now() - call.startedTickMs;
  let bytes = 0;
  const body = rawBody({
    answer,
    client: call.client,
    drains: deps.drainsOnDisconnect(),
    hear(chunk) {
      bytes += chunk.byteLength;
      if (!tap) return chunk;
      tap.hear(chunk);
      return tellsOfError(chunk) ? bytesWithoutKey(chunk, answer.channel) : chunk;
    },
    async finish(told) {
      const end = tap ? endOfEvents(tap, told) : told;
      try {
        await settle(call, answer, { end, bytes, firstTokenMs, tap }, deps);
      } catch (fault) {
        deps.reportFault(`the charge of ${call.requestId} could not be committed`, fault);
        throw fault;
      } finally {
        leave(end.reason);
      }
      // The upstream has closed as if all were said: its client must not believe so.
      if (end.reason === "upstream_truncated" && told.reason === "done")
        throw new RelayError("upstream.truncated");
    },
  });
  const headers = {
    ...headersOf(clientOfCall(call), answer.contentType, answer.lane.losses),
    "x-accel-buffering": "no",
  };
  return new Response(body, { status: answer.status, headers });
}

/** Errors may quote a key. */
function tellsOfError({ buffer, byteOffset, byteLength }: Uint8Array): boolean {
  return Buffer.from(buffer, byteOffset, byteLength).includes('"error"');
}

/** How an answer of events has really ended. */
function endOfEvents(tap: EventTap, told: RawEnd): RawEnd {
  if (told.reason === "done") tap.end();
  if (tap.hasFailed()) return { reason: "upstream_error" };
  return told.reason === "done" && tap.isUnfinished() ? { reason: "upstream_truncated" } : told;
}

interface RawFacts {
  readonly end: RawEnd;
  readonly bytes: number;
  readonly firstTokenMs: number;
  readonly tap: EventTap | undefined;
}

async function settle(call: RelayCall, answer: RawAnswer, facts: RawFacts, deps: DeliverDeps): Promise<void> {
  const { lane, upstreamModel, channel } = answer;
  const { end, bytes, tap } = facts;
  const { media } = call.request;
  const told = tap?.reported();
  const reported = readAnswerUsage(lane.usageDialect, told);
  // An upstream that failed has served nobody, whether its client was there or not.
  const isServed = end.reason === "done" || (end.reason === "client_gone" && end.error === undefined);
  if (!media || (!isServed && reported === undefined)) return giveUpAnswer(call, end, deps);
  const priced = { model: upstreamModel, rate: call.rate };
  await settleSentCall(
    call,
    {
      usage: mediaUsage(media, priced, reported, {
        body: told,
        contentType: answer.contentType,
        bytes,
        // Who stays to the end gets what was asked for, whatever its events are called.
        pictures: end.reason === "client_gone" ? tap?.pictures() : tap?.pictures() || undefined,
      }),
      rawUsage: findRawUsage(lane.usageDialect, told),
      channelId: channel.id,
      upstreamModel,
      endReason: end.reason === "client_gone" && deps.inFlight.isOver ? "shutdown" : end.reason,
      error: end.error,
      firstTokenMs: facts.firstTokenMs,
      losses: lane.losses,
    },
    deps,
  );
}
