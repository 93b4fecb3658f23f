import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../components/button.tsx";
import { LabeledCheckbox } from "../../components/checkbox.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { useFilteredChoices } from "../../components/filtered-choices.ts";
import { SearchInput } from "../../components/input.tsx";

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
  const [picked, setPicked] = useState(() => new Set(models.length === 0 ? names : models));
  const { items, hiddenCount } = useFilteredChoices(names, filter, false);
  const matching = names.filter((name) => name.toLowerCase().includes(filter.trim().toLowerCase()));
  const areAllPicked = matching.length > 0 && matching.every((name) => picked.has(name));
  const set = (changed: readonly string[], isPicked: boolean) =>
    setPicked((before) => {
      const rest = [...before].filter((name) => !changed.includes(name));
      return new Set(isPicked ? [...rest, ...changed] : rest);
    });
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
      <div className="border-b border-line py-2">
        <LabeledCheckbox
          checked={areAllPicked}
          indeterminate={!areAllPicked && matching.some((name) => picked.has(name))}
          onCheckedChange={(isPicked) => set(matching, isPicked)}
        >
          {t("editor.fetchAll", { count: matching.length })}
        </LabeledCheckbox>
      </div>
      <ul aria-label={t("editor.models")} className="flex flex-col gap-2 py-2">
        {items.map((name) => (
          <li key={name}>
            <LabeledCheckbox checked={picked.has(name)} onCheckedChange={(isPicked) => set([name], isPicked)}>
              <span className="font-mono text-xs wrap-anywhere">{name}</span>
            </LabeledCheckbox>
          </li>
        ))}
      </ul>
      {hiddenCount > 0 && (
        <p className="pb-2 text-xs text-muted">{t("choices.more", { ns: "common", count: hiddenCount })}</p>
      )}
    </Dialog>
  );
}
