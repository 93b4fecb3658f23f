import { sql } from "kysely";
import { LogType } from "@tollgate/contract/statuses";
import type { Database } from "../../db/database.ts";
import { withRates } from "../logs/rate-store.ts";

/** A charged call of the past, as far as its price is concerned. */
export interface PastCall {
  readonly id: number;
  readonly created_at: number;
  readonly model_name: string;
  /** The group it ran in. */
  readonly group: string;
  /** The group its user is in now. */
  readonly user_group: string;
  readonly quota: number;
  /** JSON text: `LogOther` of the contract. */
  readonly other: string;
}

export interface PastCallRange {
  readonly fromSeconds: number;
  readonly toSeconds: number;
  readonly limit: number;
  /** The last call of the page before. */
  readonly after?: Pick<PastCall, "id" | "created_at"> | undefined;
}

/**
 * A page of charged calls, newest first, along the index by time; runs on the reader. The console's tests of channels,
 * which come without a token and cost nothing, are left out.
 */
export async function listPastCalls(
  { reader }: Pick<Database, "reader">,
  range: PastCallRange,
): Promise<PastCall[]> {
  const { fromSeconds, toSeconds, limit, after } = range;
  const calls = await reader
    .selectFrom("logs")
    .leftJoin("users", "users.id", "logs.user_id")
    .select(["logs.id", "logs.created_at", "logs.model_name", "logs.group", "logs.quota", "logs.other"])
    .select((e) => e.fn.coalesce("users.group", "logs.group").as("user_group"))
    .where("logs.created_at", ">=", fromSeconds)
    .where("logs.created_at", "<=", toSeconds)
    .where("logs.type", "=", LogType.consume)
    .where("logs.token_id", "<>", 0)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(logs.created_at, logs.id) < (${after?.created_at}, ${after?.id})`),
    )
    .orderBy("logs.created_at", "desc")
    .orderBy("logs.id", "desc")
    .limit(limit)
    .execute();
  return withRates({ reader }, calls);
}
