import type { UpstreamAnswer } from "../lib/egress/upstream-exchange.ts";
import { UpstreamFault } from "../lib/egress/upstream-fault.ts";
import type { RelayChannel } from "../resources/channels/relay-channels.ts";
import { FormatError } from "./formats/chat/chat-error.ts";
import type { Loss } from "./formats/chat/chat-loss.ts";
import { collectedAnswer } from "./collected-answer.ts";
import { firstError } from "./first-error.ts";
import { readFirstEvents } from "./first-events.ts";
import { jsonObject } from "../lib/json-object.ts";
import { broken, failed, late, refusedBySetting, refusedByUpstream } from "./failed-attempt.ts";
import type { FailedAttempt } from "./failed-attempt.ts";
import { failedAsStated, judgedBody } from "./stated-error.ts";
import { upstreamModelOf } from "./upstream-model.ts";
import { startLimits } from "./attempt-limits.ts";
import type { AttemptLimits } from "./attempt-limits.ts";
import type { IdleWatch } from "./idle-watch.ts";
import { overridesOf } from "./overrides/channel-overrides.ts";
import type { ChannelOverrides, OverriddenRequest } from "./overrides/channel-overrides.ts";
import type { BudgetShares } from "./providers/model-suffix.ts";
import type { ProviderCall, UpstreamTarget } from "./providers/provider.ts";
import { providerFor } from "./providers/providers.ts";
import { targetOf } from "./providers/target-of.ts";
import { allowedWishes } from "./lanes/dear-wishes.ts";
import { openLane } from "./lanes/lane.ts";
import type { Lane, TranslatedAnswer, Translation, UpstreamCall } from "./lanes/lane.ts";
import { errorIn } from "./lanes/upstream-words.ts";
import { inlineChat, inlineMediaOf, withChat } from "./lanes/inline-chat.ts";
import { RelayError } from "./relay-error.ts";
import { createSseSplitter } from "./sse-events.ts";
import type { SseSplitter } from "./sse-events.ts";
import { openVendorExchange } from "./vendor-exchange.ts";
import type { VendorExchangeDeps } from "./vendor-exchange.ts";
import { readAnswerUsage } from "./usage/read-usage.ts";

/** What the log tells about one attempt. */
export interface AttemptRecord {
  channel_id: number;
  status_code?: number;
  error?: string;
  duration_ms: number;
  /** What the upstream billed for an attempt that no user pays for. */
  operator_quota?: number;
}

/** An upstream's answer to a streamed call: its first event has arrived, nothing has been sent to the client. */
export interface StreamedAnswer {
  readonly kind: "stream";
  readonly channel: RelayChannel;
  readonly upstreamModel: string;
  readonly lane: Lane;
  readonly contentType: string;
  readonly upstream: Pick<UpstreamAnswer, "read">;
  readonly splitter: SseSplitter;
  readonly firstEvents: readonly Uint8Array[];
  /** Stops the upstream at once. */
  abort(): void;
  readonly idle: IdleWatch;
  readonly timedOut: () => boolean;
}

/** A whole answer, checked to be JSON and not an error. */
export interface WholeAnswer {
  readonly kind: "whole";
  readonly channel: RelayChannel;
  readonly upstreamModel: string;
  readonly lane: Lane;
  readonly status: number;
  readonly contentType: string;
  /** For the client: the upstream's own, or translated. */
  readonly bytes: Uint8Array;
  /** As the upstream said it, or where its usage is read from else. */
  readonly body: Readonly<Record<string, unknown>>;
  /** The client's answer as JSON, also where it gets a file. */
  readonly told: unknown;
  /** What the client's dialect could not say. */
  readonly losses: readonly Loss[];
}

/** An answer that passes as it comes: its first piece has arrived, nothing has been sent to the client. */
export interface RawAnswer extends Omit<StreamedAnswer, "kind" | "splitter" | "firstEvents"> {
  readonly kind: "raw";
  readonly status: number;
  readonly first: Uint8Array;
}

