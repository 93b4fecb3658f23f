/**
 * Channel types by number, as the wire and older databases carry them. `defaultBaseUrl` is used when a channel has
 * none. Types whose provider is not built in this version are absent: a channel of such a type cannot be created.
 * Source: the spec, section 9 of both documents; names and addresses from the vendors' documentation.
 */
export interface ChannelTypeInfo {
  readonly name: string;
  readonly defaultBaseUrl: string;
}

export const CHANNEL_TYPES = {
  1: { name: "OpenAI", defaultBaseUrl: "https://api.openai.com" },
  8: { name: "Custom", defaultBaseUrl: "" },
} as const satisfies Record<number, ChannelTypeInfo>;

export const ChannelType = { openai: 1, custom: 8 } as const;
export type ChannelType = keyof typeof CHANNEL_TYPES;

/** Whether this version has a provider for the channel type. */
export function isChannelType(type: number): type is ChannelType {
  return Object.hasOwn(CHANNEL_TYPES, type);
}
