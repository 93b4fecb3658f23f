import { Eye, Save } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../components/button.tsx";
import { PRICE_OPTION_KEYS } from "@tollgate/contract/prices";
import type { PriceEditing } from "./use-price-draft.ts";
import { useSaveDraft } from "./use-save-draft.ts";

const PreviewDialog = lazy(async () => ({ default: (await import("./preview-dialog.tsx")).PreviewDialog }));

/** Stands at the foot of the tab while something is unsaved: what it is, and what can be done. */
export function SaveBar({ editing }: { editing: PriceEditing }) {
  const { t } = useTranslation("pricingSettings");
  const { draft, discard } = editing;
  const { save, isSaving } = useSaveDraft(editing);
  const [isPreviewOpen, setPreviewOpen] = useState(false);
  if (draft.changed.length === 0) return null;
  const isInvalid = draft.invalid.length > 0;
  const nameList = (isInvalid ? draft.invalid : draft.changed)
    .map((option) => t(`table.${option}.name`))
    .join(t("listComma"));
  const hasEffect = draft.changed.some((option) => PRICE_OPTION_KEYS.some((key) => key === option));
  return (
    <section
      aria-label={t("save.bar")}
      className="sticky bottom-0 z-20 flex animate-appear flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border border-line-strong bg-raised px-4 py-3 shadow-pop"
    >
      <p className="min-w-40 flex-1 text-sm" role="status">
        <span className="font-medium">
          {isInvalid ? t("save.invalid") : t("save.changed", { count: draft.changed.length })}
        </span>
        <span className="text-muted"> {nameList}</span>
      </p>
      <div className="ml-auto flex flex-wrap items-center justify-end gap-2">
        <Button variant="ghost" disabled={isSaving} onClick={() => discard()}>
          {t("save.discard")}
        </Button>
        <Button disabled={isInvalid || isSaving || !hasEffect} onClick={() => setPreviewOpen(true)}>
          <Eye />
          {t("save.preview")}
        </Button>
        <Button variant="primary" disabled={isInvalid} pending={isSaving} onClick={() => void save()}>
          <Save />
          {t("action.save", { ns: "common" })}
        </Button>
      </div>
      {isPreviewOpen && (
        <Suspense>
          <PreviewDialog
            editing={editing}
            isSaving={isSaving}
            onSave={save}
            onClosed={() => setPreviewOpen(false)}
          />
        </Suspense>
      )}
    </section>
  );
}
