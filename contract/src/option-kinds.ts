import { isJsonObject } from "./codecs.ts";

/** The screens' sections; also the group an option is listed under. */
export type OptionSection =
  | "site"
  | "accounts"
  | "sign-in"
  | "mail"
  | "payment"
  | "quota"
  | "prices"
  | "groups"
  | "display"
  | "drawing"
  | "sensitive"
  | "logs"
  | "monitoring"
  | "limits"
  | "chat";

/** What a form needs to know of an option's text beside its default: the field that fits, and its bounds. */
export type OptionShape =
  | { readonly kind: "flag" | "address" | "statuses" | "names" | "json" }
  | { readonly kind: "text"; readonly max: number }
  | { readonly kind: "choice"; readonly words: readonly string[] }
  /** A bound that is left out is as far as numbers go. */
  | { readonly kind: "number"; readonly isWhole: boolean; readonly min?: number; readonly max?: number };

/**
 * One option: how its text is read and checked, its default, and where it is shown. `parse` answers the value, or
 * undefined when the text is not acceptable; `requires` are options that must be set before this one is switched on.
 */
export interface OptionSpec<Value> {
  readonly section: OptionSection;
  readonly shape: OptionShape;
  readonly default: Value;
  readonly parse: (text: string) => Value | undefined;
  readonly format: (value: Value) => string;
  /** Encrypted at rest, never answered by a call. */
  readonly secret?: true;
  readonly requires?: readonly string[];
}
type Extra = Partial<Pick<OptionSpec<unknown>, "secret" | "requires">>;

/** "true" / "false". */
export const flag = (section: OptionSection, fallback: boolean, extra: Extra = {}): OptionSpec<boolean> => ({
  section,
  shape: { kind: "flag" },
  default: fallback,
  parse: (text) => (text === "true" ? true : text === "false" ? false : undefined),
  format: String,
  ...extra,
});

/** Free text of bounded length (characters). */
export const text = (
  section: OptionSection,
  fallback = "",
  extra: Extra & { max?: number } = {},
): OptionSpec<string> => {
  const { max = 10_000, ...rest } = extra;
  return {
    section,
    shape: { kind: "text", max },
    default: fallback,
    parse: (value) => (value.length <= max ? value : undefined),
    format: String,
    ...rest,
  };
};

/** One of a few words. */
export const choice = <const Word extends string>(
  section: OptionSection,
  words: readonly [Word, ...Word[]],
): OptionSpec<Word> => ({
  section,
  shape: { kind: "choice", words },
  default: words[0],
  parse: (value) => words.find((word) => word === value),
  format: String,
});

