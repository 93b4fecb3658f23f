import { Plus } from "lucide-react";
import { lazy, Suspense, useCallback, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../components/button.tsx";
import { DataTable } from "../../../components/data-table/data-table.tsx";
import { FilterInput } from "../../../components/data-table/filter-input.tsx";
import { useTableState } from "../../../components/data-table/use-table-state.ts";
import { Select } from "../../../components/select.tsx";
import { notify } from "../../../components/toaster.ts";
import { textParam, type UrlParam, type UrlValues } from "../../../lib/url-state.ts";
import { BrokenTables } from "./broken-tables.tsx";
import { usePriceColumns } from "./price-columns.tsx";
import { editModel, modelTablesOf, resetModel, type ModelEdit, type PriceDraft } from "./price-changes.ts";
import { MODEL_TABLES } from "./price-options.ts";
import { filterPriceRows, priceRows, type PriceRow, type PriceRowFilter } from "./price-rows.ts";
import type { PriceEditing } from "./use-price-draft.ts";
import type { PriceDefaults } from "./use-price-settings.ts";

const PriceEditor = lazy(async () => ({ default: (await import("./price-editor.tsx")).PriceEditor }));

const FILTERS = ["all", "own", "served", "unpriced"] as const satisfies readonly PriceRowFilter[];
const showParam: UrlParam<PriceRowFilter> = {
  read: (text) => FILTERS.find((filter) => filter === text) ?? "all",
  write: (value) => (value === "all" ? undefined : value),
};
const params = { keyword: textParam(), show: showParam };
const rowId = (row: PriceRow) => row.model;

interface PriceModelsPartProps {
  editing: PriceEditing;
  defaults: PriceDefaults;
}

/** Every model with its price: the visual way to the tables of models. */
export function PriceModelsPart({ editing, defaults }: PriceModelsPartProps) {
  const { t } = useTranslation("pricingSettings");
  const { draft, setTexts } = editing;
  const { filters, setFilters, paging } = useTableState("model-prices", params);
  const [edited, setEdited] = useState<PriceRow | "new">();
  const { own, rows, broken } = useModelPrices(draft, defaults);
  const shown = useMemo(() => filterPriceRows(rows, filters), [rows, filters]);
  const isLocked = broken.length > 0;
  const reset = useCallback((row: PriceRow) => setTexts(resetModel(own, row.model)), [own, setTexts]);
  const hasDefault = useCallback(
    ({ model }: PriceRow) => defaults.tables.ModelPrice.has(model) || defaults.tables.ModelRatio.has(model),
    [defaults],
  );
  const actions = useMemo(
    () => ({ edit: setEdited, reset, hasDefault, isLocked }),
    [reset, hasDefault, isLocked],
  );
  const columns = usePriceColumns(actions);
  const apply = (model: string, edit: ModelEdit) => {
    const texts = editModel(own, model, edit);
    if (Object.keys(texts).length === 0) notify.info(t("editor.nothingChanged"));
    else setTexts(texts);
  };
  // A removal may leave the last page empty.
  const page = Math.min(paging.page, Math.max(1, Math.ceil(shown.length / paging.pageSize)));
  const items = shown.slice((page - 1) * paging.pageSize, page * paging.pageSize);
  const unpriced = rows.filter((row) => row.kind === "none").map(({ model }) => model);
  return (
    <div className="flex flex-col gap-4">
      <BrokenTables options={broken} />
      <DataTable
        id="model-prices"
        label={t("models.table")}
        columns={columns}
        query={{
          data: { items, total: shown.length },
          error: null,
          isPlaceholderData: false,
          refetch: noRefetch,
        }}
        paging={{ ...paging, page }}
        rowId={rowId}
        rowName={rowId}
        filters={
          <ModelFilters
            filters={filters}
            onChange={setFilters}
            unpricedCount={unpriced.length}
            isLocked={isLocked}
            onAdd={() => setEdited("new")}
          />
        }
      />
      {edited !== undefined && (
        <Suspense>
          <PriceEditor
            key={edited === "new" ? "" : edited.model}
            context={{
              own,
              defaults: defaults.tables,
              callUnits: defaults.callUnits,
              edited: edited === "new" ? undefined : edited,
              taken: new Set(rows.filter((row) => row.kind !== "none").map(({ model }) => model)),
            }}
            suggestions={unpriced}
            onApply={apply}
            onClosed={() => setEdited(undefined)}
          />
        </Suspense>
      )}
    </div>
  );
}

/** The draft's tables of models, the rows made of them, and which of them are no valid JSON now. */
function useModelPrices(draft: PriceDraft, defaults: PriceDefaults) {
  const own = useMemo(() => modelTablesOf(draft), [draft]);
  const rows = useMemo(() => priceRows({ own, ...defaults, defaults: defaults.tables }), [own, defaults]);
  const broken = MODEL_TABLES.filter((table) => (draft.checked[table]?.problems.length ?? 0) > 0);
  return { own, rows, broken };
}

/** Rows are made here from tables that are loaded already. */
const noRefetch = () => undefined;

interface ModelFiltersProps {
  filters: UrlValues<typeof params>;
  onChange: (part: Partial<UrlValues<typeof params>>, how?: { replace?: boolean }) => void;
  unpricedCount: number;
  isLocked: boolean;
  onAdd: () => void;
}

function ModelFilters({ filters, onChange, unpricedCount, isLocked, onAdd }: ModelFiltersProps) {
  const { t } = useTranslation("pricingSettings");
  return (
    <>
      <FilterInput
        label={t("models.search")}
        value={filters.keyword}
        onCommit={(keyword) => onChange({ keyword }, { replace: true })}
      />
      <Select
        className="w-auto min-w-36 max-sm:flex-1"
        label={t("models.show")}
        value={filters.show}
        onValueChange={(show) => onChange({ show })}
        options={FILTERS.map((filter) => ({
          value: filter,
          label: t(`filter.${filter}`),
          hint: filter === "unpriced" && unpricedCount > 0 ? String(unpricedCount) : undefined,
        }))}
      />
      <Button disabled={isLocked} onClick={onAdd}>
        <Plus />
        {t("models.add")}
      </Button>
    </>
  );
}
