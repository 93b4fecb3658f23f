import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Card } from "../../../components/card.tsx";
import { ErrorState } from "../../../components/error-state.tsx";
import { FormSkeleton } from "../../../components/form-skeleton.tsx";
import { Segmented } from "../../../components/segmented.tsx";
import { useUrlState, type UrlParam } from "../../../lib/url-state.ts";
import { isByCall } from "../../prices/price-list.ts";
import { usePricing, type PricingEntry } from "../../prices/use-pricing.ts";
import { DraftGuard } from "../draft-guard.tsx";
import { checkTable } from "./check-table.ts";
import { ExtraPricesPart } from "./extra-prices-part.tsx";
import { GroupRatiosPart } from "./group-ratios-part.tsx";
import { numbersOf, type PriceTexts } from "./price-changes.ts";
import { PriceJsonPart } from "./price-json-part.tsx";
import { PriceModelsPart } from "./price-models-part.tsx";
import { MODEL_TABLES } from "./price-options.ts";
import { ResetPricesButton } from "./reset-prices-button.tsx";
import { SaveBar } from "./save-bar.tsx";
import { usePriceDraft } from "./use-price-draft.ts";
import { usePriceDefaults, usePriceTexts, type PriceDefaults } from "./use-price-settings.ts";

/** Root's tab for what models and groups cost. */
export function PricingTab() {
  const texts = usePriceTexts();
  const defaults = usePriceDefaults();
  if (texts.data !== undefined && defaults.data !== undefined) {
    return <PricingParts saved={texts.data} defaults={defaults.data} />;
  }
  const error = texts.error ?? defaults.error;
  return (
    <Card className="flex flex-col gap-4 p-5">
      {error === null ? (
        <FormSkeleton fields={5} />
      ) : (
        <ErrorState
          message={error.message}
          onRetry={() => void Promise.all([texts.refetch(), defaults.refetch()])}
        />
      )}
    </Card>
  );
}

const PARTS = ["models", "json", "groups", "extra"] as const;
type Part = (typeof PARTS)[number];
const partParam: UrlParam<Part> = {
  read: (text) => PARTS.find((part) => part === text) ?? "models",
  write: (part) => (part === "models" ? undefined : part),
};
const params = { part: partParam };

interface PricingPartsProps {
  saved: PriceTexts;
  defaults: PriceDefaults;
}

/** One draft behind four views of it, so that a change in one is seen in the others before it is saved. */
function PricingParts({ saved, defaults }: PricingPartsProps) {
  const { t } = useTranslation("pricingSettings");
  const [{ part }, change] = useUrlState(params);
  const editing = usePriceDraft(saved);
  const pricing = usePricing();
  const known = useMemo(
    () => withFamilyRatios(defaults, pricing.data?.entries ?? NOTHING, saved),
    [defaults, pricing.data, saved],
  );
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Segmented
          label={t("parts.label")}
          value={part}
          onValueChange={(next) => change({ part: next })}
          options={PARTS.map((value) => ({ value, label: t(`parts.${value}`) }))}
        />
        <ResetPricesButton saved={saved} editing={editing} />
      </div>
      {part === "models" && <PriceModelsPart editing={editing} defaults={known} />}
      {part === "json" && <PriceJsonPart editing={editing} options={MODEL_TABLES} />}
      {part === "groups" && <GroupRatiosPart editing={editing} />}
      {part === "extra" && <ExtraPricesPart editing={editing} />}
      <SaveBar editing={editing} />
      <DraftGuard scope="tab" isDirty={editing.draft.changed.length > 0} />
    </div>
  );
}

const NOTHING: never[] = [];

/**
 * The defaults, with the completion ratios that the server takes from a model's family where no table has the model:
 * its price list tells them for models that channels offer.
 */
function withFamilyRatios(
  defaults: PriceDefaults,
  entries: readonly PricingEntry[],
  saved: PriceTexts,
): PriceDefaults {
  const own = numbersOf(checkTable("CompletionRatio", saved.CompletionRatio ?? ""));
  const ratios = entries
    .filter((entry) => !isByCall(entry) && !own.has(entry.model_name))
    .map((entry) => [entry.model_name, entry.completion_ratio] as const);
  const CompletionRatio = new Map([...ratios, ...defaults.tables.CompletionRatio]);
  return { ...defaults, tables: { ...defaults.tables, CompletionRatio } };
}
