import { logSentence } from "@tollgate/contract/log-sentences";
import type { EndReason, LogOther } from "@tollgate/contract/logs";
import { LogType } from "@tollgate/contract/statuses";
import type { Rate } from "../pricing/rate.ts";
import { rateVersion } from "../pricing/rate-version.ts";
import { inputTokens, outputTokens } from "../pricing/usage.ts";
import type { Usage } from "../pricing/usage.ts";
import type { NewLog } from "../resources/logs/log-store.ts";
import type { Loss } from "./formats/chat/chat-loss.ts";
import { lossesLog } from "./lanes/losses-text.ts";
import type { RelayCall } from "./relay-call.ts";
import type { RelayError } from "./relay-error.ts";
import { clipRawUsage, RAW_USAGE_MAX_BYTES } from "./usage/clip-raw-usage.ts";

/** How a charged call went, as its log row tells it. */
export interface CallResult {
  readonly usage: Usage;
  /** What the vendor itself reported; undefined when it reported nothing. */
  readonly rawUsage: unknown;
  readonly channelId: number;
  readonly upstreamModel: string;
  /** What the model's name asked for, over the client's own wish. */
  readonly reasoningEffort?: string | undefined;
  readonly endReason: EndReason;
  readonly error?: string | undefined;
  readonly firstTokenMs: number | undefined;
  /** What was lost between two dialects. */
  readonly losses: readonly Loss[];
}

/** What it costs, when it was settled, and whether its row is kept (option LogConsumeEnabled). */
export interface Charged {
  readonly quota: number;
  readonly nowMs: number;
  readonly isKept?: boolean;
}

/** The log row of a charged call: the spec's fields, and in `other` all that explains the charge. */
export function consumeLog(call: RelayCall, result: CallResult, charged: Charged): NewLog {
  const { usage } = result;
  const { quota, nowMs, isKept = true } = charged;
  return rowOf(call, nowMs, {
    type: LogType.consume,
    channelId: result.channelId,
    promptTokens: inputTokens(usage),
    completionTokens: outputTokens(usage),
    quota,
    content: rateSentence(call.rate),
    other: () => withRawUsage(JSON.stringify(consumeDetails(call, result, quota)), result.rawUsage),
    isKept,
  });
}

/** One literal: undefined keys are left out by JSON, and spreading would copy it piece by piece for every call. */
function consumeDetails(call: RelayCall, result: CallResult, quota: number): LogOther {
  const { usage } = result;
  const { rate, request, identity } = call;
  const isByToken = rate.kind === "tokens";
  const sound = soundDetails(request.operation === "realtime", usage);
  return {
    model_ratio: isByToken ? rate.modelRatio : undefined,
    completion_ratio: isByToken ? rate.completionRatio : undefined,
    cache_ratio: isByToken ? rate.cacheRatio : undefined,
    model_price: isByToken ? -1 : rate.modelPriceUsd,
    group_ratio: rate.groupRatio,
    user_group: identity.userGroup === call.group ? undefined : identity.userGroup,
    cache_tokens: usage.input.cacheRead,
    frt: result.firstTokenMs === undefined ? undefined : Math.round(result.firstTokenMs),
    is_model_mapped: result.upstreamModel === request.model ? undefined : true,
    upstream_model_name: result.upstreamModel === request.model ? undefined : result.upstreamModel,
    reasoning_effort: result.reasoningEffort ?? request.reasoningEffort,
    ws: sound?.ws,
    audio: sound?.audio,
    audio_input: sound?.audio_input,
    audio_output: sound?.audio_output,
    text_input: sound?.text_input,
    text_output: sound?.text_output,
    session_id: call.sessionId,
    request_path: call.path,
    losses: lossesLog(result.losses),
    stream_status: { end_reason: result.endReason, error: result.error },
    rate_version: rateVersion(rate),
    usage: withoutZeros(usage),
    pre_consumed_quota: call.heldQuota,
    actual_quota: quota,
    admin_info: {
      use_channel: call.attempts.map((attempt) => attempt.channel_id),
      attempts: call.attempts,
      local_count_tokens: usage.source === "counted" ? true : undefined,
    },
  };
}

