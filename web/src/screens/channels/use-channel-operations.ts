import { useMutation } from "@tanstack/react-query";
import {
  deleteDisabledChannels,
  fetchChannelModels,
  fetchModels,
  repairChannels,
  updateChannelBalance,
} from "@tollgate/contract/channel-operations";
import {
  disableTag,
  enableTag,
  listTagModels,
  setTagOfChannels,
  updateTag,
} from "@tollgate/contract/channel-tags";
import type { BodyOf } from "@tollgate/contract/endpoint";
import { call, callWhole } from "../../api/api-client.ts";
import { useRefreshChannels } from "./use-channels.ts";

/** A call after which the list is read again. */
function useListChange<Input, Result>(mutationFn: (input: Input) => Promise<Result>) {
  const refresh = useRefreshChannels();
  return useMutation({ mutationFn, onSuccess: refresh });
}

/** Deletes all that are not enabled; answers how many. */
export const useDeleteDisabled = () => useListChange(() => call(deleteDisabledChannels));

/** Brings the tables that routing is built from in line with the channels; answers for how many. */
export const useRepairChannels = () => useListChange(() => call(repairChannels));

/** Asks a channel's vendor what is left, and stores it; answers USD. */
export const useUpdateBalance = () =>
  useListChange(async (id: number) => (await callWhole(updateChannelBalance, { id })).top.balance);

/** Enables or disables all channels of a tag. */
export const useSetTagStatus = () =>
  useListChange(({ tag, isOn }: { tag: string; isOn: boolean }) =>
    call(isOn ? enableTag : disableTag, { body: { tag } }),
  );

export type TagChange = BodyOf<typeof updateTag>;
/** Overwrites values of all channels of a tag. */
export const useChangeTag = () => useListChange((body: TagChange) => call(updateTag, { body }));

/** Puts channels under a tag; answers how many. */
export const useSetTagOfChannels = () =>
  useListChange((body: BodyOf<typeof setTagOfChannels>) => call(setTagOfChannels, { body }));

/** Every model that a channel of the tag serves. */
export const useTagModels = () =>
  useMutation({ mutationFn: (tag: string) => call(listTagModels, { query: { tag } }) });

/** Values of the editor that are not stored yet, or the id of a stored channel. */
export type ModelSource = BodyOf<typeof fetchModels> | { id: number };

/** Asks a vendor which models it has. */
export const useFetchModels = () =>
  useMutation({
    mutationFn: (source: ModelSource) =>
      "id" in source ? call(fetchChannelModels, { id: source.id }) : call(fetchModels, { body: source }),
  });
