import type { Database } from "./database.ts";

const KEY_CHECK = "secret_key_check";

/** Remembers the check value of the secret key, unless one is remembered already; answers the remembered one. */
export async function rememberSecretKey(
  { kysely }: Pick<Database, "kysely">,
  checkValue: string,
): Promise<string> {
  await kysely
    .insertInto("meta")
    .values({ key: KEY_CHECK, value: checkValue })
    .onConflict((conflict) => conflict.column("key").doNothing())
    .execute();
  const { value } = await kysely
    .selectFrom("meta")
    .select("value")
    .where("key", "=", KEY_CHECK)
    .executeTakeFirstOrThrow();
  return value;
}
