import type { ChargeAttempt, ChargeExplanation, ChargeLine, LogOther } from "@tollgate/contract/logs";
import { LogType } from "@tollgate/contract/statuses";
import { AppError } from "../../lib/app-error.ts";
import { explainCharge } from "../../pricing/explain-charge.ts";
import { parseRate } from "../../pricing/parse-rate.ts";
import { rateVersion } from "../../pricing/rate-version.ts";
import { readLogOther } from "./log-other.ts";
import type { LogRow } from "./log-record.ts";
import { readStoredUsage } from "./stored-usage.ts";

/** The channels that a row's attempts went to, distinct. */
export function attemptedChannels(row: LogRow): number[] {
  return [...new Set(attemptsOf(readLogOther(row.other)).map((attempt) => attempt.channel_id))];
}

/**
 * How a row's charge came about, from nothing but the row. Throws `log.not-charged` for rows of calls that nobody paid
 * for, and `log.not-explainable` for those that hold no price or no usage: rows of older versions, rows by hand.
 */
export function explainRow(row: LogRow, channelNames: ReadonlyMap<number, string>): ChargeExplanation {
  const other = readLogOther(row.other);
  if (row.type !== LogType.consume || isChannelTest(row, other)) throw new AppError("log.not-charged");
  const rate = parseRate(other?.rate);
  const usage = readStoredUsage(other?.usage);
  if (other === undefined || rate === undefined || usage === undefined)
    throw new AppError("log.not-explainable");
  const { lines, tier, exactQuota, rounding, quota } = explainCharge(rate, usage);
  return {
    id: row.id,
    request_id: row.request_id,
    created_at: row.created_at,
    model_name: row.model_name,
    ...(other.upstream_model_name !== undefined && { upstream_model_name: other.upstream_model_name }),
    group: row.group,
    price_version: rateVersion(rate),
    rate,
    usage,
    ...(other.upstream_usage !== undefined && { upstream_usage: other.upstream_usage }),
    lines: lines.map(copyLine),
    ...(tier && { tier: { input_tokens: tier.inputTokens, above_input_tokens: tier.aboveInputTokens } }),
    exact_quota: exactQuota,
    rounding,
    quota,
    charged_quota: row.quota,
    matches: quota === row.quota,
    held_quota: other.pre_consumed_quota ?? 0,
    payer: { user_id: row.user_id, token_id: row.token_id },
    attempts: attemptsOf(other).map((attempt) => withName(attempt, channelNames)),
    end_reason: other.stream_status?.end_reason ?? "",
    local_count: usage.source === "counted",
  };
}

/** Tests of channels come without a token, as calls of the playground do, and are for free. */
function isChannelTest({ token_id: tokenId, quota }: LogRow, other: LogOther | undefined): boolean {
  return tokenId === 0 && quota === 0 && other?.actual_quota === undefined;
}

/** What a user may see of it: which channels were tried, and what vendors report, is the operator's business. */
export function ownExplanation(explanation: ChargeExplanation): ChargeExplanation {
  const { upstream_usage: _, ...shown } = explanation;
  return { ...shown, attempts: [] };
}

type StoredAttempt = Omit<ChargeAttempt, "channel_name">;

function attemptsOf(other: LogOther | undefined): readonly StoredAttempt[] {
  const attempts = other?.admin_info?.attempts;
  // Rows of other programs may have anything here.
  return Array.isArray(attempts)
    ? attempts.filter((attempt) => Number.isSafeInteger(attempt?.channel_id))
    : [];
}

function withName(attempt: StoredAttempt, names: ReadonlyMap<number, string>): ChargeAttempt {
  return { ...attempt, channel_name: names.get(attempt.channel_id) ?? "" };
}

function copyLine({
  item,
  quantity,
  factors,
  quota,
}: ReturnType<typeof explainCharge>["lines"][number]): ChargeLine {
  return { item, quantity, factors: [...factors], quota };
}
