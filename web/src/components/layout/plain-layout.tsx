import type { ReactNode } from "react";
import { Brand } from "./brand.tsx";
import { Footer } from "./footer.tsx";
import { LanguageMenu, ThemeMenu } from "./preference-menus.tsx";

/** The frame of sign-in and its kin: one thing in the middle. */
export function PlainLayout({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col bg-[radial-gradient(60rem_30rem_at_50%_-8rem,var(--brand-glow),transparent)]">
      <header className="flex h-14 shrink-0 items-center justify-between px-4 sm:px-6">
        <Brand />
        <div className="flex items-center gap-0.5">
          <LanguageMenu />
          <ThemeMenu />
        </div>
      </header>
      <main className="flex flex-1 flex-col items-center justify-center px-4 pb-16">{children}</main>
      <Footer />
    </div>
  );
}
