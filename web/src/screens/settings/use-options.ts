import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { deleteLogs } from "@tollgate/contract/logs";
import { listGroups } from "@tollgate/contract/groups";
import { isOptionKey, listOptions, updateOptions } from "@tollgate/contract/options";
import type { DataOf } from "@tollgate/contract/endpoint";
import { call } from "../../api/api-client.ts";
import type { OptionTexts } from "./options/option-draft.ts";

export const OPTIONS_KEY = ["options"];

/** All options of root, as the server tells them. */
export const fetchOptions = ({ signal }: { signal?: AbortSignal }) =>
  call(listOptions, signal === undefined ? {} : { signal });

/** The saved text of every option that is no secret. */
export function useOptionTexts() {
  return useQuery({ queryKey: OPTIONS_KEY, queryFn: fetchOptions, select: toTexts });
}

function toTexts(options: DataOf<typeof listOptions>): OptionTexts {
  return Object.fromEntries(
    options.filter(({ key }) => isOptionKey(key)).map(({ key, value }) => [key, value]),
  );
}

/** The texts as the server has them now, past every cache: another administrator may have saved meanwhile. */
export function useFreshOptionTexts(): () => Promise<OptionTexts> {
  const queryClient = useQueryClient();
  return async () =>
    toTexts(await queryClient.fetchQuery({ queryKey: OPTIONS_KEY, queryFn: fetchOptions, staleTime: 0 }));
}

/** Saves options, all of them or none. Every screen may show something else afterwards. */
export function useSaveOptionTexts() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (options: Record<string, string>) => call(updateOptions, { body: { options } }),
    onSettled: () => queryClient.invalidateQueries(),
  });
}

/** The names of all groups, for the options that name some. */
export function useGroupNames(): readonly string[] {
  const { data } = useQuery({ queryKey: ["groups"], queryFn: ({ signal }) => call(listGroups, { signal }) });
  return data ?? NO_GROUPS;
}

const NO_GROUPS: readonly string[] = [];

/** Removes log rows from before a moment (Unix seconds); answers how many. */
export function useClearLogs() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (beforeSeconds: number) => call(deleteLogs, { query: { target_timestamp: beforeSeconds } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["logs"] }),
  });
}
