import type { Kysely } from "kysely";
import type { Schema } from "../../db/schema.ts";
import type { AccountId } from "../../ledger/account.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import { nowSeconds } from "../../lib/clock.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Logger } from "../../lib/logger.ts";
import { startRecurringWork } from "../../lib/recurring-work.ts";
import type { RecurringWork } from "../../lib/recurring-work.ts";
import type { NewLog } from "../logs/log-store.ts";
import { movementLog } from "./movement-log.ts";
import type { PendingGrantRow, PendingGrantStore } from "./pending-grant-store.ts";

/** Units that somebody is owed, with the log row that tells of it. */
export interface PendingGrant {
  /** Names the reason: the same reason is never paid twice. */
  readonly key: string;
  readonly account: AccountId;
  /** Above 0. */
  readonly amount: number;
  /** For the ledger's entry. */
  readonly note: string;
  /** Whose log row it is. */
  readonly userId: number;
  readonly username: string;
  readonly logType: number;
  readonly logContent: string;
}

/**
 * Money that must come if, and only if, something else has been stored: a new user, a code that is marked as used. The
 * promise commits with its reason, the ledger books it under the promise's key together with its log row, and then the
 * promise is forgotten. A process that dies anywhere between leaves a promise that the next start, or another node,
 * carries out: the key lets it post once.
 */
export interface PendingGrants {
  /** Inside the transaction that stores the reason. */
  promise(transaction: Kysely<Schema>, grants: readonly PendingGrant[]): Promise<void>;
  /** Books what has been promised under the keys. Never rejects: what cannot be booked now is tried again later. */
  book(keys: readonly string[]): Promise<void>;
  /** Books everything promised; answers how many it has carried out. */
  bookAll(): Promise<number>;
}

export interface PendingGrantsParts {
  store: PendingGrantStore;
  ledger: Pick<Ledger<NewLog>, "grant">;
  clock: Clock;
  logger: Logger;
}

export function createPendingGrants({ store, ledger, clock, logger }: PendingGrantsParts): PendingGrants {
  const bookOne = async (row: PendingGrantRow): Promise<boolean> => {
    try {
      const { key, account, amount, note } = row;
      const outcome = await ledger.grant({ key, account, amount, note, alongside: () => logOf(row) });
      if (!outcome.ok) throw new Error(`the ledger refused it: ${outcome.reason}`);
      return await store.forget(key);
    } catch (error) {
      logger.error("a grant could not be booked and will be tried again", { key: row.key, error });
      return false;
    }
  };
  const bookRows = async (listed: Promise<PendingGrantRow[]>): Promise<number> => {
    try {
      const booked = await Promise.all((await listed).map(bookOne));
      return booked.filter(Boolean).length;
    } catch (error) {
      logger.error("the promised grants could not be read and will be tried again", { error });
      return 0;
    }
  };

  return {
    promise: (transaction, grants) =>
      store.insert(
        transaction,
        grants.map((grant) => rowOf(grant, nowSeconds(clock))),
      ),
    async book(keys) {
      await bookRows(store.list(keys));
    },
    bookAll: () => bookRows(store.list()),
  };
}

const BOOKING_INTERVAL_MS = 30_000;

/** Carries out at intervals what this node or another has left. Stop it before the database closes. */
export function startBooking(grants: Pick<PendingGrants, "bookAll">): RecurringWork {
  return startRecurringWork(grants.bookAll, BOOKING_INTERVAL_MS);
}

function rowOf({ userId, logType, logContent, ...grant }: PendingGrant, createdAt: number): PendingGrantRow {
  return {
    ...grant,
    user_id: userId,
    log_type: logType,
    log_content: logContent,
    created_at: createdAt,
  };
}

function logOf(row: PendingGrantRow) {
  return movementLog({
    createdAt: row.created_at,
    type: row.log_type,
    userId: row.user_id,
    username: row.username,
    content: row.log_content,
  });
}
