import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../components/button.tsx";
import { SectionCard } from "../../components/card.tsx";
import { copyText } from "../../components/copy.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { useOwnModels } from "./use-personal-settings.ts";

/** Shown before expanding: the spec's number. */
const SHOWN_AT_FIRST = 10;

/** The models one may call; a press copies the name. */
export function ModelsCard() {
  const { t } = useTranslation("settings");
  const { data: models, error } = useOwnModels();
  const [isExpanded, setExpanded] = useState(false);
  const shown = isExpanded ? models : models?.slice(0, SHOWN_AT_FIRST);
  return (
    <SectionCard title={t("models.title")} description={t("models.description")}>
      {error !== null && <p className="text-sm text-danger-text">{error.message}</p>}
      {models === undefined && error === null && <Skeleton className="h-6 w-2/3" />}
      {models?.length === 0 && <p className="text-sm text-muted">{t("models.empty")}</p>}
      <div className="flex flex-wrap gap-1.5">
        {shown?.map((model) => (
          <button
            key={model}
            type="button"
            aria-label={t("models.copy", { model })}
            onClick={() => void copyText(model)}
            className="focus-ring max-w-full rounded-md text-left wrap-anywhere border border-line bg-subtle px-2 py-1 font-mono text-xs text-secondary transition-colors hover:border-accent-line hover:bg-accent-soft hover:text-accent-text"
          >
            {model}
          </button>
        ))}
        {models !== undefined && models.length > SHOWN_AT_FIRST && (
          <Button
            variant="link"
            size="inline"
            className="px-1 text-xs"
            aria-expanded={isExpanded}
            onClick={() => setExpanded(!isExpanded)}
          >
            {isExpanded ? t("models.collapse") : t("models.expand", { count: models.length })}
          </Button>
        )}
      </div>
    </SectionCard>
  );
}
