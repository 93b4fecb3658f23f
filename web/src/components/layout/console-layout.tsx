import { PanelLeft } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { classNames } from "../../lib/class-names.ts";
import { createLocalValue, useLocalValue } from "../../lib/local-value.ts";
import { useMediaQuery } from "../../lib/media-query.ts";
import { useSelf } from "../../session/use-session.ts";
import { useStatus } from "../../session/use-status.ts";
import { IconButton } from "../icon-button.tsx";
import { Brand } from "./brand.tsx";
import { PaletteButton } from "./command-palette-host.tsx";
import { Footer } from "./footer.tsx";
import { HeaderTools } from "./header-tools.tsx";
import { MobileMenu } from "./mobile-menu.tsx";
import { SideMenu } from "./side-menu.tsx";
import { SkipLink } from "./skip-link.tsx";

/** Undefined until the reader chooses: then as the operator says. */
const sidebarCollapsed = createLocalValue<boolean | undefined>(
  "sidebar-collapsed",
  undefined,
  (text) => text === "true",
);

/** Between a telephone and a desk there is room for icons only. */
const NARROW_QUERY = "(max-width: 899.98px)";

/** The frame of the console's screens: side menu, fixed header, content, footer. */
export function ConsoleLayout({ children }: { children: ReactNode }) {
  const { t } = useTranslation("shell");
  useSelf();
  const status = useStatus();
  const chosen = useLocalValue(sidebarCollapsed);
  const isNarrow = useMediaQuery(NARROW_QUERY);
  const isCollapsed = isNarrow || (chosen ?? status?.default_collapse_sidebar ?? false);
  return (
    <div className="flex h-dvh overflow-hidden">
      <SkipLink />
      <aside
        className={classNames(
          "hidden shrink-0 flex-col border-r border-line transition-[width] duration-200 sm:flex",
          isCollapsed ? "w-14" : "w-56",
        )}
      >
        <div
          className={classNames("flex h-14 shrink-0 items-center px-4", isCollapsed && "justify-center px-0")}
        >
          <Brand hideName={isCollapsed} />
        </div>
        <SideMenu isCollapsed={isCollapsed} />
      </aside>
      <div className="flex min-w-0 flex-1 flex-col">
        <header className="flex h-14 shrink-0 items-center justify-between gap-3 border-b border-line px-3 sm:px-4">
          <div className="flex min-w-0 items-center gap-1">
            <MobileMenu />
            <Brand className="sm:hidden" />
            <IconButton
              label={isCollapsed ? t("menu.expand") : t("menu.collapse")}
              tooltipSide="bottom"
              aria-expanded={!isCollapsed}
              className="hidden min-[900px]:inline-flex"
              onClick={() => sidebarCollapsed.set(!isCollapsed)}
            >
              <PanelLeft />
            </IconButton>
          </div>
          <div className="flex items-center gap-1.5">
            <PaletteButton />
            <HeaderTools />
          </div>
        </header>
        <main
          id="content"
          tabIndex={-1}
          className="thin-scrollbar min-h-0 flex-1 overflow-y-auto outline-none"
        >
          <div className="screen-frame flex min-h-full flex-col">
            <div className="screen flex min-h-0 flex-1 flex-col px-3 pt-4 sm:px-6 sm:pt-5">{children}</div>
            <Footer />
          </div>
        </main>
      </div>
    </div>
  );
}