export type AttemptOutcome = StreamedAnswer | RawAnswer | WholeAnswer | FailedAttempt;

/** `openExchange` never follows a redirect and never reaches a metadata address. */
export interface AttemptDeps extends VendorExchangeDeps {
  /** Ask for usage where the client did not: without it a streamed answer is counted here. */
  asksForUsage: boolean;
  /** The part of an answer's limit that `-thinking` in a model's name is worth. The usual ones where it is left out. */
  budgetShares?(): BudgetShares;
  /** Option DrainOnDisconnect: what a client has left is read to its end, and charged in full. */
  drainsOnDisconnect(): boolean;
  /** 0 = none. */
  relayTimeoutMs: number;
  /** Longest silence of a stream, its start included. */
  streamingTimeoutMs: number;
  /** Option FirstTokenTimeoutSeconds: longest wait for a stream's first word; 0 = none. */
  firstTokenTimeoutMs(): number;
}

/** Sends the call to one channel and waits until it is known whether it works. Never throws for an upstream's fault. */
export async function attempt(
  call: UpstreamCall,
  channel: RelayChannel,
  deps: AttemptDeps,
): Promise<AttemptOutcome> {
  const provider = providerFor(channel);
  if (!provider)
    return failed(
      channel,
      undefined,
      new RelayError("upstream.unreachable", { reason: `channel type ${channel.type}` }),
    );
  const overrides = overridesOf(channel.setting);
  const passesBody = overrides?.passesBody ?? false;
  const asked = upstreamModelOf(call.request, channel, provider, {
    passesBody,
    shares: deps.budgetShares?.(),
  });
  if (asked === undefined)
    return failed(channel, undefined, new RelayError("mapping.cycle", { channel: channel.id }));
  const { stream, media } = call.request;
  const { model: upstreamModel, operation } = asked;
  const wishes = {
    model: upstreamModel,
    asksForUsage: deps.asksForUsage,
    reportsStreamUsage: provider.reportsStreamUsage(channel),
    asChat: operation !== call.request.operation,
    passesBody,
    reasoning: asked.reasoning,
    forcesFormat: overrides?.forcesFormat,
    thinkingToContent: overrides?.thinkingToContent,
    allowsWish: allowedWishes(channel.setting),
  };
  let lane = openLane(call, provider, wishes);
  const inline = inlineMediaOf(call, provider, lane, passesBody);
  const chat = inline && (await inlineChat(call, inline));
  if (chat instanceof Error) return broken(channel, chat, call.client.hasLeft);
  if (chat) lane = openLane(withChat(call, chat), provider, { ...wishes, forcesFormat: true });
  const { dialect } = lane;
  const vendorCall = { operation, dialect, model: upstreamModel, stream: stream || lane.collects };
  const target = targetOf(provider, channel, vendorCall);
  if (!target)
    return failed(
      channel,
      undefined,
      new RelayError("upstream.unsupported", { operation: call.request.operation }),
    );
  const sent = prepared(call, { channel, lane, vendorCall }, target, overrides);
  if ("kind" in sent) return sent;
  const request = { url: target.url, headers: sent.headers, body: sent.body };
  const exchange = openVendorExchange(request, provider, { channel, call: vendorCall }, deps);
  const limits = startLimits(call, exchange, deps);
  let goesOn = false;
  try {
    const answer = await exchange.answer;
    const facts = { channel, upstreamModel, lane };
    if (!answer.ok) return await refused(facts, answer);
    if (!stream && (!media?.isRaw || lane.translation?.passesSound === false)) {
      const arrived = answer.bytes(WHOLE_BODY_MAX_BYTES);
      return wholeOf(facts, answer, arrived instanceof Promise ? await arrived : arrived);
    }
    const outcome = stream ? await streamed(facts, answer, limits) : await raw(facts, answer, limits);
    goesOn = outcome.kind === "stream" || outcome.kind === "raw";
    return outcome;
  } catch (error) {
    exchange.abort();
    return limits.timedOut()
      ? late(channel, limits.wasWithoutWord())
      : broken(channel, error, call.client.hasLeft);
  } finally {
    limits.attemptEnded(goesOn);
  }
}

