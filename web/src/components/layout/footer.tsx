import { useTranslation } from "react-i18next";
import { DEFAULT_SYSTEM_NAME, useStatus, useSystemName } from "../../session/use-status.ts";

/** Version and credits. */
export function Footer() {
  const { t } = useTranslation("shell");
  const version = useStatus()?.version;
  const name = useSystemName();
  return (
    <footer className="flex shrink-0 flex-wrap items-center justify-center gap-x-3 px-4 py-3 text-xs text-muted sm:justify-between sm:px-6">
      <span>
        {name} {version !== undefined && <span className="tabular-nums">v{version.replace(/^v/, "")}</span>}
      </span>
      <span>
        {name === DEFAULT_SYSTEM_NAME ? "" : `${t("footer.poweredBy", { name: DEFAULT_SYSTEM_NAME })} · `}
        {t("footer.credits")}
      </span>
    </footer>
  );
}
