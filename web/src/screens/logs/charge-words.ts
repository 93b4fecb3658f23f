import type { TFunction } from "i18next";
import type { Texts } from "../../i18n/i18n.ts";

type Words = Texts["logs"]["charge"];
type Translate = TFunction<"logs">;

const ITEMS: Readonly<Record<string, keyof Words["item"]>> = {
  "input.uncached": "uncached",
  "input.cacheRead": "cacheRead",
  "input.cacheWrite5m": "cacheWrite5m",
  "input.cacheWrite1h": "cacheWrite1h",
  "input.audio": "audioIn",
  "input.image": "imageIn",
  "output.text": "text",
  "output.reasoning": "reasoning",
  "output.audio": "audioOut",
  "output.image": "imageOut",
  request: "request",
  second: "second",
  image: "image",
};

const TOOL_PREFIX = "tool.";

/** The name of a class of use; one that this console does not know keeps its own. */
export function itemName(t: Translate, item: string): string {
  if (item.startsWith(TOOL_PREFIX)) return t("charge.tool", { name: item.slice(TOOL_PREFIX.length) });
  const key = ITEMS[item];
  return key === undefined ? item : t(`charge.item.${key}`);
}

const FACTORS = {
  modelRatio: true,
  completionRatio: true,
  cacheRatio: true,
  cacheWriteRatio5m: true,
  cacheWriteRatio1h: true,
  imageRatio: true,
  audioRatio: true,
  audioCompletionRatio: true,
  audioInputUsd: true,
  groupRatio: true,
  modelPriceUsd: true,
  quotaPerUnit: true,
} as const satisfies Record<keyof Words["factor"], true>;

/** The name of a multiplier; one that this console does not know keeps its own. */
export function factorName(t: Translate, name: string): string {
  return isKey(FACTORS, name) ? t(`charge.factor.${name}`) : name;
}

const SOURCES = {
  operator: true,
  default: true,
  special: true,
  family: true,
  fallback: true,
} as const satisfies Record<keyof Words["source"], true>;

/** Where a number came from; empty where the charge does not say. */
export function sourceName(t: Translate, source: string | undefined): string {
  if (source === undefined) return "";
  return isKey(SOURCES, source) ? t(`charge.source.${source}`) : source;
}

const ENDINGS = {
  done: true,
  client_gone: true,
  upstream_truncated: true,
  upstream_error: true,
  timeout: true,
  shutdown: true,
} as const satisfies Record<keyof Texts["logs"]["ending"], true>;

/** Why an answer ended, in words; empty where the row does not say. */
export function endingName(t: Translate, reason: string): string {
  return isKey(ENDINGS, reason) ? t(`ending.${reason}`) : reason;
}

/** What one of an item costs is shown for this many of it. */
export function priceUnit(t: Translate, item: string): { size: number; name: string } {
  if (item.startsWith("input.") || item.startsWith("output."))
    return { size: 1_000_000, name: t("charge.per.tokens") };
  if (item === "second") return { size: 1, name: t("charge.per.second") };
  if (item === "image") return { size: 1, name: t("charge.per.image") };
  return { size: 1, name: t("charge.per.call") };
}

function isKey<Known extends object>(known: Known, name: string): name is string & keyof Known {
  return Object.hasOwn(known, name);
}
