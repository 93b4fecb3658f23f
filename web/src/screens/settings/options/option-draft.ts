import { checkOptionText } from "@tollgate/contract/option-check";
import type { OptionSpec } from "@tollgate/contract/option-kinds";
import { OPTION_TABLE } from "@tollgate/contract/option-table";
import { isOptionKey, type OptionKey } from "@tollgate/contract/options";
import type { TableProblem } from "@tollgate/contract/price-table-check";

/** The texts of the options that the server tells; secrets are not among them. */
export type OptionTexts = Readonly<Partial<Record<OptionKey, string>>>;

/** An edited option: its text now, and the saved text that the editing began with. */
export interface OptionChange {
  text: string;
  base: string;
}
export type OptionChanges = Readonly<Partial<Record<OptionKey, OptionChange>>>;

/** What the screen shows: saved and edited texts, with what is wrong in them. */
export interface OptionDraft {
  /** The text of an option as it stands in its field. */
  textOf: (key: OptionKey) => string;
  /** Options that differ from what is saved. */
  changed: readonly OptionKey[];
  /** Changed options that cannot be saved, and why. */
  problems: ReadonlyMap<OptionKey, TableProblem>;
}

/** What the contract says about an option, its value's type forgotten. */
export function optionSpec(key: OptionKey): OptionSpec<unknown> {
  return OPTION_TABLE[key] as never; // Each spec is only given what it has made itself.
}

/** Lays the changes over the saved texts. */
export function draftOf(saved: OptionTexts, changes: OptionChanges): OptionDraft {
  const changed = Object.keys(changes)
    .filter(isOptionKey)
    .filter((key) => !isSameValue(key, changes[key]?.text ?? "", saved[key] ?? ""));
  const problems = new Map<OptionKey, TableProblem>();
  for (const key of changed) {
    const problem = checkOptionText(key, changes[key]?.text ?? "");
    if (problem !== undefined) problems.set(key, problem);
  }
  return {
    textOf: (key) => changes[key]?.text ?? fieldText(key, saved[key] ?? ""),
    changed,
    problems,
  };
}

/** A wire text as it is easiest to edit: JSON on several lines, nothing where a table is empty. */
export function fieldText(key: OptionKey, text: string): string {
  if (optionSpec(key).shape.kind !== "json") return text;
  if (text.trim() === "" || text === "{}") return "";
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}

/** The default as a text for the field. */
export function defaultText(key: OptionKey): string {
  const spec = optionSpec(key);
  return fieldText(key, spec.format(spec.default));
}

/** Whether two texts of an option mean the same to the server; one that it would refuse is the same as itself only. */
export function isSameValue(key: OptionKey, first: string, second: string): boolean {
  if (first === second) return true;
  const spec = optionSpec(key);
  const values = [spec.parse(first), spec.parse(second)];
  const [one, other] = values.map((value) => (value === undefined ? undefined : spec.format(value)));
  return one !== undefined && one === other;
}
