import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  copyChannel,
  createChannel,
  deleteChannel,
  deleteChannels,
  getChannel,
  listChannelModels,
  listChannels,
  searchChannels,
  testChannel,
  updateChannel,
  type Channel,
} from "@tollgate/contract/channels";
import type { BodyOf } from "@tollgate/contract/endpoint";
import { listBuiltInModels, listGroups } from "@tollgate/contract/groups";
import { call, callWhole } from "../../api/api-client.ts";

export interface ChannelFilters {
  keyword: string;
  model: string;
  group: string;
  /** 0 = any. */
  status: number;
  idSort: boolean;
  /** Pages are counted in tags and channels without one. */
  tagMode: boolean;
}

const LIST_KEY = ["channels", "list"] as const;
/** Which channels' vendors list other models than the channels serve. */
export const MODEL_DIFFERENCES_KEY = ["channels", "model-differences"] as const;

/** One page of the channels. */
export function useChannels(filters: ChannelFilters, page: number, pageSize: number) {
  return useQuery({
    queryKey: [...LIST_KEY, filters, page, pageSize],
    queryFn({ signal }) {
      const { keyword, model, group, status, idSort, tagMode } = filters;
      const common = { id_sort: idSort, tag_mode: tagMode, p: page, page_size: pageSize };
      const isSearch = keyword !== "" || model !== "" || group !== "" || status !== 0;
      return isSearch
        ? call(searchChannels, {
            query: { keyword, model, group, ...(status === 0 ? {} : { status }), ...common },
            signal,
          })
        : call(listChannels, { query: common, signal });
    },
    placeholderData: keepPreviousData,
  });
}

/** One channel, fresh from the server, for the editor. */
export function useChannel(id: number | undefined) {
  return useQuery({
    queryKey: ["channels", "one", id],
    queryFn: ({ signal }) =>
      id === undefined ? Promise.reject(new Error()) : call(getChannel, { id, signal }),
    enabled: id !== undefined,
    gcTime: 0,
  });
}

/** Names of all groups. */
export function useGroups() {
  return useQuery({
    queryKey: ["groups"],
    queryFn: ({ signal }) => call(listGroups, { signal }),
  });
}

/** Model names: all that are known, and the built-in ones by channel type. */
export function useModelNames() {
  const all = useQuery({
    queryKey: ["channels", "models"],
    queryFn: async ({ signal }) => (await call(listChannelModels, { signal })).map((model) => model.id),
  });
  const byType = useQuery({
    queryKey: ["built-in-models"],
    queryFn: ({ signal }) => call(listBuiltInModels, { signal }),
  });
  return { all: all.data, byType: byType.data };
}

export const newChannelSchema = createChannel.shapes.body;
export const keptKeySchema = updateChannel.shapes.body.shape.key;
export type ChannelValues = Omit<BodyOf<typeof createChannel>, "key"> & { key?: string | undefined };

/** Creates channels (one for each line of the key), or changes one. */
export function useSaveChannel(id: number | undefined) {
  const refresh = useRefreshChannels();
  return useMutation({
    async mutationFn({ key, ...values }: ChannelValues): Promise<void> {
      if (id === undefined) await call(createChannel, { body: { ...values, key: key ?? "" } });
      else
        await call(updateChannel, {
          body: { id, ...values, ...(key === undefined || key === "" ? {} : { key }) },
        });
    },
    onSuccess: refresh,
  });
}

type ChannelChange = Pick<BodyOf<typeof updateChannel>, "id" | "priority" | "weight" | "status">;

/** Changes single values of a channel where it stands in the list. */
export function useChangeChannel() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (change: ChannelChange) => call(updateChannel, { body: change }),
    onSuccess(changed) {
      queryClient.setQueriesData<{ items: Channel[] }>({ queryKey: LIST_KEY }, (page) =>
        page === undefined
          ? undefined
          : { ...page, items: page.items.map((channel) => (channel.id === changed.id ? changed : channel)) },
      );
    },
  });
}

/** Makes a disabled copy. */
export function useCopyChannel() {
  const refresh = useRefreshChannels();
  return useMutation({
    mutationFn: (id: number) => call(copyChannel, { id }),
    onSuccess: refresh,
    meta: { isQuiet: true },
  });
}

/** Deletes one channel or several; answers how many. */
export function useDeleteChannels() {
  const refresh = useRefreshChannels();
  return useMutation({
    async mutationFn(ids: number[]): Promise<number> {
      const [first, ...rest] = ids;
      if (first === undefined) return 0;
      if (rest.length > 0) return call(deleteChannels, { body: { ids } });
      await call(deleteChannel, { id: first });
      return 1;
    },
    onSuccess: refresh,
  });
}

export interface ChannelTest {
  id: number;
  /** The channel's default test model when absent. */
  model?: string | undefined;
}

/** Sends one tiny request through a channel; answers how many seconds it took. */
export async function runChannelTest({ id, model }: ChannelTest): Promise<number> {
  const { top } = await callWhole(testChannel, { id, query: model === undefined ? {} : { model } });
  return top.time;
}

/** Tests a channel from the list; its response time there is read again. */
export function useTestChannel() {
  const refresh = useRefreshChannels();
  return useMutation({ mutationFn: runChannelTest, onSettled: refresh });
}

/** Reads the lists again; called after anything that changes them. */
export function useRefreshChannels() {
  const queryClient = useQueryClient();
  return () =>
    Promise.all(
      [LIST_KEY, MODEL_DIFFERENCES_KEY].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
    );
}

export type { Channel };
