import { CSPProvider } from "@base-ui/react/csp-provider";
import { QueryClientProvider, type QueryClient } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { createQueryClient } from "./api/query-client.ts";
import { TooltipProvider } from "./components/tooltip.tsx";
import { createAppRouter, SIGN_IN_PATH, type AppRouter } from "./router.tsx";
import { sessionUser } from "./session/session-user.ts";

/** Without them a screen can still be read; one that is blank cannot. */
const PageHosts = lazy(async () => {
  const hosts = await import("./components/page-hosts.tsx").catch(() => undefined);
  return { default: hosts?.PageHosts ?? (() => null) };
});

/** Everything a running console consists of. */
export interface Console {
  router: AppRouter;
  queryClient: QueryClient;
}

/** Puts the console together; an expired session leads to sign-in and back to where it happened. */
export function createConsole(history?: Parameters<typeof createAppRouter>[0]): Console {
  const router = createAppRouter(history);
  let isLeaving = false;
  const leave = async () => {
    const { pathname, href } = router.state.location;
    if (isLeaving || pathname === SIGN_IN_PATH) return;
    isLeaving = true;
    // The user is forgotten only there: a protected screen without one would lead to sign-in without a reason.
    await router.navigate({ to: SIGN_IN_PATH, search: { expired: "true", redirect: href } });
    sessionUser.set(undefined);
    queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== "status" });
    isLeaving = false;
  };
  const queryClient = createQueryClient(() => void leave());
  return { router, queryClient };
}

export function App({ router, queryClient }: Console) {
  return (
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <TooltipProvider delay={350}>
          <RouterProvider router={router} />
          <Suspense>
            <PageHosts />
          </Suspense>
        </TooltipProvider>
      </QueryClientProvider>
    </CSPProvider>
  );
}
