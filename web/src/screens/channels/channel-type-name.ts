import { CHANNEL_TYPES, isChannelType } from "@tollgate/contract/channel-types";

/** A channel type's name; its number where this version has none for it. Apart from the forms, which lists need not load. */
export function channelTypeName(type: number): string {
  return isChannelType(type) ? CHANNEL_TYPES[type].name : `Type ${type}`;
}
