import { Eye, Save } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../components/button.tsx";
import { PRICE_OPTION_KEYS } from "@tollgate/contract/prices";
import { UnsavedBar } from "../unsaved-bar.tsx";
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
    <UnsavedBar
      count={draft.changed.length}
      isInvalid={isInvalid}
      names={nameList}
      isSaving={isSaving}
      onDiscard={() => discard()}
    >
      <Button disabled={isInvalid || isSaving || !hasEffect} onClick={() => setPreviewOpen(true)}>
        <Eye />
        {t("save.preview")}
      </Button>
      <Button variant="primary" disabled={isInvalid} pending={isSaving} onClick={() => void save()}>
        <Save />
        {t("action.save", { ns: "common" })}
      </Button>
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
    </UnsavedBar>
  );
}
