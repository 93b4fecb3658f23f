import * as z from "zod/mini";
import { intText, kindText } from "./codecs.ts";
import { endpoint } from "./endpoint.ts";
import { page, pageQuery } from "./envelope.ts";
import { quotaSchema } from "./quota.ts";

/** Totals above this are not counted out: the list answers cap + 1, and the console shows "more than". */
export const LOG_TOTAL_CAP = 10_000;

export const logSchema = z.object({
  id: z.int(),
  created_at: z.int(),
  type: z.int(),
  user_id: z.int(),
  username: z.string(),
  /** 0 in an ordinary user's own list when no channel was used. */
  channel: z.int(),
  /** Empty in an ordinary user's own list. */
  channel_name: z.string(),
  token_id: z.int(),
  token_name: z.string(),
  model_name: z.string(),
  group: z.string(),
  is_stream: z.boolean(),
  /** Whole seconds. */
  use_time: z.int(),
  prompt_tokens: z.int(),
  completion_tokens: z.int(),
  quota: quotaSchema,
  content: z.string(),
  ip: z.string(),
  request_id: z.string(),
  /** JSON text: see `LogOther`. */
  other: z.string(),
});
export type Log = z.output<typeof logSchema>;

/** The keys inside `other`; older rows have fewer. `admin_info` is left out of an ordinary user's own list. */
export interface LogOther {
  model_ratio?: number | undefined;
  /** USD per call; −1 when the model is charged by tokens. */
  model_price?: number | undefined;
  completion_ratio?: number | undefined;
  cache_ratio?: number | undefined;
  cache_tokens?: number | undefined;
  group_ratio?: number | undefined;
  user_group_ratio?: number | undefined;
  /** The user's group, where the call ran in another. */
  user_group?: string | undefined;
  /** Milliseconds to the first token. */
  frt?: number | undefined;
  is_model_mapped?: boolean | undefined;
  upstream_model_name?: string | undefined;
  reasoning_effort?: string | undefined;
  audio?: boolean | undefined;
  ws?: boolean | undefined;
  /** Tokens, cached ones among those of text. */
  audio_input?: number | undefined;
  audio_output?: number | undefined;
  text_input?: number | undefined;
  text_output?: number | undefined;
  /** The realtime session that the row's response was a part of: the id of the request that opened it. */
  session_id?: string | undefined;
  request_path?: string | undefined;
  /** What could not be said between the client's dialect and the upstream's. */
  losses?: readonly string[] | undefined;
  /** How the answer ended; `error` names what broke off a stream. */
  stream_status?: { end_reason: EndReason; error?: string | undefined };
  /** The price that the charge was computed at, by its version; `rate` is the price itself, put in when a row is read. */
  rate_version?: string | undefined;
  rate?: unknown;
  /** What the charge was computed from; classes of which nothing was used are left out. */
  usage?: unknown;
  /** The vendor's own usage record, clipped. */
  upstream_usage?: unknown;
  /** Units held before the call and charged after it. */
  pre_consumed_quota?: number | undefined;
  actual_quota?: number | undefined;
  status_code?: number | undefined;
  error_code?: string | undefined;
  admin_info?: {
    /** Channels tried, in order. */
    use_channel?: number[];
    attempts?: {
      channel_id: number;
      status_code?: number;
      error?: string;
      duration_ms: number;
      /** What the upstream billed for an attempt that no user pays for. */
      operator_quota?: number;
    }[];
    local_count_tokens?: boolean | undefined;
  };
}

/** Why an answer ended. */
export type EndReason =
  | "done"
  | "client_gone"
  | "upstream_truncated"
  | "upstream_error"
  | "timeout"
  | "shutdown";

const filters = {
  type: z.optional(kindText),
  start_timestamp: z.optional(intText),
  end_timestamp: z.optional(intText),
  /** Exact, or a pattern when it contains %. */
  token_name: z.optional(z.string()),
  model_name: z.optional(z.string()),
  group: z.optional(z.string()),
  request_id: z.optional(z.string()),
};
const adminFilters = { ...filters, username: z.optional(z.string()), channel: z.optional(intText) };
/** Keyset paging beside `p`: rows older than this id. */
const keyset = { before_id: z.optional(intText) };

