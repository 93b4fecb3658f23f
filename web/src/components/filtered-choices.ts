import { useMemo } from "react";

/** More than this in an open list helps nobody; typing narrows it. */
const SHOWN_MAX = 100;

/** Names separated by commas (also full-width) or line breaks, trimmed, without empty ones. */
export function splitNames(text: string): string[] {
  return text
    .split(/[,，\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

/**
 * The options that contain the query, those that begin with it first; with `allowCustom` the query itself leads when it
 * is no option. At most a hundred; `hiddenCount` says how many more there are.
 */
export function filterChoices(
  options: readonly string[],
  query: string,
  allowCustom: boolean,
): { items: string[]; hiddenCount: number } {
  const wanted = query.trim();
  const lowered = wanted.toLowerCase();
  const matches = options.filter((option) => option.toLowerCase().includes(lowered));
  if (lowered !== "") {
    const rank = (option: string) =>
      option === wanted ? 0 : option.toLowerCase().startsWith(lowered) ? 1 : 2;
    matches.sort((a, b) => rank(a) - rank(b));
  }
  const custom = allowCustom && wanted !== "" && !options.includes(wanted) ? [wanted] : [];
  return {
    items: [...custom, ...matches.slice(0, SHOWN_MAX)],
    hiddenCount: Math.max(0, matches.length - SHOWN_MAX),
  };
}

/** `filterChoices`, computed again only when something changes. */
export function useFilteredChoices(options: readonly string[], query: string, allowCustom: boolean) {
  return useMemo(() => filterChoices(options, query, allowCustom), [options, query, allowCustom]);
}
