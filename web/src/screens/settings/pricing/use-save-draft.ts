import { useTranslation } from "react-i18next";
import { confirm } from "../../../components/confirm.ts";
import { notify } from "../../../components/toaster.ts";
import { isSameTable } from "./check-table.ts";
import type { PriceTexts } from "./price-changes.ts";
import type { PriceOption } from "./price-options.ts";
import type { PriceEditing } from "./use-price-draft.ts";
import { useFreshPriceTexts, useSavePrices } from "./use-price-settings.ts";

interface SaveDraft {
  /** Saves what is changed; answers whether it was taken. */
  save: () => Promise<boolean>;
  isSaving: boolean;
}

/** Saves a draft: the options that changed, all of them or none, asking first where somebody else has saved meanwhile. */
export function useSaveDraft({ draft, bases, discard }: PriceEditing): SaveDraft {
  const { t } = useTranslation(["pricingSettings", "settings"]);
  const freshTexts = useFreshPriceTexts();
  const { mutateAsync, isPending } = useSavePrices();
  const names = (options: readonly PriceOption[]) =>
    options.map((option) => t(`table.${option}.name`)).join(t("listComma"));

  const mayOverwrite = async () => {
    const fresh = await freshTexts();
    const overtaken = draft.changed.filter(
      (option) => !isSameTable(fresh[option] ?? "", bases[option] ?? ""),
    );
    if (overtaken.length === 0) return true;
    return confirm({
      danger: true,
      title: t("overtaken.title", { ns: "settings" }),
      description: t("overtaken.description", { ns: "settings", names: names(overtaken) }),
      confirmLabel: t("overtaken.overwrite", { ns: "settings" }),
    });
  };

  const save = async () => {
    try {
      if (!(await mayOverwrite())) return false;
    } catch (error) {
      notify.error(error instanceof Error ? error.message : String(error));
      return false;
    }
    try {
      await mutateAsync(pick(draft.texts, draft.changed));
    } catch {
      return false;
    }
    discard(draft.changed);
    notify.success(t("saved", { ns: "settings" }));
    return true;
  };
  return { save, isSaving: isPending };
}

function pick(texts: PriceTexts, options: readonly PriceOption[]): PriceTexts {
  return Object.fromEntries(options.map((option) => [option, texts[option]]));
}
