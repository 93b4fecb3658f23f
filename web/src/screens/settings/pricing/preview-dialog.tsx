import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Alert } from "../../../components/alert.tsx";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { ErrorState } from "../../../components/error-state.tsx";
import { Segmented } from "../../../components/segmented.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { formatWhole } from "@tollgate/contract/number-text";
import { useQuotaDisplay } from "../../../session/use-status.ts";
import { PreviewTotals } from "./preview-totals.tsx";
import { PreviewTable } from "./preview-table.tsx";
import type { PriceTexts } from "./price-changes.ts";
import type { PriceEditing } from "./use-price-draft.ts";
import { usePricePreview, type PricePreview } from "./use-price-settings.ts";

interface PreviewDialogProps {
  editing: PriceEditing;
  isSaving: boolean;
  onSave: () => Promise<boolean>;
  onClosed: () => void;
}

const HOURS = { "24": 24, "72": 72, "168": 168 } as const;
type Hours = keyof typeof HOURS;

/** What the last calls would have cost with the unsaved prices; from here they can be saved. */
export function PreviewDialog({ editing, isSaving, onSave, onClosed }: PreviewDialogProps) {
  const { t } = useTranslation("pricingSettings");
  const [hours, setHours] = useState<Hours>("24");
  const { draft } = editing;
  const texts: PriceTexts = Object.fromEntries(draft.changed.map((option) => [option, draft.texts[option]]));
  const { data, error, refetch } = usePricePreview(texts, HOURS[hours]);
  const saveAndClose = async () => {
    if (await onSave()) onClosed();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClosed()}
      className="max-w-4xl"
      title={t("preview.title")}
      description={t("preview.description")}
      footer={
        <>
          <Button onClick={onClosed}>{t("preview.back")}</Button>
          <Button variant="primary" pending={isSaving} onClick={() => void saveAndClose()}>
            {t("preview.save")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4 pt-1">
        <div className="flex">
          <Segmented
            label={t("preview.period")}
            value={hours}
            onValueChange={setHours}
            options={[
              { value: "24", label: t("preview.day") },
              { value: "72", label: t("preview.threeDays") },
              { value: "168", label: t("preview.week") },
            ]}
          />
        </div>
        {data !== undefined && <PreviewResult preview={data} />}
        {data === undefined && error !== null && (
          <ErrorState title={t("preview.failed")} message={error.message} onRetry={() => void refetch()} />
        )}
        {data === undefined && error === null && (
          <div role="status" aria-label={t("preview.counting")} className="flex flex-col gap-3">
            <Skeleton className="h-20 rounded-lg" />
            <Skeleton className="h-40 rounded-lg" />
          </div>
        )}
      </div>
    </Dialog>
  );
}

/** Below it, cents are too coarse to see a difference. */
const SMALL_SUM_USD = 20;

function PreviewResult({ preview }: { preview: PricePreview }) {
  const { t } = useTranslation("pricingSettings");
  const { quotaPerUnit } = useQuotaDisplay();
  // One number of decimals throughout, so that sums and differences agree to the eye.
  const digits = preview.charged_quota + preview.quota < SMALL_SUM_USD * quotaPerUnit ? 4 : 2;
  const { calls, calls_priced, models, groups, unpriced, truncated } = preview;
  return (
    <>
      {unpriced.length > 0 && (
        <Alert tone="danger">
          {t("preview.unpriced", { count: unpriced.length })}{" "}
          <span className="font-mono text-xs wrap-anywhere">{unpriced.join(", ")}</span>
        </Alert>
      )}
      <PreviewTotals preview={preview} digits={digits} />
      <p className="text-xs text-muted">
        {t("preview.calls", { calls: formatWhole(calls), priced: formatWhole(calls_priced) })}
        {truncated && ` ${t("preview.truncated")}`}
      </p>
      {calls_priced > 0 && (
        <>
          <PreviewTable
            title={t("preview.byModel")}
            nameLabel={t("column.model")}
            digits={digits}
            rows={models.map((sums) => ({ name: sums.model_name, sums }))}
          />
          <PreviewTable
            title={t("preview.byGroup")}
            nameLabel={t("preview.group")}
            digits={digits}
            rows={groups.map((sums) => ({ name: sums.group, sums }))}
          />
        </>
      )}
    </>
  );
}
