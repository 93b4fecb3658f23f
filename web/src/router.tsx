import {
  createRootRoute,
  createRoute,
  createRouter,
  Navigate,
  Outlet,
  redirect,
  type AnyRoute,
  type RouteComponent,
  type RouterHistory,
} from "@tanstack/react-router";
import type { ComponentType, ReactNode } from "react";
import { CommandPaletteHost } from "./components/layout/command-palette-host.tsx";
import { ConsoleLayout } from "./components/layout/console-layout.tsx";
import { CrashScreen, ForbiddenScreen, NotFoundScreen } from "./components/layout/message-screens.tsx";
import { PlainLayout } from "./components/layout/plain-layout.tsx";
import { SiteLayout } from "./components/layout/site-layout.tsx";
import { parseSearch, stringifySearch } from "./lib/url-state.ts";
import { SCREENS, type Screen } from "./screens.tsx";
import { mayOpen, sessionUser, useSessionUser } from "./session/session-user.ts";
import { useDocumentTitle } from "./session/use-document-title.ts";
import { useStatus } from "./session/use-status.ts";

/** Where someone without a session goes, and where a sign-in leads. */
export const SIGN_IN_PATH = "/login";
export const START_PATH = "/token";

const LAYOUTS: Record<Screen["layout"], ComponentType<{ children: ReactNode }>> = {
  console: ConsoleLayout,
  site: SiteLayout,
  plain: PlainLayout,
};

const rootRoute = createRootRoute({
  component: () => (
    <>
      <Outlet />
      <CommandPaletteHost />
    </>
  ),
  notFoundComponent: () => (
    <SiteLayout>
      <NotFoundScreen />
    </SiteLayout>
  ),
});

/** The router over the table of screens. Tests give a history in memory. */
export function createAppRouter(history?: RouterHistory) {
  const layoutRoutes = Object.entries(LAYOUTS).map(([layout, Layout]) => {
    const layoutRoute = createRoute({
      getParentRoute: () => rootRoute,
      id: layout,
      component: () => (
        <Layout>
          <Outlet />
        </Layout>
      ),
    });
    const screens = SCREENS.filter((screen) => screen.layout === layout);
    return layoutRoute.addChildren(screens.map((screen) => screenRoute(screen, layoutRoute)));
  });
  return createRouter({
    routeTree: rootRoute.addChildren(layoutRoutes),
    ...(history === undefined ? {} : { history }),
    parseSearch,
    stringifySearch,
    defaultPreload: "intent",
    defaultErrorComponent: CrashScreen,
    scrollRestoration: true,
  });
}

export type AppRouter = ReturnType<typeof createAppRouter>;

function screenRoute(screen: Screen, parent: AnyRoute) {
  return createRoute({
    getParentRoute: () => parent,
    path: screen.path,
    component: guarded(screen),
    beforeLoad({ location }) {
      const user = sessionUser.get();
      const isExpired = "expired" in location.search;
      if (screen.access === "guest" && user !== undefined && !isExpired) throw redirect({ to: START_PATH });
      if (user === undefined && !mayOpen(user, screen.access)) {
        throw redirect({ to: SIGN_IN_PATH, search: { redirect: location.href } });
      }
    },
  });
}

/** The screen, or why it is not shown to this user. Keeps the lazy component's preloading. */
function guarded(screen: Screen): RouteComponent {
  const Screen = screen.component;
  function GuardedScreen() {
    const user = useSessionUser();
    const status = useStatus();
    useDocumentTitle(screen.title);
    if (screen.access === "guest") return <Screen />;
    if (!mayOpen(user, screen.access)) {
      return user === undefined ? <Navigate to={SIGN_IN_PATH} /> : <ForbiddenScreen />;
    }
    if (screen.isOn !== undefined && status !== undefined && !screen.isOn(status)) return <NotFoundScreen />;
    return <Screen />;
  }
  return Object.assign(GuardedScreen, { preload: async () => Screen.preload?.() });
}
