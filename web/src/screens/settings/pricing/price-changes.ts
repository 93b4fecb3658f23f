import { checkTable, isSameTable, type CheckedTable } from "./check-table.ts";
import { MODEL_TABLES, PRICE_OPTIONS, type ModelTable, type PriceOption } from "./price-options.ts";
import type { ModelTables } from "./price-rows.ts";

/** The text of every price option that the server has. */
export type PriceTexts = Readonly<Partial<Record<PriceOption, string>>>;

/** An edited option: its text now, and the saved text that the editing began with. */
export interface PriceChange {
  text: string;
  base: string;
}
export type PriceChanges = Readonly<Partial<Record<PriceOption, PriceChange>>>;

/** What the screens show: saved and edited texts, with what is wrong in them. */
export interface PriceDraft {
  texts: PriceTexts;
  checked: Readonly<Partial<Record<PriceOption, CheckedTable>>>;
  /** Options that differ from what is saved. */
  changed: readonly PriceOption[];
  /** Changed options that cannot be saved. */
  invalid: readonly PriceOption[];
}

/** Lays the changes over the saved texts. */
export function draftOf(saved: PriceTexts, changes: PriceChanges): PriceDraft {
  const texts: Partial<Record<PriceOption, string>> = {};
  const checked: Partial<Record<PriceOption, CheckedTable>> = {};
  const changed: PriceOption[] = [];
  for (const option of PRICE_OPTIONS) {
    const before = saved[option];
    if (before === undefined) continue;
    const text = changes[option]?.text ?? before;
    const result = checkTable(option, text);
    texts[option] = text;
    checked[option] = result;
    // A name that stands twice makes no other table, but it must not be saved unseen.
    const isSame = isSameTable(text, before) && (text === before || result.problems.length === 0);
    if (!isSame) changed.push(option);
  }
  const invalid = changed.filter((option) => (checked[option]?.problems.length ?? 0) > 0);
  return { texts, checked, changed, invalid };
}

/** Numbers by name from a checked table; nothing where it has problems. */
export function numbersOf(table: CheckedTable | undefined): ReadonlyMap<string, number> {
  const entries = Object.entries(table?.value ?? {});
  return new Map(entries.flatMap(([name, value]) => (typeof value === "number" ? [[name, value]] : [])));
}

/** The tables of models of a draft. */
export function modelTablesOf(draft: PriceDraft): ModelTables {
  return tablesBy((table) => numbersOf(draft.checked[table]));
}

export function tablesBy(numbers: (table: ModelTable) => ReadonlyMap<string, number>): ModelTables {
  // Exactly the tables of models, each with its numbers.
  return Object.fromEntries(MODEL_TABLES.map((table) => [table, numbers(table)])) as Record<
    ModelTable,
    ReadonlyMap<string, number>
  >;
}

/** A number of an edited model: undefined takes the operator's own entry away, so that the default counts. */
export type ModelEdit = Readonly<Partial<Record<ModelTable, number | undefined>>>;

/** The texts of the tables that an edit of one model changes. */
export function editModel(own: ModelTables, model: string, edit: ModelEdit): PriceTexts {
  const texts: Partial<Record<PriceOption, string>> = {};
  for (const table of MODEL_TABLES) {
    if (!Object.hasOwn(edit, table) || own[table].get(model) === edit[table]) continue;
    const entries = new Map(own[table]);
    const value = edit[table];
    if (value === undefined) entries.delete(model);
    else entries.set(model, value);
    texts[table] = tableText(entries);
  }
  return texts;
}

/** Takes every own number of a model away. */
export function resetModel(own: ModelTables, model: string): PriceTexts {
  return editModel(own, model, Object.fromEntries(MODEL_TABLES.map((table) => [table, undefined])));
}

/** JSON of a table, one entry a line, in the order of its entries. */
export function tableText(entries: Iterable<readonly [string, unknown]>): string {
  return JSON.stringify(Object.fromEntries(entries), undefined, 2);
}
