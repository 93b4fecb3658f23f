import { randomBytes } from "node:crypto";
import type { Database } from "../db/database.ts";
import type { Clock } from "../lib/clock.ts";
import { nowSeconds } from "../lib/clock.ts";

export const SESSION_SECONDS = 30 * 86_400;
/** Beyond it the oldest sessions of a user end. */
const SESSIONS_PER_USER_MAX = 50;
const SECRET_BYTES = 32;
/** What browsers send may be of any length; this much tells one from another. */
const USER_AGENT_KEPT = 300;

export interface Session {
  readonly hash: string;
  readonly userId: number;
}

/** Sessions of browsers: the cookie holds a random secret, the table its keyed hash. */
export interface SessionStore {
  /** Opens a session and answers the cookie's secret. */
  open(session: { userId: number; ip: string; userAgent: string }): Promise<string>;
  /** The session of a secret, while it lasts. */
  find(secret: string): Promise<Session | undefined>;
  end(secret: string): Promise<void>;
  /** Ends all sessions of a user but one. */
  endOthers(userId: number, keptHash: string | undefined): Promise<void>;
}

export interface SessionStoreParts {
  database: Database;
  lookupHash: (secret: string, purpose: string) => string;
  clock: Clock;
}

export function createSessionStore({ database, lookupHash, clock }: SessionStoreParts): SessionStore {
  const db = database.kysely;
  const hashOf = (secret: string) => lookupHash(secret, "session");

  /** Makes room; the session just opened stays, whatever others were opened in the same second. */
  const dropOldest = async (userId: number, newestHash: string) => {
    const others = db
      .selectFrom("sessions")
      .select("id_hash")
      .where("user_id", "=", userId)
      .where("id_hash", "<>", newestHash)
      .orderBy("created_at", "desc")
      .limit(SESSIONS_PER_USER_MAX - 1);
    await db
      .deleteFrom("sessions")
      .where("user_id", "=", userId)
      .where("id_hash", "<>", newestHash)
      .where("id_hash", "not in", others)
      .execute();
  };

  return {
    async open({ userId, ip, userAgent }) {
      const secret = randomBytes(SECRET_BYTES).toString("base64url");
      const hash = hashOf(secret);
      const now = nowSeconds(clock);
      await db.deleteFrom("sessions").where("expires_at", "<=", now).execute();
      await db
        .insertInto("sessions")
        .values({
          id_hash: hash,
          user_id: userId,
          created_at: now,
          expires_at: now + SESSION_SECONDS,
          ip,
          user_agent: userAgent.slice(0, USER_AGENT_KEPT),
        })
        .execute();
      await dropOldest(userId, hash);
      return secret;
    },
    async find(secret) {
      const row = await db
        .selectFrom("sessions")
        .select(["id_hash", "user_id"])
        .where("id_hash", "=", hashOf(secret))
        .where("expires_at", ">", nowSeconds(clock))
        .executeTakeFirst();
      return row && { hash: row.id_hash, userId: row.user_id };
    },
    async end(secret) {
      await db.deleteFrom("sessions").where("id_hash", "=", hashOf(secret)).execute();
    },
    async endOthers(userId, keptHash) {
      let query = db.deleteFrom("sessions").where("user_id", "=", userId);
      if (keptHash !== undefined) query = query.where("id_hash", "<>", keptHash);
      await query.execute();
    },
  };
}
