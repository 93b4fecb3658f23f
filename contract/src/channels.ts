import * as z from "zod/mini";
import { channelModels, channelName, optionalChannelParts } from "./channel-parts.ts";
import { boolText, csv, flag01, kindText } from "./codecs.ts";
import { endpoint } from "./endpoint.ts";
import { page, pageQuery } from "./envelope.ts";
import { quotaSchema } from "./quota.ts";

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

/**
 * With `tag_mode` a page is counted in tags (and channels without one): `items` are all channels of the page's tags.
 */
export const listChannels = endpoint("GET /api/channel", "admin", {
  query: z.object({ id_sort: z.optional(boolText), tag_mode: z.optional(boolText), ...pageQuery }),
  data: page(channelSchema),
});

/** `keyword`: id (exact), name or base URL (contains), key (exact). `model`: part of a model's name. */
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
    name: channelName,
    type: z.int(),
    key: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, "channel.name-and-key-required"),
        z.maxLength(200_000, "input.too-long"),
      ),
    group: z._default(csv, ["default"]),
    models: channelModels,
    ...optionalChannelParts,
  }),
});

/** Changes what is given; an absent or empty `key` stays. */
export const updateChannel = endpoint("PUT /api/channel", "admin", {
  body: z.object({
    id: z.int(),
    name: z.optional(channelName),
    type: z.optional(z.int()),
    key: z.optional(z.string().check(z.trim(), z.maxLength(20_000, "input.too-long"))),
    group: z.optional(csv),
    models: z.optional(channelModels),
    /** 1 enables, 2 disables; 3 is the system's alone. */
    status: z.optional(z.union([z.literal(1), z.literal(2)], "channel.status-invalid")),
    ...optionalChannelParts,
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
