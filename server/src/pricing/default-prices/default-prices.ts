import { ALIBABA_SHEETS } from "./alibaba.ts";
import { ANTHROPIC_SHEETS } from "./anthropic.ts";
import { BAIDU_SHEETS } from "./baidu.ts";
import { COHERE_SHEETS } from "./cohere.ts";
import { DEEPSEEK_SHEETS } from "./deepseek.ts";
import { GOOGLE_SHEETS } from "./google.ts";
import { LINGYIWANWU_SHEETS } from "./lingyiwanwu.ts";
import { MINIMAX_SHEETS } from "./minimax.ts";
import { MISTRAL_SHEETS } from "./mistral.ts";
import { MOONSHOT_SHEETS } from "./moonshot.ts";
import { OPENAI_MEDIA_SHEETS } from "./openai-media.ts";
import { OPENAI_SHEETS } from "./openai.ts";
import { PERPLEXITY_SHEETS } from "./perplexity.ts";
import { tablesOfSheets } from "./sheet-tables.ts";
import { SUBMODEL_SHEETS } from "./submodel.ts";
import { TASK_MEDIA_SHEETS } from "./task-media.ts";
import { TENCENT_SHEETS } from "./tencent.ts";
import { XAI_SHEETS } from "./xai.ts";
import { XUNFEI_SHEETS } from "./xunfei.ts";
import { TOOL_PRICE_SHEETS } from "./tool-price-sheets.ts";
import { ZHIPU_SHEETS } from "./zhipu.ts";
import type { PriceTables } from "../price-tables.ts";
import type { PriceSheet, PriceVendor } from "./price-sheet.ts";

/** Every shipped price with its source and its date. */
export const PRICE_SHEETS: readonly PriceSheet[] = [
  ...OPENAI_SHEETS,
  ...OPENAI_MEDIA_SHEETS,
  ...ANTHROPIC_SHEETS,
  ...GOOGLE_SHEETS,
  ...XAI_SHEETS,
  ...DEEPSEEK_SHEETS,
  ...ALIBABA_SHEETS,
  ...ZHIPU_SHEETS,
  ...MOONSHOT_SHEETS,
  ...MINIMAX_SHEETS,
  ...BAIDU_SHEETS,
  ...TENCENT_SHEETS,
  ...XUNFEI_SHEETS,
  ...LINGYIWANWU_SHEETS,
  ...MISTRAL_SHEETS,
  ...COHERE_SHEETS,
  ...PERPLEXITY_SHEETS,
  ...SUBMODEL_SHEETS,
  ...TASK_MEDIA_SHEETS,
];

const DEFAULT_PRICE_TABLES: PriceTables = {
  ...tablesOfSheets(PRICE_SHEETS),
  toolPrices: Object.assign({}, ...TOOL_PRICE_SHEETS.map(({ prices }) => prices)),
  groupRatio: { default: 1, vip: 1, svip: 1 },
  groupGroupRatio: {},
};

/** The shipped price tables; an operator's entries are laid over them one by one. */
export function defaultPriceTables(): PriceTables {
  return DEFAULT_PRICE_TABLES;
}

const VENDORS: ReadonlyMap<string, PriceVendor> = new Map(
  PRICE_SHEETS.toReversed().flatMap(({ vendor, tokenPrices = [], callPrices = [] }) =>
    [...tokenPrices, ...callPrices].flatMap(({ models }) => models.map((model) => [model, vendor] as const)),
  ),
);

/** Whose model a shipped name is; undefined for a name without a shipped price. */
export function vendorOfModel(model: string): PriceVendor | undefined {
  return VENDORS.get(model);
}

/** The names of all shipped models of each vendor, wildcard entries left out, in the order of the sheets. */
export function modelNamesByVendor(): ReadonlyMap<PriceVendor, readonly string[]> {
  const names = new Map<PriceVendor, Set<string>>();
  for (const { vendor, tokenPrices = [], callPrices = [] } of PRICE_SHEETS) {
    const ofVendor = names.get(vendor) ?? new Set<string>();
    names.set(vendor, ofVendor);
    for (const { models } of [...tokenPrices, ...callPrices]) {
      for (const model of models) if (!model.endsWith("*")) ofVendor.add(model);
    }
  }
  return new Map([...names].map(([vendor, ofVendor]) => [vendor, [...ofVendor]]));
}
