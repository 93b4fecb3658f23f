import { Search } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSessionUser } from "../../session/session-user.ts";
import { Button } from "../button.tsx";

const CommandPalette = lazy(async () => ({
  default: (await import("./command-palette.tsx")).CommandPalette,
}));

const OPEN_EVENT = "command-palette-open";

/** Opens the palette with Ctrl+K or ⌘K; its code is loaded when first opened. */
export function CommandPaletteHost() {
  const user = useSessionUser();
  const [isOpen, setOpen] = useState(false);
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    const open = () => {
      setLoaded(true);
      setOpen(true);
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      open();
    };
    addEventListener("keydown", onKeyDown);
    addEventListener(OPEN_EVENT, open);
    return () => {
      removeEventListener("keydown", onKeyDown);
      removeEventListener(OPEN_EVENT, open);
    };
  }, []);
  if (user === undefined || !isLoaded) return null;
  return (
    <Suspense>
      <CommandPalette open={isOpen} onOpenChange={setOpen} />
    </Suspense>
  );
}

/** The header's way into the palette. */
export function PaletteButton() {
  const { t } = useTranslation("shell");
  const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
  const open = () => dispatchEvent(new Event(OPEN_EVENT));
  return (
    <>
      <button
        type="button"
        onClick={open}
        className="focus-ring hidden h-8 w-52 items-center gap-2 rounded-md border border-line-strong bg-surface px-2.5 text-sm text-muted shadow-card hover:bg-hover md:flex"
      >
        <Search aria-hidden className="size-4" />
        {t("palette.open")}
        <kbd className="ml-auto font-sans text-xs text-muted">{isMac ? "⌘K" : "Ctrl K"}</kbd>
      </button>
      <Button variant="ghost" size="icon" aria-label={t("palette.open")} onClick={open} className="md:hidden">
        <Search />
      </Button>
    </>
  );
}
