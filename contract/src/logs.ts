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
  /** Milliseconds to the first token. */
  frt?: number | undefined;
  is_model_mapped?: boolean | undefined;
  upstream_model_name?: string | undefined;
  reasoning_effort?: string | undefined;
  audio?: boolean | undefined;
  ws?: boolean | undefined;
  request_path?: string | undefined;
  /** How the answer ended; `error` names what broke off a stream. */
  stream_status?: { end_reason: EndReason; error?: string | undefined };
  /** The frozen price and the usage classes that the charge was computed from. */
  rate?: unknown;
  usage?: unknown;
  /** Units held before the call and charged after it. */
  pre_consumed_quota?: number | undefined;
  actual_quota?: number | undefined;
  status_code?: number | undefined;
  error_code?: string | undefined;
  admin_info?: {
    /** Channels tried, in order. */
    use_channel?: number[];
    attempts?: { channel_id: number; status_code?: number; error?: string; duration_ms: number }[];
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
const stat = z.object({ quota: quotaSchema, rpm: z.int(), tpm: z.int() });
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
