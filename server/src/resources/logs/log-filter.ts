import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { Database } from "../../db/database.ts";
import { fitsText } from "../../db/text-match.ts";

/** What a list or sum of the log is narrowed by; what is undefined, zero or empty narrows nothing. */
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

/** The conditions on a row of `logs`, or of what stands under that name in the query. */
export function logConditions(engine: Database["engine"], filter: LogFilter): RawBuilder<boolean>[] {
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
