import { CHANNEL_TYPES, isChannelType } from "@tollgate/contract/channel-types";
import { channelTypeName } from "../channel-type-name.ts";
import { azureChannel } from "./azure-channel.tsx";
import type { ChannelTypeForm } from "./channel-type-form.ts";
import { cloudflareChannel } from "./cloudflare-channel.tsx";
import { cozeChannel } from "./coze-channel.tsx";
import { customChannel } from "./custom-channel.tsx";
import { difyChannel } from "./dify-channel.tsx";
import { fastgptChannel } from "./fastgpt-channel.tsx";
import { geminiChannel } from "./gemini-channel.tsx";
import { libraryChannel } from "./library-channel.tsx";
import { openaiChannel } from "./openai-channel.tsx";
import { plainChannel } from "./plain-channel.tsx";
import { qwenChannel } from "./qwen-channel.tsx";
import { siliconflowChannel } from "./siliconflow-channel.tsx";
import { sparkChannel } from "./spark-channel.tsx";
import { sunoChannel } from "./suno-channel.tsx";
import { vertexChannel } from "./vertex-channel.tsx";

/** Types with fields, labels or hints of their own, and those whose key has parts. */
const OWN_FORMS: readonly ChannelTypeForm[] = [
  openaiChannel,
  azureChannel,
  customChannel,
  plainChannel(15, { keyFormat: "APIKey|SecretKey" }),
  plainChannel(16, { keyFormat: "id.secret" }),
  qwenChannel,
  sparkChannel,
  libraryChannel,
  fastgptChannel,
  plainChannel(23, { keyFormat: "sk-… / AppId|SecretId|SecretKey" }),
  geminiChannel,
  plainChannel(33, { keyFormat: "AccessKey|SecretAccessKey|Region / ApiKey|Region" }),
  sunoChannel,
  difyChannel,
  cloudflareChannel,
  siliconflowChannel,
  vertexChannel,
  cozeChannel,
  plainChannel(50, { keyFormat: "AccessKey|SecretKey" }),
  plainChannel(51, { keyFormat: "AccessKey|SecretKey" }),
];

/** Every channel type, those that this version can call first. */
export const CHANNEL_TYPE_FORMS: readonly ChannelTypeForm[] = Object.keys(CHANNEL_TYPES)
  .map((type) => ownForm(Number(type)) ?? plainChannel(Number(type)))
  .toSorted((a, b) => Number(isChannelType(b.type)) - Number(isChannelType(a.type)));

const UNKNOWN_TYPE = plainChannel(0);

/** The form of a type; one of another version has nothing of its own. */
export function channelTypeForm(type: number): ChannelTypeForm {
  const known = CHANNEL_TYPE_FORMS.find((form) => form.type === type);
  return known ?? { ...UNKNOWN_TYPE, type, name: channelTypeName(type) };
}

function ownForm(type: number): ChannelTypeForm | undefined {
  return OWN_FORMS.find((form) => form.type === type);
}
