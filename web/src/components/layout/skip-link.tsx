import { useTranslation } from "react-i18next";

/** Lets keyboard users jump over the menus. */
export function SkipLink() {
  const { t } = useTranslation("shell");
  return (
    <a
      href="#content"
      className="fixed top-2 left-2 z-50 -translate-y-16 rounded-md bg-accent px-3 py-1.5 text-sm text-accent-foreground focus:translate-y-0"
    >
      {t("skip")}
    </a>
  );
}
