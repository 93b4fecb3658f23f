import type { Insertable, Kysely, Selectable, Updateable } from "kysely";
import { Role } from "@tollgate/contract/roles";
import type { ChangeFeed } from "../../db/change-feed.ts";
import type { Database } from "../../db/database.ts";
import type { Schema, UsersTable } from "../../db/schema.ts";
import { isUniqueViolation } from "../../db/unique-violation.ts";
import { AppError } from "../../lib/app-error.ts";

export type User = Selectable<UsersTable>;
export type NewUser = Insertable<UsersTable>;

/** The users table. A cancelled user is found by nothing here, but the name stays taken. */
export interface UserStore {
  find(id: number): Promise<User | undefined>;
  /** By user name, else by an e-mail address that only one user has. */
  findBySignInName(name: string): Promise<User | undefined>;
  findByAccessToken(accessTokenHash: string): Promise<User | undefined>;
  hasRoot(): Promise<boolean>;
  /** Inside the transaction that opens the user's account. Throws `user.name-taken`. */
  insert(transaction: Kysely<Schema>, user: NewUser): Promise<number>;
  /** Changes a user and tells the caches. Throws `user.name-taken`. */
  update(id: number, changes: Updateable<UsersTable>): Promise<void>;
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
