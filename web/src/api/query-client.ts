import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { notify } from "../components/toaster.ts";
import { ApiError } from "./api-error.ts";

/** How often a read that found no server is tried again. */
const RETRIES = 2;

declare module "@tanstack/react-query" {
  interface Register {
    mutationMeta: { /** The screen shows the failure itself. */ isQuiet?: boolean };
  }
}

/**
 * The cache of server data with the console's one error policy: an expired session goes to `onExpired`; a failed read
 * without anything to show is drawn in place by its screen; every other failure becomes a message.
 */
export function createQueryClient(onExpired: () => void): QueryClient {
  const report = (error: Error, isShownInPlace: boolean) => {
    if (error instanceof ApiError && error.kind === "expired") onExpired();
    else if (!isShownInPlace) notify.error(error.message);
  };
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => report(error, query.state.data === undefined),
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => report(error, mutation.meta?.isQuiet === true),
    }),
    defaultOptions: {
      // The server may well be on this machine: a browser that thinks it is offline still asks, and says what failed.
      mutations: { networkMode: "always" },
      queries: {
        networkMode: "always",
        refetchOnWindowFocus: false,
        staleTime: 0,
        retry: (failures, error) =>
          error instanceof ApiError && error.kind === "network" && failures < RETRIES,
      },
    },
  });
}
