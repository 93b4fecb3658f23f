import * as z from "zod/mini";
import { boolText, csv, flag01, jsonObjectText, kindText } from "./codecs.ts";
import { endpoint } from "./endpoint.ts";
import { page, pageQuery } from "./envelope.ts";
import { quotaSchema } from "./quota.ts";

export const PRIORITY_MIN = -999;
export const PRIORITY_MAX = 1_000_000;
export const WEIGHT_MAX = 1_000_000;
export const CHANNEL_NAME_MAX = 100;
/** Most keys in one batch create. */
export const KEY_BATCH_MAX = 1000;

const name = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, "channel.name-and-key-required"),
    z.maxLength(CHANNEL_NAME_MAX, "channel.name-too-long"),
  );
const models = csv.check(
  z.minLength(1, "channel.model-required"),
  z.refine((list) => list.every((m) => m.length <= 255), "channel.model-name-too-long"),
);
const priority = z
  .int("channel.priority-not-whole")
  .check(
    z.gte(PRIORITY_MIN, "channel.priority-out-of-range"),
    z.lte(PRIORITY_MAX, "channel.priority-out-of-range"),
  );
const weight = z
  .int("channel.weight-invalid")
  .check(z.gte(0, "channel.weight-invalid"), z.lte(WEIGHT_MAX, "channel.weight-invalid"));
const modelMapping = z
  .string()
  .check(z.refine((text) => text.trim() === "" || isTextMap(text), "channel.mapping-not-json"));

function isTextMap(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return (
      typeof value === "object" &&
      value !== null &&
      !Array.isArray(value) &&
      Object.values(value).every((v) => typeof v === "string")
    );
  } catch {
    return false;
  }
}

/** A channel without its key, which no call ever answers. */
export const channelSchema = z.object({
  id: z.int(),
  name: z.string(),
  type: z.int(),
  base_url: z.string(),
  status: z.int(),
  /** Comma list of group names. */
  group: csv,
  /** Comma list of model names. */
  models: csv,
  /** JSON text {"asked": "sent"}; empty = none. */
  model_mapping: z.string(),
  other: z.string(),
  tag: z.string(),
  priority: z.int(),
  weight: z.int(),
  test_model: z.string(),
  auto_ban: flag01,
  /** JSON text with extra settings. */
  setting: z.string(),
  status_code_mapping: z.string(),
  openai_organization: z.string(),
  /** Milliseconds of the last test; 0 = untested. */
  response_time: z.int(),
  /** Unix seconds. */
  test_time: z.int(),
  created_time: z.int(),
  used_quota: quotaSchema,
  /** USD, as the upstream says. */
  balance: z.number(),
  balance_updated_time: z.int(),
  /** JSON text: status_reason and status_time of an auto-disabled channel. */
  other_info: z.string(),
});
export type Channel = z.output<typeof channelSchema>;

const optionalText = (max: number) => z.optional(z.string().check(z.maxLength(max, "input.too-long")));
const optionalParts = {
  base_url: optionalText(500),
  model_mapping: z.optional(modelMapping),
  other: optionalText(4000),
  tag: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(64, "input.too-long")))),
  priority: z.optional(priority),
  weight: z.optional(weight),
  test_model: optionalText(255),
  auto_ban: z.optional(flag01),
  setting: z.optional(jsonObjectText),
  status_code_mapping: z.optional(jsonObjectText),
  openai_organization: optionalText(255),
};

export const listChannels = endpoint("GET /api/channel", "admin", {
  query: z.object({ id_sort: z.optional(boolText), tag_mode: z.optional(boolText), ...pageQuery }),
  data: page(channelSchema),
});

/** `keyword`: id (exact), name or base URL (contains), key (exact). */
export const searchChannels = endpoint("GET /api/channel/search", "admin", {
  query: z.object({
    keyword: z.optional(z.string()),
    group: z.optional(z.string()),
    model: z.optional(z.string()),
    status: z.optional(kindText),
    id_sort: z.optional(boolText),
    tag_mode: z.optional(boolText),
    ...pageQuery,
  }),
  data: page(channelSchema),
  limit: "search",
});

export const getChannel = endpoint("GET /api/channel/:id", "admin", { data: channelSchema });

/** All model names that any enabled channel serves or that have a built-in price: what "fill all" offers. */
export const listChannelModels = endpoint("GET /api/channel/models", "admin", {
  data: z.array(z.object({ id: z.string() })),
});

/** One channel for each non-empty line of `key`. */
export const createChannel = endpoint("POST /api/channel", "admin", {
  body: z.object({
    name,
    type: z.int(),
    key: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, "channel.name-and-key-required"),
        z.maxLength(200_000, "input.too-long"),
      ),
    group: z._default(csv, ["default"]),
    models,
    ...optionalParts,
  }),
});

/** Changes what is given; an absent or empty `key` stays. */
export const updateChannel = endpoint("PUT /api/channel", "admin", {
  body: z.object({
    id: z.int(),
    name: z.optional(name),
    type: z.optional(z.int()),
    key: z.optional(z.string().check(z.trim(), z.maxLength(20_000, "input.too-long"))),
    group: z.optional(csv),
    models: z.optional(models),
    /** 1 enables, 2 disables; 3 is the system's alone. */
    status: z.optional(z.union([z.literal(1), z.literal(2)], "channel.status-invalid")),
    ...optionalParts,
  }),
  data: channelSchema,
});

export const deleteChannel = endpoint("DELETE /api/channel/:id", "admin", {});
export const deleteChannels = endpoint("POST /api/channel/batch", "admin", {
  body: z.object({
    ids: z
      .array(z.int())
      .check(z.minLength(1, "channel.nothing-selected"), z.maxLength(1000, "input.invalid")),
  }),
  data: z.int(),
});

/** A disabled copy of a channel, key included, with a suffix to its name; data is the new id. */
export const copyChannel = endpoint("POST /api/channel/copy/:id", "admin", { data: z.int() });

/**
 * Sends one tiny request. A failed test answers success:false with the upstream's reason; `time` is in seconds either
 * way. The tester's balance is not charged.
 */
export const testChannel = endpoint("GET /api/channel/test/:id", "admin", {
  query: z.object({ model: z.optional(z.string()) }),
  top: z.object({ time: z.number() }),
});
