import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { Texts } from "../i18n/i18n.ts";
import { useSystemName } from "./use-status.ts";

/** Names the browser's tab after a screen and the system, in the reader's language. */
export function useDocumentTitle(screen: keyof Texts["shell"]["menu"] | undefined): void {
  const { t } = useTranslation("shell");
  const name = useSystemName();
  const title = screen === undefined ? name : `${t(`menu.${screen}`)} · ${name}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
}
