import type { ChannelType } from "@tollgate/contract/channel-types";
import { customProvider } from "./custom/custom-provider.ts";
import { openAiProvider } from "./openai/openai-provider.ts";
import type { Provider } from "./provider.ts";

/** The provider of each channel type: the only place that knows which is which. */
const PROVIDERS = {
  1: openAiProvider,
  8: customProvider,
} as const satisfies Record<ChannelType, Provider>;

const BY_TYPE: ReadonlyMap<number, Provider> = new Map(
  Object.entries(PROVIDERS).map(([type, provider]) => [Number(type), provider]),
);

/** The provider of a channel's type; undefined for a type that this version does not know. */
export function providerOf(type: number): Provider | undefined {
  return BY_TYPE.get(type);
}
