import { OPTION_TABLE } from "@tollgate/contract/option-table";
import type { OptionSpec } from "@tollgate/contract/option-kinds";
import { isOptionKey } from "@tollgate/contract/options";
import type { OptionKey, OptionValue } from "@tollgate/contract/options";
import type { ChangeFeed } from "../../db/change-feed.ts";
import type { Database } from "../../db/database.ts";
import { AppError } from "../../lib/app-error.ts";
import type { Logger } from "../../lib/logger.ts";
import type { Vault } from "../../secrets/vault.ts";

/** Options as every part of the server reads them: typed, synchronous, from a snapshot that follows the database. */
export interface OptionStore {
  get<Key extends OptionKey>(key: Key): OptionValue<Key>;
  /** Stores an option from its wire text. Throws `option.unknown` and `option.invalid`. */
  set(key: string, text: string): Promise<void>;
  /** Every option as wire text, secrets left out. */
  list(): { key: string; value: string }[];
  /** Calls after any change, here or on another node. Answers how to stop. */
  onChange(listener: () => void): () => void;
  close(): void;
}

export interface OptionStoreParts {
  database: Database;
  vault: Vault;
  feed: ChangeFeed;
  logger: Logger;
}

/** The table with its value types forgotten; `get` remembers them. */
const SPECS: Readonly<Record<OptionKey, OptionSpec<unknown>>> = OPTION_TABLE as never;
const KEYS = Object.keys(OPTION_TABLE).filter(isOptionKey);
const sealedAt = (key: string) => `options.${key}`;

/** Loads the options. Only those that differ from their default have a row; rows of unknown keys are left alone. */
export async function createOptionStore(parts: OptionStoreParts): Promise<OptionStore> {
  const { database, vault, feed, logger } = parts;
  const db = database.kysely;
  const listeners = new Set<() => void>();
  let snapshot = await loadOptions(parts);
  let loading = Promise.resolve();

  const load = async () => {
    try {
      snapshot = await loadOptions(parts);
      for (const listener of listeners) listener();
    } catch (error) {
      logger.error("options could not be read: the ones before stay in force", { error });
    }
  };
  /** Loads follow one another, so that an older state never replaces a newer one. */
  const reload = () => {
    loading = loading.then(load);
    return loading;
  };
  const unsubscribe = feed.subscribe("options", () => void reload());

  return {
    // A snapshot holds for each key what its own spec has parsed, or the spec's default.
    get: (key) => (snapshot.has(key) ? snapshot.get(key) : SPECS[key].default) as never,
    async set(key, text) {
      if (!isOptionKey(key)) throw new AppError("option.unknown", { key });
      const spec = SPECS[key];
      const value = spec.parse(text);
      if (value === undefined) throw new AppError("option.invalid", { key, details: text.slice(0, 100) });
      const formatted = spec.format(value);
      if (formatted === spec.format(spec.default)) {
        await db.deleteFrom("options").where("key", "=", key).execute();
      } else {
        const stored = spec.secret ? vault.encrypt(formatted, sealedAt(key)) : formatted;
        await db
          .insertInto("options")
          .values({ key, value: stored })
          .onConflict((conflict) => conflict.column("key").doUpdateSet({ value: stored }))
          .execute();
      }
      await feed.publish("options");
      await loading;
    },
    list: () =>
      KEYS.filter((key) => !SPECS[key].secret).map((key) => ({
        key,
        value: SPECS[key].format(snapshot.has(key) ? snapshot.get(key) : SPECS[key].default),
      })),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: unsubscribe,
  };
}

/** What the database holds, parsed. A row that cannot be read leaves its default in force and is reported. */
async function loadOptions({ database, vault, logger }: OptionStoreParts): Promise<Map<OptionKey, unknown>> {
  const rows = await database.kysely.selectFrom("options").selectAll().execute();
  const values = new Map<OptionKey, unknown>();
  for (const { key, value: stored } of rows) {
    if (!isOptionKey(key)) continue;
    const spec = SPECS[key];
    try {
      const value = spec.parse(spec.secret ? vault.decrypt(stored, sealedAt(key)) : stored);
      if (value !== undefined) values.set(key, value);
      else logger.warn("a stored option is not valid: its default is in force", { key });
    } catch (error) {
      logger.warn("a stored secret cannot be opened: it counts as not set", { key, error });
    }
  }
  return values;
}
