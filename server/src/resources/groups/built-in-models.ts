import type { ChannelType } from "@tollgate/contract/channel-types";
import { modelNamesByVendor } from "../../pricing/default-prices/default-prices.ts";
import type { PriceVendor } from "../../pricing/default-prices/price-sheet.ts";

/** Whose shipped model names a channel type starts from. A custom channel speaks OpenAI's API. */
const VENDOR_OF_TYPE: Record<ChannelType, PriceVendor> = { 1: "openai", 8: "openai" };

/** Built-in model names by channel type number, in the order of the price sheets. */
export function builtInModels(): Record<string, string[]> {
  const names = modelNamesByVendor();
  const models: Record<string, string[]> = {};
  for (const [type, vendor] of Object.entries(VENDOR_OF_TYPE)) models[type] = [...(names.get(vendor) ?? [])];
  return models;
}
