import { channelTypeInfo } from "@tollgate/contract/channel-types";
import { isJsonObject } from "@tollgate/contract/codecs";
import type { ErrorCode } from "@tollgate/contract/errors";
import { readVertexKey } from "@tollgate/contract/vertex-key";
import type { UseFormReturn } from "react-hook-form";
import * as z from "zod/mini";
import { keptKeySchema, newChannelSchema, type ChannelValues } from "./use-channels.ts";

/** What the editor's controls hold; the schema turns it into what is sent. */
export interface ChannelFormValues {
  type: number;
  name: string;
  base_url: string;
  /** One a line when several channels are created at once; empty keeps a stored one. */
  key: string;
  group: string[];
  models: string[];
  tag: string;
  priority: number;
  weight: number;
  test_model: string;
  auto_ban: boolean;
  /** JSON text. */
  model_mapping: string;
  /** JSON text. */
  setting: string;
  /** JSON text. */
  status_code_mapping: string;
  openai_organization: string;
  other: string;
}

export type ChannelForm = UseFormReturn<ChannelFormValues, unknown, ChannelValues>;

/** What the type of a channel asks of its values, beside the rules that all share; the server has the last word. */
const typeRules = z.check<ChannelValues>(({ value, issues }) => {
  const info = channelTypeInfo(value.type);
  const report = (field: keyof ChannelValues, message: ErrorCode) =>
    issues.push({ code: "custom", path: [field], message, input: value[field] });
  if (info?.needsAddress && !value.base_url?.trim()) report("base_url", "channel.base-url-required");
  if (info?.needsOther && !value.other?.trim()) report("other", "channel.other-required");
  if (info?.keyIsJson && value.key && !isJsonText(value.key) && !isVertexApiKey(value))
    report("key", "channel.key-not-json");
});

export const newChannelFormSchema = newChannelSchema.check(typeRules);
/** A stored channel keeps its key when none is entered. */
export const storedChannelFormSchema = z.extend(newChannelSchema, { key: keptKeySchema }).check(typeRules);

/** Vertex AI takes Google's API keys too, one a line. */
function isVertexApiKey({ type, key }: ChannelValues): boolean {
  return type === 41 && readVertexKey(key?.split("\n")[0] ?? "")?.kind === "api-key";
}

/** A JSON document, or a list of them. */
function isJsonText(text: string): boolean {
  return isJsonObject(text) || isJsonObject(`{"list":${text}}`);
}
