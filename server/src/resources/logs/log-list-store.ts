import { sql } from "kysely";
import type { SelectQueryBuilder } from "kysely";
import { LOG_TOTAL_CAP } from "@tollgate/contract/logs";
import { LogType } from "@tollgate/contract/statuses";
import type { Database } from "../../db/database.ts";
import type { Schema } from "../../db/schema.ts";
import { fitsText } from "../../db/text-match.ts";
import type { LogRow } from "./log-record.ts";
import { withRates } from "./rate-store.ts";

export interface LogFilter {
  /** Set for a user's own list. */
  userId?: number | undefined;
  /** 0 = all. */
  type?: number | undefined;
  startSeconds?: number | undefined;
  endSeconds?: number | undefined;
  username?: string | undefined;
  /** Exact, or a pattern when it contains %. */
  tokenName?: string | undefined;
  modelName?: string | undefined;
  channelId?: number | undefined;
  group?: string | undefined;
  requestId?: string | undefined;
}

export interface LogPage {
  limit: number;
  offset: number;
  /** Only rows that come after this one in the list; stays quick however deep the page. */
  beforeId?: number | undefined;
}

/**
 * One page, newest first, and how many rows fit the filter: counted up to `LOG_TOTAL_CAP`, above that the cap plus
 * one. Runs on the reader.
 */
export async function listLogRows(
  { engine, reader }: Database,
  filter: LogFilter,
  page: LogPage,
): Promise<{ rows: LogRow[]; total: number }> {
  const matching = filtered(engine, reader.selectFrom("logs"), filter);
  const counted = matching
    .select(sql.lit(1).as("one"))
    .limit(LOG_TOTAL_CAP + 1)
    .as("counted");
  const [rows, { total }] = await Promise.all([
    ordered(after(matching, page.beforeId)).selectAll("logs").limit(page.limit).offset(page.offset).execute(),
    reader
      .selectFrom(counted)
      .select((e) => e.fn.countAll<number>().as("total"))
      .executeTakeFirstOrThrow(),
  ]);
  return { rows: await withRates({ reader }, rows), total };
}

export interface LogStat {
  quota: number;
  /** Requests and tokens of the last 60 seconds. */
  rpm: number;
  tpm: number;
}

const RATE_WINDOW_SECONDS = 60;

/** Sums over consumption: quota over the whole filter, the rates over the last minute whatever its times are. */
export async function sumLogs(
  { engine, reader }: Database,
  filter: LogFilter,
  nowSeconds: number,
): Promise<LogStat> {
  const consumed = { ...filter, type: LogType.consume };
  const lastMinute = {
    ...consumed,
    startSeconds: nowSeconds - RATE_WINDOW_SECONDS,
    endSeconds: undefined,
  };
  const [sum, rates] = await Promise.all([
    filtered(engine, reader.selectFrom("logs"), consumed)
      .select(sql<number>`coalesce(sum(quota), 0)`.as("quota"))
      .executeTakeFirstOrThrow(),
    filtered(engine, reader.selectFrom("logs"), lastMinute)
      .select([
        sql<number>`count(*)`.as("rpm"),
        sql<number>`coalesce(sum(prompt_tokens + completion_tokens), 0)`.as("tpm"),
      ])
      .executeTakeFirstOrThrow(),
  ]);
  return { ...sum, ...rates };
}

type LogQuery<Output> = SelectQueryBuilder<Schema, "logs", Output>;

function filtered<Output>(
  engine: Database["engine"],
  query: LogQuery<Output>,
  filter: LogFilter,
): LogQuery<Output> {
  const { userId, type, startSeconds, endSeconds, username, channelId, group, requestId } = filter;
  const { tokenName, modelName } = filter;
  let narrowed = query;
  if (userId !== undefined) narrowed = narrowed.where("user_id", "=", userId);
  if (type) narrowed = narrowed.where("type", "=", type);
  if (startSeconds) narrowed = narrowed.where("created_at", ">=", startSeconds);
  if (endSeconds) narrowed = narrowed.where("created_at", "<=", endSeconds);
  if (username) narrowed = narrowed.where("username", "=", username);
  if (tokenName) narrowed = narrowed.where(fitsText(engine, "logs.token_name", tokenName));
  if (modelName) narrowed = narrowed.where(fitsText(engine, "logs.model_name", modelName));
  if (channelId) narrowed = narrowed.where("channel_id", "=", channelId);
  if (group) narrowed = narrowed.where("group", "=", group);
  if (requestId) narrowed = narrowed.where("request_id", "=", requestId);
  return narrowed;
}

/** Newest first, along the indexes by time: a range of times long ago is as near as today. */
function ordered<Output>(query: LogQuery<Output>): LogQuery<Output> {
  return query.orderBy("created_at", "desc").orderBy("id", "desc");
}

/** Rows after the given one in the same order. When that one has been purged, so has everything after it. */
function after<Output>(query: LogQuery<Output>, beforeId: number | undefined): LogQuery<Output> {
  if (beforeId === undefined) return query;
  return query.where(
    sql<boolean>`(created_at, id) < ((select created_at from logs where id = ${beforeId}), ${beforeId})`,
  );
}
