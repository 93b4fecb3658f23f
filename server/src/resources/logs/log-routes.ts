import {
  deleteLogs,
  explainLog,
  explainOwnLog,
  getLogStat,
  getOwnLogStat,
  listLogs,
  listOwnLogs,
} from "@tollgate/contract/logs";
import type { QueryOf } from "@tollgate/contract/endpoint";
import { readPage } from "@tollgate/contract/envelope";
import type { Database } from "../../db/database.ts";
import { route } from "../../http/route.ts";
import type { Route } from "../../http/route.ts";
import { AppError } from "../../lib/app-error.ts";
import { nowSeconds } from "../../lib/clock.ts";
import type { Clock } from "../../lib/clock.ts";
import { findLogRow } from "./log-explain-store.ts";
import { attemptedChannels, explainRow, ownExplanation } from "./log-explanation.ts";
import { listLogRows, sumLogs } from "./log-list-store.ts";
import type { LogFilter } from "./log-filter.ts";
import { purgeLogs } from "./log-store.ts";
import { logView, ownLogView } from "./log-view.ts";

export interface LogRouteDeps {
  database: Database;
  clock: Clock;
  /** Names of channels by id; one that is gone has none. */
  channelNames(ids: readonly number[]): Promise<ReadonlyMap<number, string>>;
}

/** Everyone's log for administrators, one's own for users, how charges came about, and the purge. */
export function logRoutes({ database, clock, channelNames }: LogRouteDeps): Route[] {
  return [
    route(listLogs, async ({ query }) => {
      const { page, pageSize, offset } = readPage(query);
      const { rows, total } = await listLogRows(database, filterOf(query), {
        limit: pageSize,
        offset,
        beforeId: query.before_id,
      });
      const names = await channelNames([...new Set(rows.map((row) => row.channel_id))]);
      const items = rows.map((row) => logView(row, names.get(row.channel_id) ?? ""));
      return { items, page, page_size: pageSize, total };
    }),
    route(listOwnLogs, async ({ query, caller }) => {
      const { page, pageSize, offset } = readPage(query);
      const { rows, total } = await listLogRows(
        database,
        { ...filterOf(query), userId: caller.id },
        { limit: pageSize, offset, beforeId: query.before_id },
      );
      return { items: rows.map(ownLogView), page, page_size: pageSize, total };
    }),
    route(getLogStat, ({ query }) => sumLogs(database, filterOf(query), nowSeconds(clock))),
    route(getOwnLogStat, ({ query, caller }) =>
      sumLogs(database, { ...filterOf(query), userId: caller.id }, nowSeconds(clock)),
    ),
    route(explainLog, async ({ query }) => {
      const row = await findLogRow(database, query.id);
      if (row === undefined) throw new AppError("log.not-found");
      return explainRow(row, await channelNames(attemptedChannels(row)));
    }),
    route(explainOwnLog, async ({ query, caller }) => {
      const row = await findLogRow(database, query.id, caller.id);
      if (row === undefined) throw new AppError("log.not-found");
      return ownExplanation(explainRow(row, new Map()));
    }),
    route(deleteLogs, ({ query, signal }) => purgeLogs(database, query.target_timestamp, signal)),
  ];
}

/** The query as the store filters by it; a user's query has neither `username` nor `channel`. */
function filterOf(query: Partial<QueryOf<typeof getLogStat>>): LogFilter {
  return {
    type: query.type,
    startSeconds: query.start_timestamp,
    endSeconds: query.end_timestamp,
    username: query.username,
    tokenName: query.token_name,
    modelName: query.model_name,
    channelId: query.channel,
    group: query.group,
    requestId: query.request_id,
  };
}
