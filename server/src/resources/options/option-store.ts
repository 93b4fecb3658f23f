import type { Kysely } from "kysely";
import { errorText } from "@tollgate/contract/errors";
import { checkOptionText } from "@tollgate/contract/option-check";
import { OPTION_TABLE } from "@tollgate/contract/option-table";
import type { OptionSpec } from "@tollgate/contract/option-kinds";
import { isOptionKey } from "@tollgate/contract/options";
import type { OptionKey, OptionValue } from "@tollgate/contract/options";
import type { ChangeFeed } from "../../db/change-feed.ts";
import type { Database } from "../../db/database.ts";
import type { Schema } from "../../db/schema.ts";
import { AppError } from "../../lib/app-error.ts";
import type { Logger } from "../../lib/logger.ts";
import type { Vault } from "../../secrets/vault.ts";

/** Options as every part of the server reads them: typed, synchronous, from a snapshot that follows the database. */
export interface OptionStore {
  get<Key extends OptionKey>(key: Key): OptionValue<Key>;
  /** Stores an option from its wire text. Throws as `readOptionText` does; then nothing has changed. */
  set(key: string, text: string): Promise<void>;
  /** Stores options from their wire texts, by key: all of them or none, and one change for who listens. */
  setAll(texts: Readonly<Record<string, string>>): Promise<void>;
  /** Puts options back to their defaults, all of them or none. */
  reset(keys: readonly OptionKey[]): Promise<void>;
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

/** What the database holds of an option, and what that stands for. */
interface StoredOption {
  readonly text: string;
  readonly value: unknown;
}
type Snapshot = ReadonlyMap<OptionKey, StoredOption>;

/**
 * The value of option `key` that a wire text stands for. Throws `option.unknown`, and what `checkOptionText` finds: for
 * tables that names the entry that is wrong.
 */
export function readOptionText(key: string, text: string): { key: OptionKey; value: unknown } {
  if (!isOptionKey(key)) throw new AppError("option.unknown", { key });
  const problem = checkOptionText(key, text);
  if (problem !== undefined) throw new AppError(problem.code, problem.details);
  return { key, value: SPECS[key].parse(text) };
}

/** Loads the options. Only those that differ from their default have a row; rows of unknown keys are left alone. */
export async function createOptionStore(parts: OptionStoreParts): Promise<OptionStore> {
  const { database, feed, logger } = parts;
  const listeners = new Set<() => void>();
  let snapshot = await loadOptions(parts, new Map());
  let loading = Promise.resolve();

  const load = async () => {
    try {
      snapshot = await loadOptions(parts, snapshot);
    } catch (error) {
      logger.error("options could not be read: the ones before stay in force", { error });
      return;
    }
    for (const listener of listeners) {
      try {
        listener();
      } catch (error) {
        logger.error("a part could not take over a change of options", { error });
      }
    }
  };
  /** Loads follow one another, so that an older state never replaces a newer one. */
  const reload = () => {
    loading = loading.then(load);
    return loading;
  };
  const unsubscribe = feed.subscribe("options", reload);

  const valueOf = (key: OptionKey) => {
    const stored = snapshot.get(key);
    return stored === undefined ? SPECS[key].default : stored.value;
  };
  /** Resolves when the change is in force here. */
  const publish = () => feed.publish("options");
  const setAll = async (texts: Readonly<Record<string, string>>) => {
    const read = Object.entries(texts).map(([name, text]) => readOptionText(name, text));
    await database.kysely.transaction().execute(async (transaction) => {
      for (const { key, value } of read) await storeOption(parts.vault, transaction, key, value);
    });
    await publish();
  };

  return {
    // A snapshot holds for each key what its own spec has parsed, or the spec's default.
    get: (key) => valueOf(key) as never,
    set: (key, text) => setAll({ [key]: text }),
    setAll,
    async reset(keys) {
      if (keys.length > 0) await database.kysely.deleteFrom("options").where("key", "in", keys).execute();
      await publish();
    },
    list: () =>
      KEYS.filter((key) => !SPECS[key].secret).map((key) => ({
        key,
        value: SPECS[key].format(valueOf(key)),
      })),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: unsubscribe,
  };
}

/** Writes an option's row; one that is at its default has none. */
async function storeOption(vault: Vault, db: Kysely<Schema>, key: OptionKey, value: unknown): Promise<void> {
  const spec = SPECS[key];
  const formatted = spec.format(value);
  if (formatted === spec.format(spec.default)) {
    await db.deleteFrom("options").where("key", "=", key).execute();
    return;
  }
  const stored = spec.secret ? vault.encrypt(formatted, sealedAt(key)) : formatted;
  await db
    .insertInto("options")
    .values({ key, value: stored })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value: stored }))
    .execute();
}

/**
 * What the database holds, parsed; a text that has not changed keeps its value. A row that cannot be read is reported
 * and changes nothing: the value before stays in force, or at the start the default.
 */
async function loadOptions(
  { database, vault, logger }: OptionStoreParts,
  before: Snapshot,
): Promise<Map<OptionKey, StoredOption>> {
  const rows = await database.kysely.selectFrom("options").selectAll().execute();
  const values = new Map<OptionKey, StoredOption>();
  for (const { key, value: text } of rows) {
    if (!isOptionKey(key)) continue;
    const known = before.get(key);
    if (known?.text === text) {
      values.set(key, known);
      continue;
    }
    const spec = SPECS[key];
    const last = known === undefined ? spec.default : known.value;
    try {
      const value = spec.parse(spec.secret ? vault.decrypt(text, sealedAt(key)) : text);
      if (value === undefined) logger.warn(...brokenOption(key, text, known !== undefined));
      values.set(key, { text, value: value === undefined ? last : value });
    } catch (error) {
      logger.warn("a stored secret cannot be opened: it counts as not set", { key, error });
      values.set(key, { text, value: spec.default });
    }
  }
  return values;
}

/** The warning about a stored value: for a table it names the entry that is wrong. */
function brokenOption(
  key: OptionKey,
  text: string,
  hasLast: boolean,
): [message: string, fields: Record<string, unknown>] {
  const inForce = hasLast ? "the value before stays" : "its default is";
  const problem = checkOptionText(key, text);
  return [
    `a stored option is not valid: ${inForce} in force`,
    { key, ...(problem !== undefined && { problem: errorText(problem.code, "en", problem.details) }) },
  ];
}
