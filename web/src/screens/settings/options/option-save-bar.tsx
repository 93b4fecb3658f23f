import { Save } from "lucide-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../components/button.tsx";
import { UnsavedBar } from "../unsaved-bar.tsx";
import { isOffered } from "./option-fields.ts";
import type { OptionEditing } from "./use-option-editing.ts";
import { useSaveOptions } from "./use-save-options.ts";

/** Stands at the foot of the tab while something is unsaved. Ctrl+S (⌘S) saves too. */
export function OptionSaveBar({ editing }: { editing: OptionEditing }) {
  const { t } = useTranslation(["optionSettings", "common"]);
  const { draft, discard } = editing;
  const { save, isSaving } = useSaveOptions(editing);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "s" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      if (!isSaving) void save();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  });
  if (draft.changed.length === 0) return null;
  const isInvalid = draft.problems.size > 0;
  const named = isInvalid ? [...draft.problems.keys()] : draft.changed;
  return (
    <UnsavedBar
      count={draft.changed.length}
      isInvalid={isInvalid}
      names={named
        .filter(isOffered)
        .map((key) => t(`field.${key}.name`))
        .join(t("comma"))}
      isSaving={isSaving}
      onDiscard={discard}
    >
      <Button variant="primary" disabled={isInvalid} pending={isSaving} onClick={() => void save()}>
        <Save />
        {t("action.save", { ns: "common" })}
      </Button>
    </UnsavedBar>
  );
}
