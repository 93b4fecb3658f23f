import { QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from "@tanstack/react-router";
import { render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { createQueryClient } from "../api/query-client.ts";
import { PageHosts } from "../components/page-hosts.tsx";
import { parseSearch, stringifySearch } from "../lib/url-state.ts";

/** One part of the kit, with a router, a query cache and the hosts of messages and questions. */
export async function renderPart(part: ReactNode, path = "/") {
  const router = createRouter({
    routeTree: createRootRoute({
      component: () => (
        <>
          {part}
          <Outlet />
        </>
      ),
      notFoundComponent: () => null,
    }),
    history: createMemoryHistory({ initialEntries: [path] }),
    parseSearch,
    stringifySearch,
  });
  await router.load();
  const view = render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <RouterProvider router={router} />
      <PageHosts />
    </QueryClientProvider>,
  );
  return { ...view, router, user: userEvent.setup() };
}
