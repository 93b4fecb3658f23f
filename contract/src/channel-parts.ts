import * as z from "zod/mini";
import { channelSetting } from "./channel-setting.ts";
import { csvElse, flag01, jsonObjectText } from "./codecs.ts";

/** Rules of a channel's fields, shared by the calls that write them. */

export const PRIORITY_MIN = -999;
export const PRIORITY_MAX = 1_000_000;
export const WEIGHT_MAX = 1_000_000;
export const CHANNEL_NAME_MAX = 100;
/** Most keys in one batch create. */
export const KEY_BATCH_MAX = 1000;

export const channelName = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, "channel.name-and-key-required"),
    z.maxLength(CHANNEL_NAME_MAX, "channel.name-too-long"),
  );
export const channelModels = csvElse("channel.models-not-a-list").check(
  z.minLength(1, "channel.model-required"),
  z.refine((list) => list.every((m) => m.length <= 255), "channel.model-name-too-long"),
);
export const channelPriority = z
  .int("channel.priority-not-whole")
  .check(
    z.gte(PRIORITY_MIN, "channel.priority-out-of-range"),
    z.lte(PRIORITY_MAX, "channel.priority-out-of-range"),
  );
export const channelWeight = z
  .int("channel.weight-invalid")
  .check(z.gte(0, "channel.weight-invalid"), z.lte(WEIGHT_MAX, "channel.weight-invalid"));
export const channelModelMapping = z
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

export const channelTag = z.string().check(z.trim(), z.maxLength(64, "input.too-long"));

const optionalText = (max: number) => z.optional(z.string().check(z.maxLength(max, "input.too-long")));
/** What a new channel and a changed one may leave out. */
export const optionalChannelParts = {
  base_url: optionalText(500),
  model_mapping: z.optional(channelModelMapping),
  other: optionalText(4000),
  tag: z.optional(z.nullable(channelTag)),
  priority: z.optional(channelPriority),
  weight: z.optional(channelWeight),
  test_model: optionalText(255),
  auto_ban: z.optional(flag01),
  setting: z.optional(channelSetting),
  status_code_mapping: z.optional(jsonObjectText),
  openai_organization: optionalText(255),
};
