import { channelTypeInfo } from "@tollgate/contract/channel-types";

/** A channel type's name; its number where this version has none for it. */
export function channelTypeName(type: number): string {
  return channelTypeInfo(type)?.name ?? `Type ${type}`;
}
