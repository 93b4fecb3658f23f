import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  cancelBalanceRun,
  cancelTestRun,
  getBalanceRun,
  getTestRun,
  testAllChannels,
  updateAllBalances,
  type ChannelRun,
} from "@tollgate/contract/channel-operations";
import {
  cancelModelListRun,
  detectAllModelDifferences,
  getModelListRun,
} from "@tollgate/contract/upstream-models";
import { call } from "../../api/api-client.ts";
import { useRefreshChannels } from "./use-channels.ts";

const CALLS = {
  tests: { start: testAllChannels, status: getTestRun, cancel: cancelTestRun },
  balances: { start: updateAllBalances, status: getBalanceRun, cancel: cancelBalanceRun },
  models: { start: detectAllModelDifferences, status: getModelListRun, cancel: cancelModelListRun },
} as const;

/** What is done to all channels, one at a time in the whole installation. */
export type RunKind = keyof typeof CALLS;

/** While it goes on. */
const POLL_MS = 1000;

/** A run over all channels: how far it is, by whomever it was begun, and how to begin and end it. */
export function useChannelRun(kind: RunKind) {
  const queryClient = useQueryClient();
  const refresh = useRefreshChannels();
  const { start, status, cancel } = CALLS[kind];
  const queryKey = ["channels", "run", kind];
  const take = (run: ChannelRun) => void queryClient.setQueryData(queryKey, run);
  const query = useQuery({
    queryKey,
    async queryFn({ signal }) {
      const before = queryClient.getQueryData<ChannelRun>(queryKey);
      const run = await call(status, { signal });
      // What the run has changed shows in the list while it goes on.
      if (before?.running === true && before.done !== run.done) void refresh();
      return run;
    },
    refetchInterval: ({ state }) => (state.data?.running === true ? POLL_MS : false),
  });
  const starting = useMutation({
    mutationFn: () => call(start),
    onSuccess: take,
    // Whoever has begun one since this screen asked: it is shown.
    onError: () => void queryClient.invalidateQueries({ queryKey }),
  });
  const cancelling = useMutation({ mutationFn: () => call(cancel), onSuccess: take });
  return {
    run: query.data,
    start: starting.mutate,
    isStarting: starting.isPending,
    cancel: cancelling.mutate,
  };
}

export type { ChannelRun };
