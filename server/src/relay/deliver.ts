import { usageWithToolCalls } from "../pricing/usage.ts";
import type { Usage } from "../pricing/usage.ts";
import type { EndReason } from "@tollgate/contract/logs";
import type { Language } from "@tollgate/contract/errors";
import { DatabaseAwayError } from "../db/database-away.ts";
import { awayRefusal } from "./fault-refusal.ts";
import type { AttemptDeps, StreamedAnswer, WholeAnswer } from "./attempt.ts";
import type { FailedAttempt } from "./failed-attempt.ts";
import type { ClientDialect } from "./formats/chat/chat-dialect.ts";
import type { ChatError } from "./formats/chat/chat-error.ts";
import type { AnswerStream } from "./lanes/answer-stream.ts";
import { CHAT_FORMATS } from "./lanes/chat-formats.ts";
import { chatErrorOf } from "./lanes/chat-error-of.ts";
import { passingStream } from "./lanes/passing-stream.ts";
import { contentTypeOf, translatingStream } from "./lanes/translating-stream.ts";
import type { InFlight } from "./in-flight.ts";
import { keepAliveFor } from "./keep-alive.ts";
import { producedText } from "./lanes/produced-text.ts";
import { lossesHeader } from "./lanes/losses-text.ts";
import type { Loss } from "./formats/chat/chat-loss.ts";
import { mediaUsage } from "./media/media-usage.ts";
import type { RelayCall } from "./relay-call.ts";
import { RelayError } from "./relay-error.ts";
import { usageOfAnswer, usageOfStream } from "./counted-usage.ts";
import { giveUpAnswer, isBrokenOff } from "./give-up-answer.ts";
import type { GiveUpDeps } from "./give-up-answer.ts";
import { settleCall, settleSentCall } from "./settlement.ts";
import { streamBody } from "./stream-answer.ts";
import { bytesWithoutKey, withoutKey } from "./upstream-fault.ts";
import { findRawUsage, findToolCalls, readAnswerUsage } from "./usage/read-usage.ts";

export interface DeliverDeps extends GiveUpDeps, Pick<AttemptDeps, "drainsOnDisconnect"> {
  /** Options general_setting.ping_interval_*: after how much silence a stream's client is told that it goes on; 0 = never. */
  keepAliveMs(): number;
  inFlight: Pick<InFlight, "isOver">;
}

/** A whole answer: charged first, then sent as it came. */
export async function deliverWhole(
  call: RelayCall,
  answer: WholeAnswer,
  deps: DeliverDeps,
): Promise<Response> {
  const usage = usageOfWhole(call, answer);
  // Made before the charge is committed: the answers of a commit then go out one right after the other.
  const response = new Response(answer.bytes, {
    status: answer.status,
    headers: headersOf(clientOfCall(call), answer.contentType, answer.lane.losses),
  });
  await settleCall(
    call,
    {
      usage,
      rawUsage: findRawUsage(answer.lane.usageDialect, answer.body),
      channelId: answer.channel.id,
      upstreamModel: answer.upstreamModel,
      reasoningEffort: answer.lane.reasoningEffort,
      // Read to its end although its client has left: only where the operator wants that.
      endReason: call.client.hasLeft ? "client_gone" : "done",
      firstTokenMs: undefined,
      losses: answer.losses.length === 0 ? answer.lane.losses : [...answer.lane.losses, ...answer.losses],
    },
    deps,
  );
  return response;
}

function usageOfWhole(call: RelayCall, answer: WholeAnswer): Usage {
  const { upstreamModel: model, lane, contentType, bytes, body, told } = answer;
  const { usageDialect } = lane;
  const reported = readAnswerUsage(usageDialect, body);
  const { media } = call.request;
  if (media) {
    const given = { body: told, contentType, bytes: bytes.byteLength };
    return mediaUsage(media, { model, rate: call.rate }, reported, given);
  }
  const usage = usageOfAnswer(call.request, model, reported, () => producedText(lane, body));
  // A report has them already.
  return reported ? usage : usageWithToolCalls(usage, findToolCalls(usageDialect, body));
}

/** A streamed answer: charged when it ends, before its last bytes. `leave` hears how, when it is settled. */
export function deliverStream(
  call: RelayCall,
  answer: StreamedAnswer,
  deps: DeliverDeps,
  leave: (reason: EndReason) => void,
): Response {
  const stream = answerStream(call, answer);
  const drains = deps.drainsOnDisconnect();
  const body = streamBody({
    answer,
    stream,
    client: call.client,
    keepAlive: keepAliveFor(call.request, deps.keepAliveMs()),
    drains,
    errorEvent: (reason, fault) =>
      stream.errorEvent(fault instanceof DatabaseAwayError ? awayRefusal() : errorOf(reason)),
    async finish({ reason, error }) {
      // Whoever was told nothing pays nothing for an upstream that failed, nor who has left one that failed for nobody.
      const isBroken = isBrokenOff(reason) || (reason === "client_gone" && drains && !stream.finished());
      const isEmpty = isBroken && stream.firstContentAtMs() === undefined;
      const usage = usageOfStream(stream, call.request, answer.upstreamModel);
      const firstMs = stream.firstContentAtMs();
      const firstTokenMs = firstMs === undefined ? undefined : firstMs - call.startedTickMs;
      try {
        if (isEmpty) return await giveUpAnswer(call, { reason, error, billed: stream.usage() }, deps);
        await settleSentCall(
          call,
          {
            usage,
            rawUsage: stream.rawUsage(),
            channelId: answer.channel.id,
            upstreamModel: answer.upstreamModel,
            reasoningEffort: answer.lane.reasoningEffort,
            // Clients that are left when the time to drain is over have not gone: they were cut off.
            endReason: reason === "client_gone" && deps.inFlight.isOver ? "shutdown" : reason,
            error,
            firstTokenMs,
            losses: [...answer.lane.losses, ...stream.losses()],
          },
          deps,
        );
      } catch (fault) {
        deps.reportFault(`the charge of ${call.requestId} could not be committed`, fault);
        throw fault;
      } finally {
        leave(reason);
      }
    },
  });
  const { lane } = answer;
  const contentType = lane.translation
    ? contentTypeOf(call.request.dialect, call.request.framing)
    : answer.contentType;
  return new Response(body, { headers: streamHeaders(call, contentType, lane.losses) });
}

