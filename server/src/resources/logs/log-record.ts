import type { Selectable } from "kysely";
import type { Cell, Columns } from "../../db/bulk.ts";
import type { LogsTable } from "../../db/schema.ts";

export type LogRow = Selectable<LogsTable>;

/** A log row before it has a number. */
export interface NewLog {
  /** Unix seconds. */
  readonly createdAt: number;
  readonly type: number;
  readonly userId: number;
  readonly username: string;
  /** 0 = none. */
  readonly channelId: number;
  readonly tokenId: number;
  readonly tokenName: string;
  readonly modelName: string;
  readonly group: string;
  readonly isStream: boolean;
  /** Whole seconds. */
  readonly useTime: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly quota: number;
  readonly content: string;
  readonly ip: string;
  readonly requestId: string;
  /**
   * JSON text: `LogOther` of the contract. A function is called when the row is written: rows of a busy moment are
   * written together, and what is done for many in a row costs a fraction of doing it in the middle of each call.
   */
  readonly other: string | (() => string);
  /** False: counts towards its channel's use, but is not kept (option LogConsumeEnabled is off). */
  readonly isKept?: boolean;
}

/** Columns of a new row, in the order of `logCells`. */
export const LOG_COLUMNS = {
  created_at: "bigint",
  type: "integer",
  user_id: "bigint",
  username: "text",
  channel_id: "bigint",
  token_id: "bigint",
  token_name: "text",
  model_name: "text",
  group: "text",
  is_stream: "integer",
  use_time: "bigint",
  prompt_tokens: "bigint",
  completion_tokens: "bigint",
  quota: "bigint",
  content: "text",
  ip: "text",
  request_id: "text",
  other: "text",
} as const satisfies Columns & Record<Exclude<keyof LogsTable, "id">, unknown>;

/** A row's cells in the order of `LOG_COLUMNS`. */
export function logCells(log: NewLog): Cell[] {
  return [
    log.createdAt,
    log.type,
    log.userId,
    storable(log.username),
    log.channelId,
    log.tokenId,
    storable(log.tokenName),
    storable(log.modelName),
    storable(log.group),
    log.isStream ? 1 : 0,
    log.useTime,
    log.promptTokens,
    log.completionTokens,
    log.quota,
    storable(log.content),
    storable(log.ip),
    storable(log.requestId),
    storable(typeof log.other === "string" ? log.other : log.other()),
  ];
}

/** PostgreSQL refuses the zero character, and texts of upstreams may have it: a charge must not fail for that. */
function storable(text: string): string {
  return text.includes("\0") ? text.replaceAll("\0", "") : text;
}
