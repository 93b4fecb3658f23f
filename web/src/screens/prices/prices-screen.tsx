import { Tags } from "lucide-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { DataTable } from "../../components/data-table/data-table.tsx";
import { useTableState } from "../../components/data-table/use-table-state.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { useQuotaDisplay } from "../../session/use-status.ts";
import { usePriceColumns } from "./price-columns.tsx";
import { PriceFilterBar } from "./price-filter-bar.tsx";
import { priceFilterParams, UNITS } from "./price-filters.ts";
import { filterPriceList, vendorsOf } from "./price-list.ts";
import { usePricing, type PricingEntry } from "./use-pricing.ts";

const rowId = (entry: PricingEntry) => entry.model_name;

/** What every model costs, for anyone who may see it. */
export function PricesScreen() {
  const { t } = useTranslation("prices");
  const { data, error, refetch } = usePricing();
  const { inCurrency } = useQuotaDisplay();
  const { filters, setFilters, paging } = useTableState("price-list", priceFilterParams);
  const groups = data?.groups ?? NOTHING;
  const group = groups.find(({ name }) => name === filters.group)?.name ?? data?.firstGroup ?? "";
  const groupRatio = groups.find(({ name }) => name === group)?.ratio ?? 1;
  const columns = usePriceColumns({ groupRatio, tokens: UNITS[filters.unit] });
  const shown = useMemo(
    () => (data === undefined ? undefined : filterPriceList(data.entries, { ...filters, group })),
    [data, filters, group],
  );
  const pageCount = Math.max(1, Math.ceil((shown?.length ?? 0) / paging.pageSize));
  const page = Math.min(paging.page, pageCount);
  return (
    <div className="mx-auto w-full max-w-6xl px-3 py-6 sm:px-6 sm:py-8">
      <PageHeader
        title={t("title")}
        description={t(inCurrency ? "description" : "descriptionInUnits", { unit: filters.unit })}
      />
      <DataTable
        id="price-list"
        label={t("title")}
        columns={columns}
        query={{
          data: shown && {
            items: shown.slice((page - 1) * paging.pageSize, page * paging.pageSize),
            total: shown.length,
          },
          error,
          isPlaceholderData: false,
          refetch,
        }}
        paging={{ ...paging, page }}
        rowId={rowId}
        rowName={rowId}
        filters={
          <PriceFilterBar
            filters={filters}
            onChange={setFilters}
            groups={groups}
            group={group}
            isLoading={data === undefined && error === null}
            vendors={vendorsOf(data?.entries ?? NOTHING)}
          />
        }
        empty={<EmptyState icon={Tags} title={t("empty")} description={t("emptyHint")} />}
      />
    </div>
  );
}

const NOTHING: never[] = [];
