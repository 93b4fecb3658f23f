import * as z from "zod/mini";
import {
  channelModelMapping,
  channelModels,
  channelPriority,
  channelTag,
  channelWeight,
} from "./channel-parts.ts";
import { csv } from "./codecs.ts";
import { endpoint } from "./endpoint.ts";

/** Most channels that one call touches by their ids. */
const IDS_MAX = 1000;

const requiredTag = channelTag.check(z.minLength(1, "channel.tag-required"));
const tagBody = z.object({ tag: requiredTag });
/** An empty text and null both mean: as it is. */
const unchanged = <Value extends z.ZodMiniType>(value: Value) =>
  z.optional(z.union([z.literal(""), z.null(), value]));

/**
 * Overwrites values of every channel of a tag; what is absent, null or empty stays. Of `new_tag` an empty text
 * dissolves the tag, null leaves it. Answers how many channels there were.
 */
export const updateTag = endpoint("PUT /api/channel/tag", "admin", {
  body: z.object({
    tag: requiredTag,
    new_tag: z.optional(z.nullable(channelTag)),
    models: unchanged(channelModels),
    groups: unchanged(csv),
    model_mapping: unchanged(channelModelMapping),
    priority: z.optional(z.nullable(channelPriority)),
    weight: z.optional(z.nullable(channelWeight)),
  }),
  data: z.int(),
});

/** Enables every channel of a tag, those that the system disabled too; answers how many there are. */
export const enableTag = endpoint("POST /api/channel/tag/enabled", "admin", { body: tagBody, data: z.int() });
export const disableTag = endpoint("POST /api/channel/tag/disabled", "admin", {
  body: tagBody,
  data: z.int(),
});

/** Every model that a channel of the tag serves. */
export const listTagModels = endpoint("GET /api/channel/tag/models", "admin", {
  query: z.object({ tag: requiredTag }),
  data: csv,
});

/** Puts channels under a tag; null takes theirs away. Answers how many there were. */
export const setTagOfChannels = endpoint("POST /api/channel/batch/tag", "admin", {
  body: z.object({
    ids: z
      .array(z.int())
      .check(z.minLength(1, "channel.nothing-selected-for-tag"), z.maxLength(IDS_MAX, "input.invalid")),
    tag: z.nullable(requiredTag),
  }),
  data: z.int(),
});
