import type { Insertable, Kysely, Selectable, Updateable } from "kysely";
import { Role } from "@tollgate/contract/roles";
import { UserStatus } from "@tollgate/contract/statuses";
import type { ChangeFeed } from "../../db/change-feed.ts";
import type { Database } from "../../db/database.ts";
import type { Schema, UsersTable } from "../../db/schema.ts";
import { isUniqueViolation } from "../../db/unique-violation.ts";
import { AppError } from "../../lib/app-error.ts";
import { listUserRows } from "./user-list-store.ts";
import type { UserFilter } from "./user-list-store.ts";

export type User = Selectable<UsersTable>;
export type NewUser = Insertable<UsersTable>;

/** The users table. A cancelled user is found by `list` only, but the name stays taken. */
export interface UserStore {
  find(id: number): Promise<User | undefined>;
  /** By user name, else by an e-mail address that only one user has. */
  findBySignInName(name: string): Promise<User | undefined>;
  findByAccessToken(accessTokenHash: string): Promise<User | undefined>;
  /** The enabled user of an affiliate code. */
  findInviter(affiliateCode: string): Promise<User | undefined>;
  list(filter: UserFilter): Promise<{ rows: User[]; total: number }>;
  hasRoot(): Promise<boolean>;
  /** Inside the transaction that opens the user's account. Throws `user.name-taken`. */
  insert(transaction: Kysely<Schema>, user: NewUser): Promise<number>;
  /** Changes a user and tells the caches. Throws `user.name-taken`. */
  update(id: number, changes: Updateable<UsersTable>): Promise<void>;
  /**
   * Changes a user whom somebody has judged by his role: nothing happens, and false is answered, when he has another
   * role by now or has been cancelled. Throws `user.name-taken`.
   */
  updateJudged(judged: Pick<User, "id" | "role">, changes: Updateable<UsersTable>): Promise<boolean>;
  /** Inside the transaction that makes the invited user. */
  countInvitation(transaction: Kysely<Schema>, inviterId: number, earned: number): Promise<void>;
  /** Remembers a sign-in. No cache holds this, so none is told. */
  recordSignIn(id: number, atSeconds: number): Promise<void>;
}

export function createUserStore({ database, feed }: { database: Database; feed: ChangeFeed }): UserStore {
  const db = database.kysely;
  const living = () => db.selectFrom("users").selectAll().where("deleted_at", "is", null);

  return {
    find: (id) => living().where("id", "=", id).executeTakeFirst(),
    async findBySignInName(name) {
      const named = await living().where("username", "=", name).executeTakeFirst();
      if (named !== undefined || !name.includes("@")) return named;
      const withAddress = await living().where("email", "=", name).limit(2).execute();
      return withAddress.length === 1 ? withAddress[0] : undefined;
    },
    findByAccessToken: (hash) => living().where("access_token_hash", "=", hash).executeTakeFirst(),
    findInviter: (code) =>
      living().where("aff_code", "=", code).where("status", "=", UserStatus.enabled).executeTakeFirst(),
    list: (filter) => listUserRows(database, filter),
    async hasRoot() {
      const root = await db.selectFrom("users").select("id").where("role", "=", Role.root).executeTakeFirst();
      return root !== undefined;
    },
    async insert(transaction, user) {
      const inserted = await nameTakenOr(
        transaction.insertInto("users").values(user).returning("id").executeTakeFirstOrThrow(),
      );
      return inserted.id;
    },
    async update(id, changes) {
      await nameTakenOr(db.updateTable("users").set(changes).where("id", "=", id).execute());
      await feed.publish("users", id);
    },
    async updateJudged({ id, role }, changes) {
      const { numUpdatedRows } = await nameTakenOr(
        db
          .updateTable("users")
          .set(changes)
          .where("id", "=", id)
          .where("role", "=", role)
          .where("deleted_at", "is", null)
          .executeTakeFirstOrThrow(),
      );
      if (numUpdatedRows === 0n) return false;
      await feed.publish("users", id);
      return true;
    },
    async countInvitation(transaction, inviterId, earned) {
      await transaction
        .updateTable("users")
        .set((e) => ({
          aff_count: e("aff_count", "+", 1),
          aff_history: e("aff_history", "+", earned),
        }))
        .where("id", "=", inviterId)
        .execute();
    },
    async recordSignIn(id, atSeconds) {
      await db.updateTable("users").set({ last_login_at: atSeconds }).where("id", "=", id).execute();
    },
  };
}

async function nameTakenOr<Result>(query: Promise<Result>): Promise<Result> {
  try {
    return await query;
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError("user.name-taken");
    throw error;
  }
}
