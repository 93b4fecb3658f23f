import { useTranslation } from "react-i18next";
import { confirm } from "../../../components/confirm.ts";
import { notify } from "../../../components/toaster.ts";
import { useFreshOptionTexts, useSaveOptionTexts } from "../use-options.ts";
import { isSameValue } from "./option-draft.ts";
import { isOffered, type OfferedOption } from "./option-fields.ts";
import type { OptionEditing } from "./use-option-editing.ts";

interface SaveOptions {
  save: () => Promise<void>;
  isSaving: boolean;
}

/** Saves what is changed, all of it or nothing, asking first where somebody else has saved meanwhile. */
export function useSaveOptions({ draft, changes, discard }: OptionEditing): SaveOptions {
  const { t } = useTranslation(["optionSettings", "settings"]);
  const freshTexts = useFreshOptionTexts();
  const { mutateAsync, isPending } = useSaveOptionTexts();
  const nameOf = (key: OfferedOption) => t(`field.${key}.name`);

  const mayOverwrite = async () => {
    const fresh = await freshTexts();
    const overtaken = draft.changed.filter(
      (key) => !isSameValue(key, fresh[key] ?? "", changes[key]?.base ?? ""),
    );
    if (overtaken.length === 0) return true;
    const names = overtaken.filter(isOffered).map(nameOf).join(t("comma"));
    return confirm({
      danger: true,
      title: t("overtaken.title", { ns: "settings" }),
      description: t("overtaken.description", { ns: "settings", names }),
      confirmLabel: t("overtaken.overwrite", { ns: "settings" }),
    });
  };

  const save = async () => {
    if (draft.changed.length === 0) return void notify.info(t("nothingChanged"));
    if (draft.problems.size > 0) return void notify.error(t("checkInput"));
    try {
      if (!(await mayOverwrite())) return;
      await mutateAsync(Object.fromEntries(draft.changed.map((key) => [key, draft.textOf(key)])));
    } catch {
      // The error policy has told what the server said; nothing has been saved.
      return;
    }
    discard();
    notify.success(t("saved", { ns: "settings" }));
  };
  return { save, isSaving: isPending };
}
