import { ChannelStatus } from "@tollgate/contract/statuses";
import type { Channel } from "./use-channels.ts";

/** Channels that are run together under a tag, as one row of the list. */
export interface TagRow {
  tagName: string;
  channels: Channel[];
}
export type ChannelRow = Channel | TagRow;

export function isTagRow(row: ChannelRow): row is TagRow {
  return "tagName" in row;
}

/** The channels of a page with those of a tag under one row, where the first of them stands. */
export function groupByTag(channels: readonly Channel[]): ChannelRow[] {
  const tags = new Map<string, TagRow>();
  return channels.flatMap((channel): ChannelRow[] => {
    if (channel.tag === "") return [channel];
    const known = tags.get(channel.tag);
    known?.channels.push(channel);
    if (known !== undefined) return [];
    const row = { tagName: channel.tag, channels: [channel] };
    tags.set(channel.tag, row);
    return [row];
  });
}

export const channelRowId = (row: ChannelRow): string =>
  isTagRow(row) ? `tag:${row.tagName}` : String(row.id);

export const channelRowName = (row: ChannelRow): string => (isTagRow(row) ? row.tagName : row.name);

export const channelSubRows = (row: ChannelRow): ChannelRow[] | undefined =>
  isTagRow(row) ? row.channels : undefined;

/** Nothing of the row can be called: it is drawn in quieter text. */
export function isOffRow(row: ChannelRow): boolean {
  return channelsOf(row).every((channel) => channel.status !== ChannelStatus.enabled);
}

/** The row itself, or the channels under it. */
function channelsOf(row: ChannelRow): Channel[] {
  return isTagRow(row) ? row.channels : [row];
}

/** The number that all channels share; undefined when they differ. */
export function sharedNumber(channels: readonly Channel[], field: "priority" | "weight"): number | undefined {
  const numbers = new Set(channels.map((channel) => channel[field]));
  return numbers.size === 1 ? channels[0]?.[field] : undefined;
}

/** Average of those that were tested; 0 when none was. */
export function averageResponseMs(channels: readonly Channel[]): number {
  const times = channels.map((channel) => channel.response_time).filter((time) => time > 0);
  return times.length === 0 ? 0 : Math.round(times.reduce((sum, time) => sum + time, 0) / times.length);
}

/** Every name that any of the channels has, each once. */
export function unionOf(channels: readonly Channel[], field: "group" | "models"): string[] {
  return [...new Set(channels.flatMap((channel) => channel[field]))];
}
