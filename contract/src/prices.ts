import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";

/** Options that hold price tables of the operator, each a JSON object: what a preview may replace. */
export const PRICE_OPTION_KEYS = [
  "ModelRatio",
  "ModelPrice",
  "CompletionRatio",
  "CacheRatio",
  "CreateCacheRatio",
  "ImageRatio",
  "AudioRatio",
  "AudioCompletionRatio",
  "AudioInputPrice",
  "GroupRatio",
  "GroupGroupRatio",
  "TieredPrices",
  "ToolPrices",
] as const;
export type PriceOptionKey = (typeof PRICE_OPTION_KEYS)[number];

/** `quota_type` of a pricing entry. */
export const QuotaType = { byToken: 0, byCall: 1 } as const;
export type QuotaType = (typeof QuotaType)[keyof typeof QuotaType];

/** What the tokens of a call cost whose input is longer than `above_input_tokens`: ratios as in the entry itself. */
const priceTierSchema = z.object({
  above_input_tokens: z.number(),
  model_ratio: z.number(),
  completion_ratio: z.number(),
  cache_ratio: z.optional(z.number()),
  create_cache_ratio: z.optional(z.number()),
});
export type PriceTier = z.output<typeof priceTierSchema>;

const callUnitSchema = z.enum(["second", "image"]);
/** What a price by the call is for, where it is not one request. */
export type CallPriceUnit = z.output<typeof callUnitSchema>;

/**
 * The price of a model before any group's ratio. By the token: a model ratio of 1 is 2 USD for a million input tokens,
 * the others multiply it. Ratios that nobody has set are left out.
 */
const pricingEntrySchema = z.object({
  model_name: z.string(),
  /** 0 by the token, 1 by the call. */
  quota_type: z.int(),
  /** 0 when the model is priced by the call. */
  model_ratio: z.number(),
  completion_ratio: z.number(),
  /** US dollars for one call; 0 when the model is priced by the token. */
  model_price: z.number(),
  /** What `model_price` buys, where it is not one request. */
  price_unit: z.optional(callUnitSchema),
  cache_ratio: z.optional(z.number()),
  create_cache_ratio: z.optional(z.number()),
  image_ratio: z.optional(z.number()),
  audio_ratio: z.optional(z.number()),
  audio_completion_ratio: z.optional(z.number()),
  /** US dollars for a million tokens of audio input, in place of model ratio × audio ratio. */
  audio_input_price: z.optional(z.number()),
  /** Shortest context first. */
  tiers: z.optional(z.array(priceTierSchema)),
  /** The groups, among those that the reader may use, in which a channel serves the model. */
  enable_groups: z.array(z.string()),
  /** The vendor's name in the shipped price data; empty for a model that is not in it. */
  owner_by: z.string(),
});
export type PricingEntry = z.output<typeof pricingEntrySchema>;

/**
 * The prices of all models that can be called now. A guest sees the groups that anyone may use. Refused with
 * `session.required` for guests when option PricingSignInRequired is on.
 */
export const getPricing = endpoint("GET /api/pricing", "open", {
  revalidates: true,
  data: z.array(pricingEntrySchema),
  top: z.object({
    /** Ratio of each group that the reader may use, as this reader pays it. */
    group_ratio: z.record(z.string(), z.number()),
    /** Those groups with their descriptions. */
    usable_group: z.record(z.string(), z.string()),
    /** The reader's own group; empty for a guest. */
    user_group: z.string(),
    /** Changes when anything in the answer changes. */
    pricing_version: z.string(),
  }),
});

const ratios = z.record(z.string(), z.number());

/** The price tables in force, for other gateways. Refused with `price.not-exposed` unless ExposeRatioEnabled. */
export const getRatioConfig = endpoint("GET /api/ratio_config", "open", {
  limit: "critical",
  revalidates: true,
  data: z.object({
    model_ratio: ratios,
    completion_ratio: ratios,
    cache_ratio: ratios,
    create_cache_ratio: ratios,
    model_price: ratios,
  }),
});

/** The shipped tables by option key, under which the operator's are laid, and what the enabled channels serve. */
export const getPriceDefaults = endpoint("GET /api/prices/defaults", "root", {
  data: z.object({
    tables: z.partialRecord(z.enum(PRICE_OPTION_KEYS), z.record(z.string(), z.unknown())),
    served_models: z.array(z.string()),
    /** What a `ModelPrice` buys, for the models of which it is not one request. */
    call_units: z.record(z.string(), callUnitSchema),
  }),
});

/**
 * Forgets the operator's model ratios with all that multiplies them (completion, cache, image and audio ratios, tiers):
 * the shipped ones are in force again. Prices by the call and group ratios stay.
 */
export const resetModelRatio = endpoint("POST /api/option/rest_model_ratio", "root", {
  top: z.object({ message: z.string() }),
});

const PREVIEW_HOURS_MAX = 168;

const previewSum = { calls: z.int(), charged_quota: z.number(), quota: z.number() };

/**
 * What the charged calls of the last `hours` would have cost with these tables in place of those in force. `quota` and
 * `charged_quota` are sums over the same calls, those that were priced. Changes nothing.
 */
export const previewPrices = endpoint("POST /api/prices/preview", "root", {
  body: z.object({
    /** Wire texts of the options that would change; the others are as they are. */
    options: z._default(z.partialRecord(z.enum(PRICE_OPTION_KEYS), z.string()), {}),
    hours: z._default(
      z.int().check(z.gte(1, "input.invalid"), z.lte(PREVIEW_HOURS_MAX, "input.invalid")),
      24,
    ),
  }),
  data: z.object({
    /** Unix seconds of the first and last moment looked at; `from` is later than asked when truncated. */
    from: z.int(),
    to: z.int(),
    /** Charged calls found, and how many of them could be priced again: those without usage cannot. */
    calls: z.int(),
    calls_priced: z.int(),
    charged_quota: z.number(),
    quota: z.number(),
    /** There were more calls than are looked at: only the newest are in the sums. */
    truncated: z.boolean(),
    /** At most 50, the largest difference first. */
    models: z.array(z.object({ model_name: z.string(), ...previewSum })),
    groups: z.array(z.object({ group: z.string(), ...previewSum })),
    /** Models that were called and would be refused, because no table has a price for them. */
    unpriced: z.array(z.string()),
  }),
});
