import { Link, type ErrorComponentProps } from "@tanstack/react-router";
import { Compass, LockKeyhole } from "lucide-react";
import { useTranslation } from "react-i18next";
import { isMissingFile, loadPageAnew } from "../../api/missing-file.ts";
import { buttonClass } from "../button.tsx";
import { EmptyState } from "../empty-state.tsx";
import { ErrorState } from "../error-state.tsx";

export function NotFoundScreen() {
  const { t } = useTranslation();
  return (
    <div className="flex flex-1 flex-col justify-center">
      <h1 className="sr-only">{t("notFound.title")}</h1>
      <EmptyState
        icon={Compass}
        title={t("notFound.title")}
        description={t("notFound.description")}
        action={
          <Link to="/" className={buttonClass({ variant: "primary" })}>
            {t("notFound.home")}
          </Link>
        }
      />
    </div>
  );
}

/** For someone who is signed in but may not open the screen. */
export function ForbiddenScreen() {
  const { t } = useTranslation();
  return (
    <div className="flex flex-1 flex-col justify-center">
      <h1 className="sr-only">{t("forbidden.title")}</h1>
      <EmptyState icon={LockKeyhole} title={t("forbidden.title")} description={t("forbidden.description")} />
    </div>
  );
}

/** For a screen that threw while it was drawn, or whose files did not come. */
export function CrashScreen({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation();
  if (isMissingFile(error))
    return <ErrorState message={t("network", { ns: "errors" })} onRetry={() => void loadPageAnew()} />;
  return <ErrorState title={t("crash.title")} message={t("crash.description")} onRetry={reset} />;
}
