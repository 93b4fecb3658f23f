import { useTranslation } from "react-i18next";
import { FilterInput } from "../../components/data-table/filter-input.tsx";
import { Segmented } from "../../components/segmented.tsx";
import { Select } from "../../components/select.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { PRICE_ORDERS } from "./price-list.ts";
import { KINDS, type PriceFilterValues } from "./price-filters.ts";
import type { PriceGroup } from "./use-pricing.ts";

interface PriceFilterBarProps {
  filters: PriceFilterValues;
  onChange: (part: Partial<PriceFilterValues>, how?: { replace?: boolean }) => void;
  groups: readonly PriceGroup[];
  /** The group that is shown. */
  group: string;
  vendors: readonly string[];
  /** Groups and vendors are still to come: their places are kept. */
  isLoading: boolean;
}

const choiceClass = "w-auto min-w-28 max-sm:flex-1";
const placeClass = "h-8 w-28 rounded-md max-sm:w-auto max-sm:min-w-28 max-sm:flex-1";

/** Search, filters, order and scale of the price list. */
export function PriceFilterBar({
  filters,
  onChange,
  groups,
  group,
  vendors,
  isLoading,
}: PriceFilterBarProps) {
  const { t } = useTranslation("prices");
  return (
    <>
      <FilterInput
        label={t("search")}
        value={filters.keyword}
        onCommit={(keyword) => onChange({ keyword }, { replace: true })}
      />
      {isLoading && (
        <>
          <Skeleton className={placeClass} />
          <Skeleton className={placeClass} />
        </>
      )}
      {groups.length > 0 && (
        <Select
          className={choiceClass}
          label={t("group")}
          value={group}
          onValueChange={(next) => onChange({ group: next })}
          options={groups.map(({ name, ratio, description }) => ({
            value: name,
            label: t("groupRatio", { name, ratio }),
            hint: description === name ? undefined : description,
          }))}
        />
      )}
      {vendors.length > 1 && (
        <Select
          className={choiceClass}
          label={t("vendor")}
          value={filters.vendor}
          onValueChange={(vendor) => onChange({ vendor })}
          options={[
            { value: "", label: t("allVendors") },
            ...vendors.map((vendor) => ({ value: vendor, label: vendor })),
          ]}
        />
      )}
      <Select
        className={choiceClass}
        label={t("column.kind")}
        value={filters.kind}
        onValueChange={(kind) => onChange({ kind })}
        options={KINDS.map((kind) => ({ value: kind, label: t(`kind.${kind}`) }))}
      />
      <Select
        className={choiceClass}
        label={t("order.label")}
        value={filters.order}
        onValueChange={(order) => onChange({ order })}
        options={PRICE_ORDERS.map((order) => ({ value: order, label: t(`order.${order}`) }))}
      />
      <Segmented
        label={t("unit.label")}
        value={filters.unit}
        onValueChange={(unit) => onChange({ unit })}
        options={[
          { value: "1M", label: t("unit.million") },
          { value: "1K", label: t("unit.thousand") },
        ]}
      />
    </>
  );
}
