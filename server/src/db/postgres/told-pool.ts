import type { PostgresPool, PostgresPoolClient } from "kysely";
import type { Pool, PoolClient } from "pg";
import { DatabaseAwayError } from "../database-away.ts";
import { toldFault } from "./connection-fault.ts";

/** A connection of the pool. Throws DatabaseAwayError. */
export async function connected(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw toldFault(error, "connecting");
  }
}

/** The pool as Kysely uses it: a query whose connection fails throws DatabaseAwayError, and the connection is not used again. */
export function toldPool(pool: Pool): PostgresPool {
  const known = new WeakMap<PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    async connect() {
      const client = await connected(pool);
      let told = known.get(client);
      if (!told) known.set(client, (told = toldClient(client)));
      return told;
    },
    end: () => pool.end(),
  };
}

function toldClient(client: PoolClient): PostgresPoolClient {
  let isLost = false;
  const query = async (sql: string, parameters: readonly unknown[]) => {
    try {
      return await client.query(sql, [...parameters]);
    } catch (error) {
      const fault = toldFault(error, "asking");
      if (fault instanceof DatabaseAwayError) isLost = true;
      throw fault;
    }
  };
  return {
    // Kysely's own type, which knows cursors too; none is ever asked for.
    query: query as unknown as PostgresPoolClient["query"],
    release: (destroy = false) => client.release(destroy || isLost),
  };
}
