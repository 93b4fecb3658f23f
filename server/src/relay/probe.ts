import type { Clock } from "../lib/clock.ts";
import { LogType } from "@tollgate/contract/statuses";
import { charge } from "../pricing/charge.ts";
import { findRate } from "../pricing/find-rate.ts";
import { rateVersion } from "../pricing/rate-version.ts";
import { inputTokens, outputTokens } from "../pricing/usage.ts";
import type { RelayChannel } from "../resources/channels/relay-channels.ts";
import type { NewLog } from "../resources/logs/log-store.ts";
import { attempt } from "./attempt.ts";
import { readOpenAiRequest } from "./formats/openai/openai-request.ts";
import type { OpenAiOperation } from "./formats/openai/openai-request.ts";
import { providerOf } from "./providers/providers.ts";
import { readAnswerUsage } from "./usage/read-usage.ts";
import { newRequestId } from "./request-id.ts";
import type { RelayDeps } from "./relay.ts";

export interface ProbeResult {
  readonly success: boolean;
  /** Empty when it worked, else the upstream's reason. */
  readonly message: string;
  readonly timeSeconds: number;
  /** The upstream's status after the channel's mapping, when it failed with one. */
  readonly statusCode?: number | undefined;
}

/** Who asked for the test: it appears in his log, and is not charged. */
export interface Tester {
  readonly id: number;
  readonly username: string;
  readonly ip: string;
}

const DEFAULT_TEST_MODEL = "gpt-4o-mini";
const TEST_TOKEN_NAME = "模型测试";
const MAX_TOKENS = 16;

type ProbeDeps = Pick<
  RelayDeps,
  | "loadChannel"
  | "openExchange"
  | "relayTimeoutMs"
  | "streamingTimeoutMs"
  | "asksForUsage"
  | "drainsOnDisconnect"
  | "rates"
  | "prices"
  | "insertLog"
> & { clock: Clock };

/** Sends one tiny request through a channel, whatever its status, and logs what it would have cost. */
export async function probeChannel(
  channelId: number,
  model: string | undefined,
  tester: Tester,
  deps: ProbeDeps,
): Promise<ProbeResult> {
  const channel = await deps.loadChannel(channelId);
  if (!channel) return { success: false, message: "no such channel", timeSeconds: 0 };
  const tested = model || channel.testModel || channel.models[0] || DEFAULT_TEST_MODEL;
  const startedMs = performance.now();
  const request = probeRequest(tested);
  const outcome = await attempt({ request, signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) }, channel, deps);
  const timeSeconds = Math.round(performance.now() - startedMs) / 1000;
  if (outcome.kind !== "whole") {
    return {
      success: false,
      message: outcome.kind === "failed" ? outcome.detail : "the answer was a stream",
      timeSeconds,
      statusCode: outcome.kind === "failed" ? outcome.status : undefined,
    };
  }
  await deps.insertLog(await probeLog(channel, tested, outcome.body, tester, timeSeconds, deps));
  return { success: true, message: "", timeSeconds };
}

const PROBE_TIMEOUT_MS = 60_000;

function probeRequest(model: string) {
  const operation: OpenAiOperation = /embed|bge|m3e/i.test(model) ? "embeddings" : "chat";
  const body =
    operation === "embeddings"
      ? { model, input: "hi" }
      : {
          model,
          messages: [{ role: "user", content: "hi" }],
          ...(usesCompletionLimit(model)
            ? { max_completion_tokens: MAX_TOKENS }
            : { max_tokens: MAX_TOKENS }),
        };
  return readOpenAiRequest(operation, new TextEncoder().encode(JSON.stringify(body)));
}

/** OpenAI's reasoning models refuse `max_tokens`. */
function usesCompletionLimit(model: string): boolean {
  return /^(o\d|gpt-5)/.test(model);
}

async function probeLog(
  channel: RelayChannel,
  model: string,
  body: Record<string, unknown>,
  tester: Tester,
  timeSeconds: number,
  deps: ProbeDeps,
): Promise<NewLog> {
  const group = channel.groups[0] ?? "";
  const usage = readAnswerUsage(providerOf(channel.type)?.usageDialect ?? "openai", body);
  const rate = findRate(deps.prices(), { model, userGroup: group, usingGroup: group });
  if (!("error" in rate) && !deps.rates.isStored(rate)) await deps.rates.store(rate);
  const wouldCost = usage && !("error" in rate) ? charge(rate, usage).quota : undefined;
  return {
    createdAt: Math.floor(deps.clock.nowMs() / 1000),
    type: LogType.consume,
    userId: tester.id,
    username: tester.username,
    channelId: channel.id,
    tokenId: 0,
    tokenName: TEST_TOKEN_NAME,
    modelName: model,
    group,
    isStream: false,
    useTime: Math.round(timeSeconds),
    promptTokens: usage ? inputTokens(usage) : 0,
    completionTokens: usage ? outputTokens(usage) : 0,
    quota: 0,
    content: wouldCost === undefined ? "模型测试，未扣费" : `模型测试，未扣费（按价格应为 ${wouldCost}）`,
    ip: tester.ip,
    requestId: newRequestId(deps.clock),
    other: JSON.stringify({
      rate_version: "error" in rate ? undefined : rateVersion(rate),
      usage,
      admin_info: { use_channel: [channel.id] },
    }),
  };
}
