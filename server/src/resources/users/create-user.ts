import type { Kysely } from "kysely";
import { DEFAULT_GROUP } from "@tollgate/contract/groups";
import { UserStatus } from "@tollgate/contract/statuses";
import type { Database } from "../../db/database.ts";
import type { Schema } from "../../db/schema.ts";
import { affiliateAccount, userAccount } from "../../ledger/account.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import { nowSeconds } from "../../lib/clock.ts";
import type { Clock } from "../../lib/clock.ts";
import { randomText } from "../../lib/random-text.ts";
import type { UserStore } from "./user-store.ts";

const AFFILIATE_CODE_LENGTH = 8;

/** A new affiliate code; that it is nobody's yet is the database's to say. */
export const newAffiliateCode = (): string => randomText(AFFILIATE_CODE_LENGTH);

export interface UserToCreate {
  username: string;
  displayName: string;
  passwordHash: string;
  role: number;
  group?: string;
  email?: string;
  /** Who invited; 0 = nobody. */
  inviterId?: number;
  /** Whole units the account opens with. */
  quota: number;
}

export interface CreateUserParts {
  database: Database;
  users: UserStore;
  ledger: Pick<Ledger<unknown>, "openAccount">;
  clock: Clock;
}

/**
 * Makes a user with an open account, both or neither, and with whatever `alongside` stores in the same transaction.
 * Answers the id; throws `user.name-taken`.
 */
export function createUser(
  { database, users, ledger, clock }: CreateUserParts,
  user: UserToCreate,
  alongside?: (transaction: Kysely<Schema>, userId: number) => Promise<void>,
): Promise<number> {
  return database.kysely.transaction().execute(async (transaction) => {
    const id = await users.insert(transaction, {
      username: user.username,
      password_hash: user.passwordHash,
      display_name: user.displayName,
      role: user.role,
      status: UserStatus.enabled,
      email: user.email ?? "",
      group: user.group ?? DEFAULT_GROUP,
      access_token_hash: null,
      aff_code: newAffiliateCode(),
      aff_count: 0,
      inviter_id: user.inviterId ?? 0,
      github_id: "",
      wechat_id: "",
      telegram_id: "",
      linux_do_id: "",
      setting: "",
      created_at: nowSeconds(clock),
      last_login_at: 0,
      deleted_at: null,
    });
    await ledger.openAccount(transaction, userAccount(id), user.quota);
    await ledger.openAccount(transaction, affiliateAccount(id), 0);
    await alongside?.(transaction, id);
    return id;
  });
}
