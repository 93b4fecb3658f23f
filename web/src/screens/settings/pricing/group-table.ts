import { numbersOf, tableText, type PriceDraft, type PriceTexts } from "./price-changes.ts";

/** A group with its ratio, and its description where users may choose it. */
export interface GroupRow {
  name: string;
  ratio: number | undefined;
  /** Undefined for a group that users cannot choose. */
  description: string | undefined;
}

/** The ratio that replaces a group's own for the users of one group. */
export interface SpecialRatio {
  userGroup: string;
  usingGroup: string;
  ratio: number;
}

/** The groups of a draft, in the order of their table. */
export function groupRows(draft: PriceDraft): GroupRow[] {
  const ratios = numbersOf(draft.checked.GroupRatio);
  const descriptions = textsOf(draft.checked.UserUsableGroups?.value);
  const names = new Set([...ratios.keys(), ...descriptions.keys()]);
  return [...names].map((name) => ({
    name,
    ratio: ratios.get(name),
    description: descriptions.get(name),
  }));
}

/** The texts of both tables of groups. */
export function groupTexts(rows: readonly GroupRow[]): PriceTexts {
  return {
    GroupRatio: tableText(
      rows.flatMap(({ name, ratio }): [string, number][] => (ratio === undefined ? [] : [[name, ratio]])),
    ),
    UserUsableGroups: tableText(
      rows.flatMap(({ name, description }): [string, string][] =>
        description === undefined ? [] : [[name, description]],
      ),
    ),
  };
}

/** The special ratios of a draft. */
export function specialRatios(draft: PriceDraft): SpecialRatio[] {
  return Object.entries(draft.checked.GroupGroupRatio?.value ?? {}).flatMap(([userGroup, ratios]) =>
    Object.entries(Object(ratios)).flatMap(([usingGroup, ratio]) =>
      typeof ratio === "number" ? [{ userGroup, usingGroup, ratio }] : [],
    ),
  );
}

/** The text of the table of special ratios. */
export function specialRatioText(ratios: readonly SpecialRatio[]): PriceTexts {
  const byUserGroup = new Map<string, Map<string, number>>();
  for (const { userGroup, usingGroup, ratio } of ratios) {
    const ofUserGroup = byUserGroup.get(userGroup) ?? new Map<string, number>();
    byUserGroup.set(userGroup, ofUserGroup.set(usingGroup, ratio));
  }
  return {
    GroupGroupRatio: tableText([...byUserGroup].map(([name, map]) => [name, Object.fromEntries(map)])),
  };
}

function textsOf(value: unknown): ReadonlyMap<string, string> {
  const entries = Object.entries(value ?? {});
  return new Map(entries.flatMap(([name, text]) => (typeof text === "string" ? [[name, text]] : [])));
}
