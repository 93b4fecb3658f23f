import { RotateCcw } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../components/button.tsx";
import { confirm } from "../../../components/confirm.ts";
import { notify } from "../../../components/toaster.ts";
import { checkTable } from "./check-table.ts";
import type { PriceTexts } from "./price-changes.ts";
import { RESET_TABLES, type PriceOption } from "./price-options.ts";
import type { PriceEditing } from "./use-price-draft.ts";
import { useResetModelRatio } from "./use-price-settings.ts";

interface ResetPricesButtonProps {
  saved: PriceTexts;
  editing: PriceEditing;
}

/** Names shown for each table before "…". */
const SHOWN_NAMES = 5;

/** Puts the shipped model ratios back, after saying which of the operator's own are lost. */
export function ResetPricesButton({ saved, editing }: ResetPricesButtonProps) {
  const { t } = useTranslation("pricingSettings");
  const { mutateAsync, isPending } = useResetModelRatio();
  const losses = RESET_TABLES.map((option) => ({ option, names: entryNames(option, saved) })).filter(
    ({ names }) => names.length > 0,
  );
  const reset = async () => {
    const isSure = await confirm({
      danger: true,
      title: t("reset.title"),
      description: <Losses losses={losses} />,
      confirmLabel: t("reset.confirm"),
    });
    if (!isSure) return;
    const isDone = await mutateAsync().then(
      () => true,
      () => false,
    );
    if (!isDone) return;
    editing.discard(RESET_TABLES);
    notify.success(t("reset.done"));
  };
  return (
    <Button pending={isPending} disabled={losses.length === 0} onClick={() => void reset()}>
      <RotateCcw />
      {t("reset.button")}
    </Button>
  );
}

interface Loss {
  option: PriceOption;
  names: readonly string[];
}

function Losses({ losses }: { losses: readonly Loss[] }) {
  const { t } = useTranslation("pricingSettings");
  return (
    <>
      <p>{t("reset.lost")}</p>
      <ul className="mt-2 flex list-disc flex-col gap-1 pl-4">
        {losses.map(({ option, names }) => (
          <li key={option}>
            {t("reset.loss", { name: t(`table.${option}.name`), count: names.length })}{" "}
            <span className="font-mono text-xs">
              {names.slice(0, SHOWN_NAMES).join(", ")}
              {names.length > SHOWN_NAMES && " …"}
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-2">{t("reset.kept")}</p>
    </>
  );
}

function entryNames(option: PriceOption, saved: PriceTexts): string[] {
  return Object.keys(checkTable(option, saved[option] ?? "").value ?? {});
}
