import type { Kysely, Selectable } from "kysely";
import { RedemptionStatus } from "@tollgate/contract/redemptions";
import type { Database } from "../../db/database.ts";
import type { RedemptionsTable, Schema } from "../../db/schema.ts";
import type { SecretKeys } from "../../secrets/secret-keys.ts";
import { redemptionCodeHash, sealRedemptionCode } from "./redemption-code.ts";
import { listRedemptionRows } from "./redemption-list-store.ts";
import type { RedemptionFilter } from "./redemption-list-store.ts";

export type RedemptionRow = Selectable<RedemptionsTable>;

/** What an administrator decides about a code. */
export interface RedemptionValues {
  name: string;
  quota: number;
  expired_time: number;
}

/** Redemption codes. Deleted ones are found by nothing here; their rows stay, because entries and logs name them. */
export interface RedemptionStore {
  list(filter: RedemptionFilter): Promise<{ rows: RedemptionRow[]; total: number }>;
  get(id: number): Promise<RedemptionRow | undefined>;
  findByCode(code: string): Promise<RedemptionRow | undefined>;
  /** One row a code, all or none. */
  create(
    codes: readonly string[],
    values: RedemptionValues,
    made: { by: number; atSeconds: number },
  ): Promise<void>;
  /** Changes a code while it has this status. Answers the changed row, or undefined when it has another by now. */
  updateWhile(
    status: number,
    id: number,
    change: Partial<RedemptionValues & { status: number }>,
  ): Promise<RedemptionRow | undefined>;
  remove(id: number, atSeconds: number): Promise<boolean>;
  /** Removes what is used, disabled or expired; answers how many. */
  removeInvalid(atSeconds: number): Promise<number>;
  /**
   * Marks a code as used by the user, in one transaction with what `alongside` stores. Answers the row, or undefined
   * when the code cannot be redeemed. Of callers at the same time, on any node, one gets it.
   */
  claim(
    code: string,
    claim: { by: number; atSeconds: number },
    alongside: (transaction: Kysely<Schema>, row: RedemptionRow) => Promise<void>,
  ): Promise<RedemptionRow | undefined>;
}

export interface RedemptionStoreParts {
  database: Database;
  secrets: Pick<SecretKeys, "vault" | "lookupHash">;
}

export function createRedemptionStore({ database, secrets }: RedemptionStoreParts): RedemptionStore {
  const db = database.kysely;
  const living = () => db.selectFrom("redemptions").selectAll().where("deleted_at", "is", null);
  return {
    list: (filter) => listRedemptionRows(database, filter),
    get: (id) => living().where("id", "=", id).executeTakeFirst(),
    findByCode: (code) =>
      living().where("key_hash", "=", redemptionCodeHash(secrets, code)).executeTakeFirst(),
    async create(codes, values, { by, atSeconds }) {
      const shared = {
        ...values,
        user_id: by,
        status: RedemptionStatus.unused,
        created_time: atSeconds,
        redeemed_time: 0,
        used_user_id: 0,
        deleted_at: null,
      };
      const rows = codes.map((code) => ({ ...shared, ...sealRedemptionCode(secrets, code) }));
      await db.insertInto("redemptions").values(rows).execute();
    },
    updateWhile: (status, id, change) =>
      db
        .updateTable("redemptions")
        // A change of nothing is still answered with the row.
        .set({ id, ...change })
        .where("id", "=", id)
        .where("status", "=", status)
        .where("deleted_at", "is", null)
        .returningAll()
        .executeTakeFirst(),
    async remove(id, atSeconds) {
      const { numUpdatedRows } = await db
        .updateTable("redemptions")
        .set({ deleted_at: atSeconds })
        .where("id", "=", id)
        .where("deleted_at", "is", null)
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },
    async removeInvalid(atSeconds) {
      const { numUpdatedRows } = await db
        .updateTable("redemptions")
        .set({ deleted_at: atSeconds })
        .where("deleted_at", "is", null)
        .where((e) =>
          e.or([
            e("status", "<>", RedemptionStatus.unused),
            e.and([e("expired_time", ">", 0), e("expired_time", "<=", atSeconds)]),
          ]),
        )
        .executeTakeFirstOrThrow();
      return Number(numUpdatedRows);
    },
    claim: (code, { by, atSeconds }, alongside) =>
      db.transaction().execute(async (transaction) => {
        const row = await transaction
          .updateTable("redemptions")
          .set({ status: RedemptionStatus.used, used_user_id: by, redeemed_time: atSeconds })
          .where("key_hash", "=", redemptionCodeHash(secrets, code))
          .where("status", "=", RedemptionStatus.unused)
          .where("deleted_at", "is", null)
          .where((e) => e.or([e("expired_time", "=", 0), e("expired_time", ">", atSeconds)]))
          .returningAll()
          .executeTakeFirst();
        if (row) await alongside(transaction, row);
        return row;
      }),
  };
}
