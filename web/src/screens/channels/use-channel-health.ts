import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  listChannelIncidents,
  listChannelKeys,
  listChannelTroubles,
  releaseChannelKey,
  type ChannelTrouble,
} from "@tollgate/contract/channel-health";
import { call } from "../../api/api-client.ts";

const TROUBLES_KEY = ["channels", "troubles"] as const;
const keysKey = (id: number | undefined) => ["channels", "keys", id] as const;

/** Health changes without anybody doing anything. */
const REFRESH_MS = 10_000;

const byId = (troubles: ChannelTrouble[]) => new Map(troubles.map((trouble) => [trouble.id, trouble]));

/** What is amiss with channels, by id, those that are well left out; undefined while that is unknown. */
export function useChannelTroubles(): ReadonlyMap<number, ChannelTrouble> | undefined {
  const { data } = useQuery({
    queryKey: TROUBLES_KEY,
    queryFn: ({ signal }) => call(listChannelTroubles, { signal }),
    select: byId,
    refetchInterval: REFRESH_MS,
  });
  return data;
}

/** What is amiss with a channel; null when nothing is, undefined while that is unknown. */
export function useChannelTrouble(id: number): ChannelTrouble | null | undefined {
  const troubles = useChannelTroubles();
  return troubles === undefined ? undefined : (troubles.get(id) ?? null);
}

/** What happened to a channel, newest first. */
export function useChannelIncidents(id: number) {
  return useQuery({
    queryKey: ["channels", "incidents", id],
    queryFn: ({ signal }) => call(listChannelIncidents, { id, query: { limit: 100 }, signal }),
    refetchInterval: REFRESH_MS,
    gcTime: 0,
  });
}

/** The keys of a stored channel and how they fare. */
export function useChannelKeys(id: number | undefined) {
  return useQuery({
    queryKey: keysKey(id),
    queryFn: ({ signal }) =>
      id === undefined ? Promise.reject(new Error()) : call(listChannelKeys, { id, signal }),
    enabled: id !== undefined,
    gcTime: 0,
  });
}

/** Lets a key of a channel be used again. */
export function useReleaseKey(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (number: number) => call(releaseChannelKey, { id, body: { number } }),
    onSuccess(keys) {
      queryClient.setQueryData(keysKey(id), keys);
      return queryClient.invalidateQueries({ queryKey: TROUBLES_KEY });
    },
  });
}
