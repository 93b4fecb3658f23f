import type { EndReason, LogOther } from "@tollgate/contract/logs";
import { LogType } from "@tollgate/contract/statuses";
import type { Rate } from "../pricing/rate.ts";
import { inputTokens, outputTokens } from "../pricing/usage.ts";
import type { Usage } from "../pricing/usage.ts";
import type { NewLog } from "../resources/logs/log-store.ts";
import type { RelayCall } from "./relay-call.ts";
import type { RelayError } from "./relay-error.ts";

/** How a charged call went, as its log row tells it. */
export interface CallResult {
  readonly usage: Usage;
  readonly quota: number;
  readonly channelId: number;
  readonly upstreamModel: string;
  readonly endReason: EndReason;
  readonly error?: string | undefined;
  readonly firstTokenMs: number | undefined;
  readonly nowMs: number;
}

/** The log row of a charged call: the spec's fields, and in `other` all that explains the charge. */
export function consumeLog(call: RelayCall, result: CallResult): NewLog {
  const { usage, quota } = result;
  const other: LogOther = {
    ...rateFigures(call.rate),
    cache_tokens: usage.input.cacheRead,
    ...(result.firstTokenMs !== undefined && { frt: Math.round(result.firstTokenMs) }),
    ...(result.upstreamModel !== call.request.model && {
      is_model_mapped: true,
      upstream_model_name: result.upstreamModel,
    }),
    ...(call.request.reasoningEffort !== undefined && { reasoning_effort: call.request.reasoningEffort }),
    request_path: call.path,
    stream_status: {
      end_reason: result.endReason,
      ...(result.error !== undefined && { error: result.error }),
    },
    rate: call.rate,
    usage,
    pre_consumed_quota: call.heldQuota,
    actual_quota: quota,
    admin_info: {
      use_channel: call.attempts.map((attempt) => attempt.channel_id),
      attempts: call.attempts,
      ...(usage.source === "counted" && { local_count_tokens: true }),
    },
  };
  return {
    ...baseLog(call, result.nowMs),
    type: LogType.consume,
    channelId: result.channelId,
    promptTokens: inputTokens(usage),
    completionTokens: outputTokens(usage),
    quota,
    content: rateSentence(call.rate),
    other: JSON.stringify(other),
  };
}

/** The log row of a call that failed and was not charged. */
export function errorLog(call: RelayCall, error: RelayError, status: number, nowMs: number): NewLog {
  const other: LogOther = {
    request_path: call.path,
    status_code: status,
    error_code: error.code,
    admin_info: { use_channel: call.attempts.map((attempt) => attempt.channel_id), attempts: call.attempts },
  };
  return {
    ...baseLog(call, nowMs),
    type: LogType.error,
    channelId: call.attempts.at(-1)?.channel_id ?? 0,
    promptTokens: 0,
    completionTokens: 0,
    quota: 0,
    content: error.text(call.language),
    other: JSON.stringify(other),
  };
}

function baseLog(call: RelayCall, nowMs: number) {
  return {
    createdAt: Math.floor(nowMs / 1000),
    userId: call.identity.userId,
    username: call.identity.username,
    tokenId: call.identity.tokenId,
    tokenName: call.identity.tokenName,
    modelName: call.request.model,
    group: call.group,
    isStream: call.request.stream,
    useTime: Math.round((nowMs - call.startedAtMs) / 1000),
    ip: call.ip,
    requestId: call.requestId,
  };
}

function rateFigures(rate: Rate): LogOther {
  if (rate.kind === "call") return { model_price: rate.modelPriceUsd, group_ratio: rate.groupRatio };
  return {
    model_ratio: rate.modelRatio,
    completion_ratio: rate.completionRatio,
    cache_ratio: rate.cacheRatio,
    model_price: -1,
    group_ratio: rate.groupRatio,
  };
}

function rateSentence(rate: Rate): string {
  const group = `分组倍率 ${rate.groupRatio.toFixed(2)}`;
  if (rate.kind === "call") return `模型价格 ${rate.modelPriceUsd.toFixed(2)}，${group}`;
  return `模型倍率 ${rate.modelRatio.toFixed(2)}，补全倍率 ${rate.completionRatio.toFixed(2)}，${group}`;
}
