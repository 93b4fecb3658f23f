import { useMemo } from "react";
import { groupByTag, type ChannelRow } from "./channel-rows.ts";
import { useChannels, type ChannelFilters } from "./use-channels.ts";

/** A page of the list; in tag mode the channels of a tag stand under its row. */
export function useChannelRows(filters: ChannelFilters, page: number, pageSize: number) {
  const { data: found, error, isPlaceholderData, isFetching, refetch } = useChannels(filters, page, pageSize);
  const { tagMode } = filters;
  const data = useMemo(() => {
    if (found === undefined) return undefined;
    const items: readonly ChannelRow[] = tagMode ? groupByTag(found.items) : found.items;
    return { items, total: found.total };
  }, [found, tagMode]);
  return { data, error, isPlaceholderData, isFetching, refetch };
}