/** The target's own headers, whose lines are written once, unless the call has some of its own. */
function headersFor(
  headers: Readonly<Record<string, string>>,
  { passedHeaders, contentType }: Lane,
): Readonly<Record<string, string>> {
  if (contentType !== undefined) return { ...headers, accept: "*/*", "content-type": contentType };
  return passedHeaders ? { ...headers, ...passedHeaders } : headers;
}

/** The request as the channel's settings change it, or what they answer in its place. */
function prepared(
  call: UpstreamCall,
  { channel, lane, vendorCall }: Pick<AnswerFacts, "channel" | "lane"> & { vendorCall: ProviderCall },
  target: UpstreamTarget,
  overrides: ChannelOverrides | undefined,
): OverriddenRequest | FailedAttempt {
  const { body, contentType } = lane;
  const { operation, dialect, model: upstreamModel } = vendorCall;
  const { model } = call.request;
  const headers = headersFor(target.headers, lane);
  if (!overrides) return { headers, body };
  const facts = { operation, dialect, originalModel: model, upstreamModel, apiKey: channel.key };
  const form = contentType?.startsWith("application/json") ? undefined : contentType;
  // A form is no JSON that could be changed: its headers are, but for the one that says where its parts end.
  const draft = { headers, body: form === undefined ? body : "{}" };
  const changed = overrides.apply(draft, { ...facts, headers: call.headers });
  if ("refusal" in changed) return refusedBySetting(channel, changed.refusal);
  const { request } = changed;
  return form === undefined ? request : { headers: { ...request.headers, "content-type": form }, body };
}

type AnswerFacts = Pick<WholeAnswer, "channel" | "upstreamModel" | "lane">;

async function refused({ channel, lane }: AnswerFacts, answer: UpstreamAnswer): Promise<FailedAttempt> {
  const { status, headers } = answer;
  const bytes = await errorBody(answer);
  const contentType = headers.get("content-type") ?? "";
  const body = bytes && (parseJson(bytes) ?? lane.translation?.readBytes?.(bytes, contentType));
  const error = errorIn(lane, body, status);
  return refusedByUpstream(
    channel,
    { status, headers, bytes: lane.translation ? undefined : bytes },
    { error, body: error ? judgedBody(lane.dialect, error, body) : body },
    readAnswerUsage(lane.usageDialect, body),
  );
}

/** Undefined where it is larger than any error: then its status has to do. */
async function errorBody(answer: UpstreamAnswer): Promise<Uint8Array | undefined> {
  try {
    return await answer.bytes(ERROR_BODY_MAX_BYTES);
  } catch (error) {
    if (error instanceof UpstreamFault && error.code === "too-large") return undefined;
    throw error;
  }
}

const ERROR_BODY_MAX_BYTES = 64 * 1024;
const WHOLE_BODY_MAX_BYTES = 256 * 1024 * 1024;

async function whole(facts: AnswerFacts, answer: UpstreamAnswer): Promise<WholeAnswer | FailedAttempt> {
  return wholeOf(facts, answer, await answer.bytes(WHOLE_BODY_MAX_BYTES));
}

