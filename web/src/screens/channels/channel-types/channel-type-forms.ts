import { channelTypeName } from "../channel-type-name.ts";
import type { ChannelTypeForm } from "./channel-type-form.ts";
import { customChannel } from "./custom-channel.tsx";
import { openaiChannel } from "./openai-channel.tsx";

/** Every channel type that the editor knows, in the order it offers them. */
export const CHANNEL_TYPE_FORMS: readonly ChannelTypeForm[] = [openaiChannel, customChannel];

/** The form of a type; a type of another version is edited like OpenAI's. */
export function channelTypeForm(type: number): ChannelTypeForm {
  const known = CHANNEL_TYPE_FORMS.find((form) => form.type === type);
  return known ?? { ...openaiChannel, type, name: channelTypeName(type) };
}
