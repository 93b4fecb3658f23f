import { Dialog as Base } from "@base-ui/react/dialog";
import { useNavigate } from "@tanstack/react-router";
import { Command } from "cmdk";
import { Languages, Search, type LucideIcon } from "lucide-react";
import { useTranslation } from "react-i18next";
import { LANGUAGES, setLanguage } from "../../i18n/i18n.ts";
import { themeMode, THEME_MODES } from "../../lib/theme.ts";
import { backdropClass } from "../dialog.tsx";
import { useMenuEntries } from "./menu-entries.ts";
import { THEME_ICONS } from "./preference-menus.tsx";

interface CommandPaletteProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Jumps to any screen, and changes a preference, by typing. */
export function CommandPalette({ open, onOpenChange }: CommandPaletteProps) {
  const { t } = useTranslation("shell");
  const navigate = useNavigate();
  const entries = useMenuEntries();
  const run = (action: () => unknown) => () => {
    onOpenChange(false);
    void action();
  };
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className={backdropClass} />
        <Base.Popup className="pop-surface fixed top-[14vh] left-1/2 w-[calc(100vw-2rem)] max-w-lg -translate-x-1/2 overflow-hidden">
          <Base.Title className="sr-only">{t("palette.title")}</Base.Title>
          <Command label={t("palette.title")} loop>
            <div className="flex items-center gap-2.5 border-b border-line px-4">
              <Search aria-hidden className="size-4 shrink-0 text-muted" />
              <Command.Input
                placeholder={t("palette.placeholder")}
                className="h-11 w-full bg-transparent text-sm outline-none placeholder:text-muted"
              />
            </div>
            <Command.List
              label={t("palette.title")}
              className="thin-scrollbar max-h-80 overflow-y-auto p-1.5"
            >
              <Command.Empty className="px-3 py-6 text-center text-sm text-muted">
                {t("palette.empty")}
              </Command.Empty>
              <Command.Group heading={t("palette.pages")} className={groupClass}>
                {entries.map(({ to, text, icon }) => (
                  <PaletteItem
                    key={to}
                    icon={icon}
                    label={t(`menu.${text}`)}
                    keywords={[to, text]}
                    onSelect={run(() => navigate({ to }))}
                  />
                ))}
              </Command.Group>
              <Command.Group heading={t("palette.preferences")} className={groupClass}>
                {THEME_MODES.map((mode) => (
                  <PaletteItem
                    key={mode}
                    icon={THEME_ICONS[mode]}
                    label={`${t("theme.label")}: ${t(`theme.${mode}`)}`}
                    keywords={["theme", mode]}
                    onSelect={run(() => themeMode.set(mode))}
                  />
                ))}
                {LANGUAGES.map((language) => (
                  <PaletteItem
                    key={language}
                    icon={Languages}
                    label={`${t("language.label")}: ${t(`language.${language}`)}`}
                    keywords={["language", language]}
                    onSelect={run(() => setLanguage(language))}
                  />
                ))}
              </Command.Group>
            </Command.List>
          </Command>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

const groupClass =
  "[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-muted";

interface PaletteItemProps {
  icon: LucideIcon;
  label: string;
  /** Also found by these, in any language. */
  keywords: string[];
  onSelect: () => void;
}

function PaletteItem({ icon: Icon, label, keywords, onSelect }: PaletteItemProps) {
  return (
    <Command.Item value={label} keywords={keywords} onSelect={onSelect} className="choice-item min-h-9">
      <Icon aria-hidden className="size-4 text-muted" />
      {label}
    </Command.Item>
  );
}