export const listLogs = endpoint("GET /api/log", "admin", {
  query: z.object({ ...adminFilters, ...keyset, ...pageQuery }),
  data: page(logSchema),
});
export const listOwnLogs = endpoint("GET /api/log/self", "user", {
  query: z.object({ ...filters, ...keyset, ...pageQuery }),
  data: page(logSchema),
});

/** Consumed quota over the filter; requests and tokens of the last 60 seconds. */
const stat = z.object({ quota: z.number(), rpm: z.int(), tpm: z.int() });
export const getLogStat = endpoint("GET /api/log/stat", "admin", {
  query: z.object(adminFilters),
  data: stat,
});
export const getOwnLogStat = endpoint("GET /api/log/self/stat", "user", {
  query: z.object(filters),
  data: stat,
});

/** Removes rows older than `target_timestamp` (seconds) in batches; data is how many. Balances never change by it. */
export const deleteLogs = endpoint("DELETE /api/log", "root", {
  query: z.object({ target_timestamp: intText }),
  data: z.int(),
});

/** One class of use in a charge: `quantity × every factor = quota`. */
const chargeLineSchema = z.object({
  /** `input.uncached`, `output.text`, `request`, `tool.web_search` … */
  item: z.string(),
  quantity: z.number(),
  factors: z.array(
    z.object({
      name: z.string(),
      value: z.number(),
      /** Whose table the value is from: operator, default, special, family or fallback. */
      source: z.optional(z.string()),
    }),
  ),
  /** Exact, in plain decimal notation; may have a fraction. */
  quota: z.string(),
});
export type ChargeLine = z.output<typeof chargeLineSchema>;

/** A channel that was tried, and what the attempt cost the operator where the upstream billed it and no user did. */
const chargeAttemptSchema = z.object({
  channel_id: z.int(),
  /** Empty when the channel is gone. */
  channel_name: z.string(),
  status_code: z.optional(z.int()),
  error: z.optional(z.string()),
  duration_ms: z.number(),
  operator_quota: z.optional(z.number()),
});
export type ChargeAttempt = z.output<typeof chargeAttemptSchema>;

/**
 * A charge with its whole formula. The lines add up to `exact_quota`; rounding that once gives `quota`, which is what
 * was charged (`matches`). It holds all that is needed to compute the charge again: `tollgate explain` does so offline.
 */
export const chargeExplanationSchema = z.object({
  id: z.int(),
  request_id: z.string(),
  /** Unix seconds. */
  created_at: z.int(),
  model_name: z.string(),
  upstream_model_name: z.optional(z.string()),
  group: z.string(),
  /** Names the frozen price: equal versions are equal prices. */
  price_version: z.string(),
  rate: z.unknown(),
  usage: z.unknown(),
  /** Absent for ordinary users. */
  upstream_usage: z.optional(z.unknown()),
  lines: z.array(chargeLineSchema),
  /** The tier that the length of the call's whole input chose; absent where the price does not depend on it. */
  tier: z.optional(z.object({ input_tokens: z.number(), above_input_tokens: z.number() })),
  exact_quota: z.string(),
  /** `minimum`: raised to one unit; `saturated`: cut to the largest amount that can be held. */
  rounding: z.enum(["none", "half-away", "minimum", "saturated"]),
  quota: z.number(),
  charged_quota: z.number(),
  matches: z.boolean(),
  held_quota: z.number(),
  payer: z.object({ user_id: z.int(), token_id: z.int() }),
  /** In the order in which they were made; empty for ordinary users. */
  attempts: z.array(chargeAttemptSchema),
  /** An `EndReason`; empty when the row does not say. */
  end_reason: z.string(),
  /** The upstream reported no usage: it was counted here. */
  local_count: z.boolean(),
});
export type ChargeExplanation = z.output<typeof chargeExplanationSchema>;

const explainQuery = z.object({ id: intText });

/** Refused with `log.not-found`, `log.not-charged`, and `log.not-explainable` for rows without price and usage. */
export const explainLog = endpoint("GET /api/log/explain", "admin", {
  query: explainQuery,
  data: chargeExplanationSchema,
});
/** The same for a row of one's own, without what is the operator's business. */
export const explainOwnLog = endpoint("GET /api/log/self/explain", "user", {
  query: explainQuery,
  data: chargeExplanationSchema,
});