/** Sessions and sound have figures of their own, under the names that clients of this product family know. */
function soundDetails(isSession: boolean, { input, output }: Usage): Partial<LogOther> | undefined {
  const isSound = input.audio + output.audio > 0;
  if (!isSession && !isSound) return undefined;
  return {
    ws: isSession || undefined,
    audio: isSound || undefined,
    audio_input: input.audio,
    audio_output: output.audio,
    text_input: input.uncached + input.cacheRead,
    text_output: output.text + output.reasoning,
  };
}

/** Most classes of a usage record are zero, and a log has millions of rows. */
function withoutZeros({ input, output, requests, source, toolCalls, seconds, images }: Usage): object {
  return {
    requests,
    source,
    input: {
      uncached: input.uncached || undefined,
      cacheRead: input.cacheRead || undefined,
      cacheWrite5m: input.cacheWrite5m || undefined,
      cacheWrite1h: input.cacheWrite1h || undefined,
      audio: input.audio || undefined,
      image: input.image || undefined,
    },
    output: {
      text: output.text || undefined,
      reasoning: output.reasoning || undefined,
      audio: output.audio || undefined,
      image: output.image || undefined,
    },
    toolCalls,
    seconds,
    images,
  };
}

/** The vendor's own usage object as it came, cut where it is too large to keep. */
function withRawUsage(other: string, raw: unknown): string {
  if (typeof raw !== "object" || raw === null) return other;
  const text = JSON.stringify(raw);
  const kept = text.length <= RAW_USAGE_MAX_BYTES ? text : JSON.stringify(clipRawUsage(raw));
  return `${other.slice(0, -1)},"upstream_usage":${kept}}`;
}

/** The log row of a call that failed and was not charged. */
export function errorLog(call: RelayCall, error: RelayError, status: number, nowMs: number): NewLog {
  const other: LogOther = {
    request_path: call.path,
    status_code: status,
    error_code: error.code,
    admin_info: { use_channel: call.attempts.map((attempt) => attempt.channel_id), attempts: call.attempts },
  };
  return rowOf(call, nowMs, {
    type: LogType.error,
    channelId: call.attempts.at(-1)?.channel_id ?? 0,
    promptTokens: 0,
    completionTokens: 0,
    quota: 0,
    content: error.text(call.language()),
    other: JSON.stringify(other),
    isKept: true,
  });
}

/** What a row says beside whose call it was. */
type Told = Required<
  Pick<
    NewLog,
    "type" | "channelId" | "promptTokens" | "completionTokens" | "quota" | "content" | "other" | "isKept"
  >
>;

/** Field by field: spreading would copy an object piece by piece for every call. */
function rowOf(call: RelayCall, nowMs: number, told: Told): NewLog {
  const { identity } = call;
  return {
    createdAt: Math.floor(nowMs / 1000),
    userId: identity.userId,
    username: identity.username,
    tokenId: identity.tokenId,
    tokenName: identity.tokenName,
    modelName: call.request.model,
    group: call.group,
    isStream: call.request.stream,
    useTime: Math.round((nowMs - call.startedAtMs) / 1000),
    ip: call.ip,
    requestId: call.requestId,
    type: told.type,
    channelId: told.channelId,
    promptTokens: told.promptTokens,
    completionTokens: told.completionTokens,
    quota: told.quota,
    content: told.content,
    other: told.other,
    isKept: told.isKept,
  };
}

/** Sentences by rate: the same frozen rate prices call after call. */
const sentences = new WeakMap<Rate, string>();

function rateSentence(rate: Rate): string {
  let sentence = sentences.get(rate);
  if (sentence === undefined) sentences.set(rate, (sentence = writeRateSentence(rate)));
  return sentence;
}

function writeRateSentence(rate: Rate): string {
  const group = ratioText(rate.groupRatio);
  if (rate.kind === "call") return logSentence("callPrice", { price: ratioText(rate.modelPriceUsd), group });
  const [model, completion] = [ratioText(rate.modelRatio), ratioText(rate.completionRatio)];
  return logSentence("tokenPrice", { model, completion, group });
}

/** At least two decimals, as clients of this product family show them, and as many as the ratio has (0.075, not 0.07). */
function ratioText(ratio: number): string {
  const text = String(Number(ratio.toPrecision(6)));
  return /^\d+$|\.\d$/.test(text) ? ratio.toFixed(2) : text;
}
