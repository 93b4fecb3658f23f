import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { BodyOf } from "@tollgate/contract/endpoint";
import {
  applyModelDifference,
  detectModelDifference,
  getModelDifference,
  listModelDifferences,
  type ModelListDifference,
} from "@tollgate/contract/upstream-models";
import { call } from "../../api/api-client.ts";
import { MODEL_DIFFERENCES_KEY, useRefreshChannels } from "./use-channels.ts";

/** The schedule finds changes without anybody doing anything. */
const REFRESH_MS = 60_000;

interface DifferenceCount {
  added: number;
  gone: number;
}

const byId = (counts: (DifferenceCount & { id: number })[]) =>
  new Map(counts.map((count) => [count.id, count]));

/** Of how many models it is to be decided whether a channel serves them; undefined while that is unknown or none. */
export function useModelDifferenceCount(id: number): DifferenceCount | undefined {
  const { data } = useQuery({
    queryKey: MODEL_DIFFERENCES_KEY,
    queryFn: ({ signal }) => call(listModelDifferences, { signal }),
    select: byId,
    refetchInterval: REFRESH_MS,
  });
  return data?.get(id);
}

const differenceKey = (id: number) => ["channels", "model-difference", id] as const;

/** What was found when the channel's vendor was asked last. */
export function useModelDifference(id: number) {
  return useQuery({
    queryKey: differenceKey(id),
    queryFn: ({ signal }) => call(getModelDifference, { id, signal }),
    gcTime: 0,
  });
}

/** Asks the vendor now. */
export const useDetectModels = (id: number) =>
  useDifferenceChange(id, () => call(detectModelDifference, { body: { id } }));

export type ModelDecision = Omit<BodyOf<typeof applyModelDifference>, "id">;

/** Carries out what has been decided. */
export const useApplyModels = (id: number) =>
  useDifferenceChange(id, (decision: ModelDecision) =>
    call(applyModelDifference, { body: { id, ...decision } }),
  );

function useDifferenceChange<Input>(id: number, mutationFn: (input: Input) => Promise<ModelListDifference>) {
  const queryClient = useQueryClient();
  const refresh = useRefreshChannels();
  return useMutation({
    mutationFn,
    onSuccess(difference) {
      queryClient.setQueryData(differenceKey(id), difference);
      return refresh();
    },
  });
}
