import type { EndReason } from "@tollgate/contract/logs";
import type { Language } from "@tollgate/contract/errors";
import type { AttemptDeps, FailedAttempt, StreamedAnswer, WholeAnswer } from "./attempt.ts";
import { openAiErrorBody } from "./formats/openai/openai-error.ts";
import { createOpenAiStreamMeter } from "./formats/openai/openai-stream-meter.ts";
import { takeWrittenText } from "./formats/openai/openai-written-text.ts";
import type { InFlight } from "./in-flight.ts";
import type { RelayCall } from "./relay-call.ts";
import { RelayError } from "./relay-error.ts";
import { countedUsage, settleCall } from "./settlement.ts";
import type { SettlementDeps } from "./settlement.ts";
import { streamBody } from "./stream-answer.ts";
import { bytesWithoutKey } from "./upstream-fault.ts";
import { findRawUsage, listenTo, readAnswerUsage } from "./usage/read-usage.ts";

export interface DeliverDeps extends SettlementDeps, Pick<AttemptDeps, "drainsOnDisconnect"> {
  inFlight: Pick<InFlight, "isOver">;
  reportFault(message: string, error: unknown): void;
}

const encoder = new TextEncoder();

/** A whole answer: charged first, then sent as it came. */
export async function deliverWhole(
  call: RelayCall,
  answer: WholeAnswer,
  deps: DeliverDeps,
): Promise<Response> {
  const usage =
    readAnswerUsage(answer.usageDialect, answer.body) ??
    countedUsage(call, answer.upstreamModel, producedText(answer.body));
  await settleCall(
    call,
    {
      usage,
      rawUsage: findRawUsage(answer.usageDialect, answer.body),
      channelId: answer.channel.id,
      upstreamModel: answer.upstreamModel,
      // Read to its end although its client has left: only where the operator wants that.
      endReason: call.client.hasLeft ? "client_gone" : "done",
      firstTokenMs: undefined,
    },
    deps,
  );
  return new Response(answer.bytes, {
    status: answer.status,
    headers: headersOf(call.requestId, answer.contentType),
  });
}

/** A streamed answer: charged when it ends, before its last bytes. `leave` hears how, when it is settled. */
export function deliverStream(
  call: RelayCall,
  answer: StreamedAnswer,
  deps: DeliverDeps,
  leave: (reason: EndReason) => void,
): Response {
  const meter = createOpenAiStreamMeter({
    reported: listenTo(answer.usageDialect),
    hidesUsage: answer.hidesUsage,
    tickMs: () => performance.now(),
  });
  const body = streamBody({
    answer,
    meter,
    client: call.client,
    drains: deps.drainsOnDisconnect(),
    errorEvent: (reason) => errorEvent(call, reason),
    async finish({ reason, error }) {
      const usage = meter.usage() ?? countedUsage(call, answer.upstreamModel, meter.producedText());
      const firstMs = meter.firstContentAtMs();
      const firstTokenMs = firstMs === undefined ? undefined : firstMs - call.startedTickMs;
      try {
        await settleCall(
          call,
          {
            usage,
            rawUsage: meter.rawUsage(),
            channelId: answer.channel.id,
            upstreamModel: answer.upstreamModel,
            // Clients that are left when the time to drain is over have not gone: they were cut off.
            endReason: reason === "client_gone" && deps.inFlight.isOver ? "shutdown" : reason,
            error,
            firstTokenMs,
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
  return new Response(body, {
    headers: {
      ...headersOf(call.requestId, answer.contentType),
      "cache-control": "no-cache",
      "x-accel-buffering": "no",
    },
  });
}

/** The last failure, in the upstream's own words when they are of the client's dialect. */
export function deliverFailure(call: RelayCall, failure: FailedAttempt): Response {
  const { upstreamError } = failure;
  if (!upstreamError || !isErrorStatus(failure.status))
    return deliverRefusal(failure.error, { requestId: call.requestId, language: call.language() });
  const headers = headersOf(call.requestId, upstreamError.contentType);
  if (upstreamError.retryAfter !== null) headers["retry-after"] = upstreamError.retryAfter;
  const bytes = bytesWithoutKey(upstreamError.bytes, failure.channel);
  return new Response(bytes, { status: failure.status, headers });
}

/** Upstreams answer, and channels map to, statuses that would tell a client of success or that HTTP does not know. */
function isErrorStatus(status: number | undefined): status is number {
  return status !== undefined && status >= 400 && status <= 599;
}

/** A refusal in OpenAI's envelope. */
export function deliverRefusal(error: RelayError, to: { requestId: string; language: Language }): Response {
  return Response.json(openAiErrorBody(error, to.language, to.requestId), {
    status: error.status,
    headers: headersOf(to.requestId, "application/json"),
  });
}

/** Lets pages of other origins read an answer and the ids in its headers. */
export const OPEN_TO_BROWSERS = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "x-request-id, x-oneapi-request-id, retry-after",
};

function headersOf(requestId: string, contentType: string): Record<string, string> {
  return {
    "content-type": contentType,
    "x-request-id": requestId,
    "x-oneapi-request-id": requestId,
    "access-control-allow-origin": OPEN_TO_BROWSERS["access-control-allow-origin"],
    "access-control-expose-headers": OPEN_TO_BROWSERS["access-control-expose-headers"],
  };
}

function errorEvent(call: RelayCall, reason: EndReason): Uint8Array {
  const code =
    reason === "timeout"
      ? "upstream.timeout"
      : reason === "upstream_truncated"
        ? "upstream.truncated"
        : "server.internal";
  const body = openAiErrorBody(new RelayError(code), call.language(), call.requestId);
  return encoder.encode(`data: ${JSON.stringify(body)}\n\n`);
}

function producedText(body: Record<string, unknown>): string {
  const choices: unknown = body["choices"];
  let written = "";
  if (Array.isArray(choices))
    for (const choice of choices) takeWrittenText(choice, (text) => (written += text));
  return written;
}