/** The headers of a streamed answer: nobody on the way may keep it or hold it back. */
export function streamHeaders(
  call: RelayCall,
  contentType: string,
  losses: readonly Loss[] = [],
): Record<string, string> {
  return {
    ...headersOf(clientOfCall(call), contentType, losses),
    "cache-control": "no-cache",
    "x-accel-buffering": "no",
  };
}

function answerStream(call: RelayCall, { lane, channel, upstreamModel }: StreamedAnswer): AnswerStream {
  const context = {
    requestId: call.requestId,
    createdAtSeconds: Math.floor(call.startedAtMs / 1000),
    model: upstreamModel,
    language: call.language,
    tickMs: () => performance.now(),
    withoutKey: (bytes: Uint8Array) => bytesWithoutKey(bytes, channel),
  };
  return lane.translation ? translatingStream(lane, call.request, context) : passingStream(lane, context);
}

/** The last failure, in the upstream's own words when they are of the client's dialect. */
export function deliverFailure(call: RelayCall, failure: FailedAttempt): Response {
  const { upstreamError, channel, status, mappedStatus } = failure;
  const { requestId } = call;
  const { dialect } = call.request;
  if (!upstreamError || !isErrorStatus(status)) {
    const named = isErrorStatus(mappedStatus) ? mappedStatus : failure.error.status;
    return deliverRefusal(failure.error, { requestId, language: call.language(), dialect }, named);
  }
  const { bytes, error, contentType, retryAfter } = upstreamError;
  const headers = headersOf(clientOfCall(call), bytes ? contentType : "application/json");
  if (retryAfter !== null) headers["retry-after"] = retryAfter;
  if (bytes) return new Response(bytesWithoutKey(bytes, channel), { status, headers });
  const told = { ...error, status, message: withoutKey(error.message, channel) };
  return errorResponse(told, dialect, requestId, headers);
}

/** Upstreams answer, and channels map to, statuses that would tell a client of success or that HTTP does not know. */
function isErrorStatus(status: number | undefined): status is number {
  return status !== undefined && status >= 400 && status <= 599;
}

/** Who is answered, and in which dialect. */
export interface AnsweredClient {
  readonly requestId: string;
  readonly dialect: ClientDialect;
}

/** Whose call an answer is for. */
export function clientOfCall({ requestId, request }: RelayCall): AnsweredClient {
  return { requestId, dialect: request.dialect };
}

/** A refusal in the envelope of its client's dialect. */
export function deliverRefusal(
  error: RelayError,
  { requestId, language, dialect }: AnsweredClient & { readonly language: Language },
  status = error.status,
): Response {
  const headers = { ...headersOf({ requestId, dialect }, "application/json"), ...error.headers };
  return errorResponse({ ...chatErrorOf(error, language), status }, dialect, requestId, headers);
}

function errorResponse(
  error: ChatError,
  dialect: ClientDialect,
  requestId: string,
  headers: Record<string, string>,
): Response {
  return Response.json(CHAT_FORMATS[dialect].encodeError(error, requestId), {
    status: error.status,
    headers,
  });
}

/** Lets pages of other origins read an answer and the ids in its headers. */
export const OPEN_TO_BROWSERS = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": [
    "x-request-id, x-oneapi-request-id, request-id, retry-after, x-tollgate-losses",
    "x-ratelimit-limit-requests, x-ratelimit-remaining-requests, x-ratelimit-reset-requests",
    "x-ratelimit-limit-tokens, x-ratelimit-remaining-tokens, x-ratelimit-reset-tokens",
  ].join(", "),
};

/** The headers of every answer. Anthropic's clients know the id under a name of their own. */
export function headersOf(
  { requestId, dialect }: AnsweredClient,
  contentType: string,
  losses: readonly Loss[] = [],
): Record<string, string> {
  const headers: Record<string, string> = {
    "content-type": contentType,
    "x-request-id": requestId,
    "x-oneapi-request-id": requestId,
    "access-control-allow-origin": OPEN_TO_BROWSERS["access-control-allow-origin"],
    "access-control-expose-headers": OPEN_TO_BROWSERS["access-control-expose-headers"],
  };
  if (dialect === "anthropic") headers["request-id"] = requestId;
  if (losses.length > 0) headers["x-tollgate-losses"] = lossesHeader(losses);
  return headers;
}

function errorOf(reason: EndReason): RelayError {
  if (reason === "timeout") return new RelayError("upstream.timeout");
  return new RelayError(reason === "upstream_truncated" ? "upstream.truncated" : "server.internal");
}
