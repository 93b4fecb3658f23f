import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { SearchInput } from "../../components/input.tsx";
import { ModelChoices } from "./model-choices.tsx";

interface FetchedModelsDialogProps {
  /** What the vendor lists. */
  names: readonly string[];
  /** The channel's models so far. With none, all of the vendor's are ticked. */
  models: readonly string[];
  onApply: (models: string[]) => void;
  onClose: () => void;
}

/** Chooses among the models that a vendor has; those that the vendor does not name stay. */
export function FetchedModelsDialog({ names, models, onApply, onClose }: FetchedModelsDialogProps) {
  const { t } = useTranslation("channels");
  const [filter, setFilter] = useState("");
  const [picked, setPicked] = useState<ReadonlySet<string>>(
    () => new Set(models.length === 0 ? names : models),
  );
  const apply = () => {
    const own = models.filter((name) => !names.includes(name));
    onApply([...own, ...names.filter((name) => picked.has(name))]);
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("editor.fetchModels")}
      description={t("editor.fetched", { count: names.length })}
      footer={
        <>
          <Button onClick={onClose}>{t("action.cancel", { ns: "common" })}</Button>
          <Button variant="primary" onClick={apply}>
            {t("editor.fetchApply", { count: names.filter((name) => picked.has(name)).length })}
          </Button>
        </>
      }
    >
      <SearchInput label={t("test.filter")} value={filter} onValueChange={setFilter} className="mb-2" />
      <ModelChoices
        label={t("editor.models")}
        allText={(count) => t("editor.fetchAll", { count })}
        names={names}
        filter={filter}
        picked={picked}
        onPick={setPicked}
      />
    </Dialog>
  );
}