function wholeOf(facts: AnswerFacts, answer: UpstreamAnswer, bytes: Uint8Array): WholeAnswer | FailedAttempt {
  const { channel, upstreamModel, lane } = facts;
  const contentType = answer.headers.get("content-type") ?? "application/json";
  const isCollected = lane.collects && contentType.includes("text/event-stream");
  const body = isCollected
    ? collectedAnswer(lane.dialect, bytes)
    : (parseJson(bytes) ?? lane.translation?.readBytes?.(bytes, contentType));
  // Without a status: what came is no answer, whatever its status says.
  if (body === undefined)
    return failed(channel, undefined, new RelayError("upstream.invalid", { reason: "it is not JSON" }));
  const error = errorIn(lane, body, answer.status);
  if (error !== undefined)
    return failedAsStated(channel, lane.dialect, {
      error,
      body,
      billed: readAnswerUsage(lane.usageDialect, body),
    });
  const { status } = answer;
  const { translation } = lane;
  if (!translation) {
    const told = body;
    return {
      kind: "whole",
      channel,
      upstreamModel,
      lane,
      status,
      body,
      told,
      contentType,
      bytes,
      losses: NO_LOSSES,
    };
  }
  const answered = translatedOr(translation, body);
  if (answered instanceof FormatError)
    return failed(channel, undefined, new RelayError("upstream.invalid", { reason: answered.message }), {
      billed: readAnswerUsage(lane.usageDialect, body),
    });
  const { body: told, losses, file, counted = body } = answered;
  const written = file ?? { contentType: "application/json", bytes: encoder.encode(JSON.stringify(told)) };
  return { kind: "whole", channel, upstreamModel, lane, status, body: counted, told, losses, ...written };
}

/** What is no answer may have been billed all the same. */
function translatedOr(
  translation: Translation,
  body: Record<string, unknown>,
): TranslatedAnswer | FormatError {
  try {
    return translation.answer(body);
  } catch (error) {
    if (error instanceof FormatError) return error;
    throw error;
  }
}

const encoder = new TextEncoder();
const NO_LOSSES: readonly Loss[] = [];

async function streamed(
  facts: AnswerFacts,
  upstream: UpstreamAnswer,
  limits: AttemptLimits,
): Promise<StreamedAnswer | FailedAttempt> {
  const { channel, lane } = facts;
  const contentType = upstream.headers.get("content-type") ?? "";
  if (!contentType.includes("text/event-stream")) {
    const answer = await whole(facts, upstream);
    limits.idle.stop();
    return answer.kind === "failed"
      ? answer
      : failed(channel, 502, new RelayError("upstream.invalid", { reason: "it is not an event stream" }), {
          billed: readAnswerUsage(lane.usageDialect, answer.body),
        });
  }
  const splitter = createSseSplitter();
  const { events, telling } = await readFirstEvents({ upstream, splitter, lane }, limits);
  const first = firstError(telling, lane);
  if (first) {
    limits.abort();
    const billed = readAnswerUsage(lane.usageDialect, first.body);
    return failedAsStated(channel, lane.dialect, { ...first, billed });
  }
  return {
    kind: "stream",
    ...facts,
    contentType,
    upstream,
    splitter,
    firstEvents: events,
    ...ending(limits),
  };
}

/** Sound, subtitles or events. What is JSON all the same is an error, or an upstream that does not stream. */
async function raw(
  facts: AnswerFacts,
  upstream: UpstreamAnswer,
  limits: AttemptLimits,
): Promise<RawAnswer | WholeAnswer | FailedAttempt> {
  const { status, headers } = upstream;
  const contentType = headers.get("content-type") ?? "application/octet-stream";
  if (contentType.includes("json")) return whole(facts, upstream);
  if (contentType.includes("text/html")) {
    limits.abort();
    return failed(
      facts.channel,
      undefined,
      new RelayError("upstream.invalid", { reason: "it is a web page" }),
    );
  }
  const first = await upstream.read();
  if (!first) throw new RelayError("upstream.truncated");
  limits.idle.touch();
  return { kind: "raw", ...facts, status, contentType, upstream, first, ...ending(limits) };
}

/** What ends an answer that is still on its way. */
function ending(limits: AttemptLimits): Pick<StreamedAnswer, "abort" | "idle" | "timedOut"> {
  return { abort: () => limits.abort(), idle: limits.idle, timedOut: () => limits.timedOut() };
}

const decoder = new TextDecoder();

function parseJson(bytes: Uint8Array): Record<string, unknown> | undefined {
  return jsonObject(decoder.decode(bytes));
}
