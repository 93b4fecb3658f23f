import type { ChannelType } from "@tollgate/contract/channel-types";
import { customProvider } from "./custom/custom-provider.ts";
import { openAiProvider } from "./openai/openai-provider.ts";
import type { Provider } from "./provider.ts";

/** The provider of each channel type: the only place that knows which is which. */
const PROVIDERS: Readonly<Record<ChannelType, Provider>> = {
  1: openAiProvider,
  8: customProvider,
};

/** The provider of a channel's type; undefined for a type that this version does not know. */
export function providerOf(type: number): Provider | undefined {
  return Object.hasOwn(PROVIDERS, type) ? PROVIDERS[type as ChannelType] : undefined; // hasOwn has just proved the key.
}