/** An address; trailing slashes are stripped. Empty, or http(s). */
export const address = (section: OptionSection, extra: Extra = {}): OptionSpec<string> => ({
  section,
  shape: { kind: "address" },
  default: "",
  parse: (value) => {
    const trimmed = value.trim().replace(/\/+$/, "");
    return trimmed === "" || (/^https?:\/\//i.test(trimmed) && URL.canParse(trimmed)) ? trimmed : undefined;
  },
  format: String,
  ...extra,
});

/** A secret text: encrypted at rest and never shown again. */
export const secret = (section: OptionSection): OptionSpec<string> => text(section, "", { secret: true });

/** A finite number within bounds. */
export const number = (
  section: OptionSection,
  fallback: number,
  bounds: { min?: number; max?: number; whole?: true } = {},
): OptionSpec<number> => ({
  section,
  shape: { kind: "number", isWhole: bounds.whole === true, ...shownBounds(bounds) },
  default: fallback,
  parse: (value) => {
    const parsed = value.trim() === "" ? Number.NaN : Number(value);
    const inside = parsed >= (bounds.min ?? -Number.MAX_VALUE) && parsed <= (bounds.max ?? Number.MAX_VALUE);
    return Number.isFinite(parsed) && inside && (!bounds.whole || Number.isSafeInteger(parsed))
      ? parsed
      : undefined;
  },
  format: String,
});

/** Bounds that somebody chose, without the end of all whole numbers. */
function shownBounds({ min, max }: { min?: number; max?: number }) {
  return {
    ...(min !== undefined && { min }),
    ...(max !== undefined && max !== Number.MAX_SAFE_INTEGER && { max }),
  };
}

/** A whole number, 0 or more unless bounds say otherwise. */
export const whole = (
  section: OptionSection,
  fallback: number,
  bounds: { min?: number; max?: number } = {},
): OptionSpec<number> =>
  number(section, fallback, { min: 0, max: Number.MAX_SAFE_INTEGER, ...bounds, whole: true });

/** HTTP statuses and ranges of them, separated by commas: `401,500-503`. Empty is none. */
export const statusRanges = (section: OptionSection, fallback: string): OptionSpec<string> => ({
  section,
  shape: { kind: "statuses" },
  default: fallback,
  parse: (value) => {
    const parts = value
      .replaceAll(/\s*-\s*/g, "-")
      .split(/[,，\s]+/)
      .filter((part) => part !== "");
    return parts.every(isStatusRange) ? parts.join(",") : undefined;
  },
  format: String,
});

function isStatusRange(text: string): boolean {
  const match = /^([1-9]\d\d)(?:-([1-9]\d\d))?$/.exec(text);
  return match !== null && Number(match[1]) <= Number(match[2] ?? match[1]);
}

/** JSON object: name → number, each 0 or more. */
export const ratioMap = (
  section: OptionSection,
  fallback: Record<string, number>,
): OptionSpec<Record<string, number>> => ({
  section,
  shape: { kind: "json" },
  default: fallback,
  parse: (value) =>
    parseMap(
      value,
      (entry): entry is number => typeof entry === "number" && Number.isFinite(entry) && entry >= 0,
    ),
  format: (value) => JSON.stringify(value),
});

/** JSON object: name → text. */
export const textMap = (
  section: OptionSection,
  fallback: Record<string, string>,
): OptionSpec<Record<string, string>> => ({
  section,
  shape: { kind: "json" },
  default: fallback,
  parse: (value) => parseMap(value, (entry): entry is string => typeof entry === "string"),
  format: (value) => JSON.stringify(value),
});

/** JSON object: name → (name → number ≥ 0). */
export const nestedRatioMap = (
  section: OptionSection,
): OptionSpec<Record<string, Record<string, number>>> => ({
  section,
  shape: { kind: "json" },
  default: {},
  parse: (value) =>
    parseMap(
      value,
      (entry): entry is Record<string, number> =>
        typeof entry === "object" &&
        entry !== null &&
        !Array.isArray(entry) &&
        Object.values(entry).every((n) => typeof n === "number" && n >= 0),
    ),
  format: (value) => JSON.stringify(value),
});

/** JSON list of names, each once and none empty. */
export const nameList = (
  section: OptionSection,
  fallback: readonly string[],
): OptionSpec<readonly string[]> => ({
  section,
  shape: { kind: "names" },
  default: fallback,
  parse: (value) => {
    const parsed = value.trim() === "" ? [] : parseJson(value);
    return Array.isArray(parsed) && parsed.every((name) => typeof name === "string" && name !== "")
      ? [...new Set(parsed)]
      : undefined;
  },
  format: (value) => JSON.stringify(value),
});

/** JSON list of objects with one text each (chat links). */
export const namedTextList = (
  section: OptionSection,
  fallback: Record<string, string>[],
): OptionSpec<Record<string, string>[]> => ({
  section,
  shape: { kind: "json" },
  default: fallback,
  parse: (value) => {
    const parsed = parseJson(value);
    return Array.isArray(parsed) && parsed.every(isNamedText) ? parsed : undefined;
  },
  format: (value) => JSON.stringify(value),
});

function isNamedText(entry: unknown): entry is Record<string, string> {
  return (
    typeof entry === "object" &&
    entry !== null &&
    Object.keys(entry).length === 1 &&
    Object.values(entry).every((v) => typeof v === "string")
  );
}

function parseMap<Value>(
  value: string,
  accepts: (entry: unknown) => entry is Value,
): Record<string, Value> | undefined {
  if (value.trim() === "") return {};
  if (!isJsonObject(value)) return undefined;
  const map: Record<string, Value> = {};
  for (const [name, entry] of Object.entries(Object(parseJson(value)))) {
    if (!accepts(entry)) return undefined;
    map[name] = entry;
  }
  return map;
}

function parseJson(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}
