import { Languages, Monitor, Moon, Sun } from "lucide-react";
import { useTranslation } from "react-i18next";
import { LANGUAGES, setLanguage, type Language } from "../../i18n/i18n.ts";
import { useLocalValue } from "../../lib/local-value.ts";
import { themeMode, THEME_MODES } from "../../lib/theme.ts";
import { Button } from "../button.tsx";
import { Menu, MenuChoice } from "../menu.tsx";

/** Chooses the console's language. */
export function LanguageMenu() {
  const { t, i18n } = useTranslation("shell");
  return (
    <Menu
      trigger={
        <Button variant="ghost" size="icon" aria-label={t("language.label")} title={t("language.label")}>
          <Languages />
        </Button>
      }
    >
      <MenuChoice<Language>
        value={i18n.language === "en" ? "en" : "zh"}
        onValueChange={(language) => void setLanguage(language)}
        options={LANGUAGES.map((language) => ({ value: language, label: t(`language.${language}`) }))}
      />
    </Menu>
  );
}

export const THEME_ICONS = { light: Sun, dark: Moon, auto: Monitor } as const;

/** Chooses light, dark, or as the system says. */
export function ThemeMenu() {
  const { t } = useTranslation("shell");
  const mode = useLocalValue(themeMode);
  return (
    <Menu
      trigger={
        <Button variant="ghost" size="icon" aria-label={t("theme.label")} title={t("theme.label")}>
          <Sun className="dark:hidden" />
          <Moon className="hidden dark:block" />
        </Button>
      }
    >
      <MenuChoice
        value={mode}
        onValueChange={(next) => themeMode.set(next)}
        options={THEME_MODES.map((option) => ({
          value: option,
          label: t(`theme.${option}`),
          icon: THEME_ICONS[option],
        }))}
      />
    </Menu>
  );
}
