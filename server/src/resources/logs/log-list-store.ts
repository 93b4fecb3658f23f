import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { LOG_TOTAL_CAP } from "@tollgate/contract/logs";
import { LogType } from "@tollgate/contract/statuses";
import type { Database } from "../../db/database.ts";
import type { LogFilter } from "./log-filter.ts";
import type { LogRow } from "./log-record.ts";
import { findLogSources } from "./log-source-store.ts";
import type { LogSource } from "./log-source-store.ts";
import { withRates } from "./rate-store.ts";

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
  database: Database,
  filter: LogFilter,
  page: LogPage,
): Promise<{ rows: LogRow[]; total: number }> {
  const sources = await findLogSources(database, filter);
  const [ids, total] = await Promise.all([listIds(database, sources, page), countRows(database, sources)]);
  const rows = await findRows(database, ids);
  return { rows: await withRates(database, rows), total };
}

export interface LogStat {
  quota: number;
  /** Requests and tokens of the last 60 seconds. */
  rpm: number;
  tpm: number;
}

const RATE_WINDOW_SECONDS = 60;

/** Sums over consumption: quota over the whole filter, the rates over the last minute whatever its times are. */
export async function sumLogs(database: Database, filter: LogFilter, nowSeconds: number): Promise<LogStat> {
  const consumed = { ...filter, type: LogType.consume };
  const lastMinute = {
    ...consumed,
    startSeconds: nowSeconds - RATE_WINDOW_SECONDS,
    endSeconds: undefined,
  };
  const [{ quota }, rates] = await Promise.all([
    sumOf<{ quota: number }>(database, consumed, {
      columns: sql`logs.quota`,
      sums: sql`cast(coalesce(sum(quota), 0) as bigint) as quota`,
    }),
    sumOf<{ rpm: number; tpm: number }>(database, lastMinute, {
      columns: sql`logs.prompt_tokens + logs.completion_tokens as tokens`,
      sums: sql`count(*) as rpm, cast(coalesce(sum(tokens), 0) as bigint) as tpm`,
    }),
  ]);
  return { quota, ...rates };
}

type Reading = Pick<Database, "engine" | "reader">;

/** Goes on to the next source where one has no more; each but the last is small. */
async function listIds(
  { reader }: Reading,
  sources: readonly LogSource[],
  { limit, offset, beforeId }: LogPage,
): Promise<number[]> {
  const ids: number[] = [];
  let skipped = 0;
  for (const source of sources) {
    const isLast = source === sources.at(-1);
    const after = beforeId === undefined ? sql`` : sql`and ${source.after(beforeId)}`;
    const toSkip = offset - skipped;
    const wanted = limit - ids.length;
    const { rows } = await sql<{ id: number }>`
      select logs.id ${source.from} ${after} order by ${source.newestFirst}
      limit ${isLast ? wanted : toSkip + wanted} offset ${isLast ? toSkip : 0}`.execute(reader);
    ids.push(...rows.slice(isLast ? 0 : toSkip).map(({ id }) => id));
    skipped += Math.min(toSkip, rows.length);
    if (ids.length === limit) break;
  }
  return ids;
}

async function findRows({ reader }: Reading, ids: readonly number[]): Promise<LogRow[]> {
  if (ids.length === 0) return [];
  const rows = await reader.selectFrom("logs").selectAll().where("id", "in", ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

async function countRows({ reader }: Reading, sources: readonly LogSource[]): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (${united(sources, sql`1 as one`)} limit ${LOG_TOTAL_CAP + 1}) as counted`.execute(
    reader,
  );
  return rows[0]?.total ?? 0;
}

/** One row of sums over columns of the rows that fit; `Sums` are what `sums` names. */
async function sumOf<Sums>(
  database: Reading,
  filter: LogFilter,
  { columns, sums }: { columns: RawBuilder<unknown>; sums: RawBuilder<unknown> },
): Promise<Sums> {
  const sources = await findLogSources(database, filter);
  const { rows } = await sql<Sums>`select ${sums} from (${united(sources, columns)}) as consumed`.execute(
    database.reader,
  );
  const [row] = rows;
  if (!row) throw new Error("a sum has no row");
  return row;
}

function united(sources: readonly LogSource[], columns: RawBuilder<unknown>) {
  return sql.join(
    sources.map(({ from }) => sql`select ${columns} ${from}`),
    sql` union all `,
  );
}
