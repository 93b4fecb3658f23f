import { RELAYABLE_TYPES } from "@tollgate/contract/channel-types";
import type { ChannelType } from "@tollgate/contract/channel-types";
import { modelNamesByVendor } from "../../pricing/default-prices/default-prices.ts";
import type { PriceVendor } from "../../pricing/default-prices/price-sheet.ts";

/** Whose shipped model names a channel type starts from, where its vendor has a price sheet. */
const VENDOR_OF_TYPE: Readonly<Partial<Record<ChannelType, PriceVendor>>> = {
  1: "openai",
  3: "openai",
  6: "openai",
  7: "openai",
  8: "openai",
  9: "openai",
  10: "openai",
  12: "openai",
  13: "openai",
  14: "anthropic",
  15: "baidu",
  16: "zhipu",
  17: "alibaba",
  18: "xunfei",
  23: "tencent",
  24: "google",
  25: "moonshot",
  26: "zhipu",
  27: "perplexity",
  31: "lingyiwanwu",
  33: "anthropic",
  34: "cohere",
  35: "minimax",
  41: "google",
  42: "mistral",
  43: "deepseek",
  46: "baidu",
  48: "xai",
  53: "submodel",
};

/** Built-in model names by channel type number, in the order of the price sheets. */
export function builtInModels(): Record<string, string[]> {
  const names = modelNamesByVendor();
  const models: Record<string, string[]> = {};
  for (const type of RELAYABLE_TYPES) {
    const vendor = VENDOR_OF_TYPE[type];
    models[type] = vendor === undefined ? [] : [...(names.get(vendor) ?? [])];
  }
  return models;
}
