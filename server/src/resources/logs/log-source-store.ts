import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { Database } from "../../db/database.ts";
import { fitsText } from "../../db/text-match.ts";
import type { LogFilter } from "./log-filter.ts";
import { findSegmentsEnd } from "./log-segment-store.ts";
import type { SegmentsEnd } from "./log-segment-store.ts";

/** A part of the log, as pieces of a query: `select … ${from} order by ${newestFirst}`. Its rows are called `logs`. */
export interface LogSource {
  /** `from … where …`: the rows that fit the filter. */
  readonly from: RawBuilder<unknown>;
  readonly newestFirst: RawBuilder<unknown>;
  /** The condition on what comes after the row of this id in that order. */
  after(id: number): RawBuilder<boolean>;
}

/**
 * Where the rows that fit the filter are found, newest first: everyone's in the log, a user's own in what is in no
 * segment yet and then in the segments. Columns that the log by user lacks are looked for in the log.
 */
export async function findLogSources(
  { engine, reader }: Pick<Database, "engine" | "reader">,
  filter: LogFilter,
): Promise<LogSource[]> {
  const fitting = sql.join([sql`true`, ...logConditions(engine, filter)], sql` and `);
  const isByUser = filter.userId !== undefined && !filter.username && !filter.channelId && !filter.requestId;
  if (!isByUser) return [wholeLog(fitting)];
  const end = await findSegmentsEnd(reader);
  const unsealed = latestRows(engine, end, fitting);
  return end.segment === 0 ? [unsealed] : [unsealed, segments(end, filter, fitting)];
}

/** Along the index by time: a range of times long ago is as near as today. */
function wholeLog(fitting: RawBuilder<unknown>): LogSource {
  return {
    from: sql`from logs where ${fitting}`,
    newestFirst: sql`logs.created_at desc, logs.id desc`,
    // When that row has been purged, so has everything after it.
    after: (id) => sql`(logs.created_at, logs.id) < ((select created_at from logs where id = ${id}), ${id})`,
  };
}

function latestRows(
  engine: Database["engine"],
  { lastId }: SegmentsEnd,
  fitting: RawBuilder<unknown>,
): LogSource {
  // SQLite does not know how few these rows are, and would rather go through all since a time.
  const logs = engine === "sqlite" ? sql`logs not indexed` : sql`logs`;
  return {
    from: sql`from ${logs} where logs.id > ${lastId} and ${fitting}`,
    newestFirst: sql`logs.id desc`,
    after: (id) => sql`logs.id < ${id}`,
  };
}

/** One search in each segment whose times overlap. */
function segments(
  { segment }: SegmentsEnd,
  { startSeconds, endSeconds }: LogFilter,
  fitting: RawBuilder<unknown>,
): LogSource {
  const overlapping = [
    sql`log_segments.segment <= ${segment}`,
    ...(startSeconds ? [sql`log_segments.last_at >= ${startSeconds}`] : []),
    ...(endSeconds ? [sql`log_segments.first_at <= ${endSeconds}`] : []),
  ];
  return {
    from: sql`from log_segments cross join logs_by_user as logs
      where logs.segment = log_segments.segment and ${sql.join(overlapping, sql` and `)} and ${fitting}`,
    newestFirst: sql`log_segments.segment desc, logs.id desc`,
    after: (id) => sql`log_segments.first_id < ${id} and logs.id < ${id}`,
  };
}

/** The conditions on a row of `logs`, or of what stands under that name in the query. */
function logConditions(engine: Database["engine"], filter: LogFilter): RawBuilder<boolean>[] {
  const { userId, type, startSeconds, endSeconds, tokenName, modelName } = filter;
  const conditions: RawBuilder<boolean>[] = [];
  const isEqual = (column: string, value: string | number) =>
    conditions.push(sql<boolean>`${sql.ref(`logs.${column}`)} = ${value}`);
  if (userId !== undefined) isEqual("user_id", userId);
  if (type) isEqual("type", type);
  if (startSeconds) conditions.push(sql<boolean>`logs.created_at >= ${startSeconds}`);
  if (endSeconds) conditions.push(sql<boolean>`logs.created_at <= ${endSeconds}`);
  if (filter.username) isEqual("username", filter.username);
  if (tokenName) conditions.push(fitsText(engine, "logs.token_name", tokenName));
  if (modelName) conditions.push(fitsText(engine, "logs.model_name", modelName));
  if (filter.channelId) isEqual("channel_id", filter.channelId);
  if (filter.group) isEqual("group", filter.group);
  if (filter.requestId) isEqual("request_id", filter.requestId);
  return conditions;
}
