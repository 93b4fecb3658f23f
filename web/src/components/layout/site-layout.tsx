import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useSessionUser } from "../../session/session-user.ts";
import { buttonClass } from "../button.tsx";
import { Brand } from "./brand.tsx";
import { Footer } from "./footer.tsx";
import { HeaderTools } from "./header-tools.tsx";
import { SkipLink } from "./skip-link.tsx";

/** The frame of the open pages: header and footer, no side menu. */
export function SiteLayout({ children }: { children: ReactNode }) {
  const { t } = useTranslation("shell");
  const user = useSessionUser();
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="sticky top-0 z-20 flex h-14 shrink-0 items-center gap-2 border-b border-line bg-background px-4 sm:gap-6 sm:px-6">
        <Brand />
        <nav aria-label={t("menu.title")} className="flex shrink-0 items-center gap-1">
          <Link to="/" activeOptions={{ exact: true }} className={`${navClass} max-sm:hidden`}>
            {t("menu.home")}
          </Link>
          {user !== undefined && (
            <Link to="/token" className={`${navClass} max-sm:hidden`}>
              {t("menu.console")}
            </Link>
          )}
          <Link to="/pricing" className={navClass}>
            {t("menu.pricing")}
          </Link>
        </nav>
        <div className="ml-auto">
          <HeaderTools />
        </div>
      </header>
      <main id="content" tabIndex={-1} className="flex flex-1 flex-col outline-none">
        {children}
      </main>
      <Footer />
    </div>
  );
}

const navClass = buttonClass({ variant: "ghost" }, "data-[status=active]:text-foreground");
