import { Pencil, RotateCcw, Trash2 } from "lucide-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Badge } from "../../../components/badge.tsx";
import type { DataColumn } from "../../../components/data-table/data-column.ts";
import { IconButton } from "../../../components/icon-button.tsx";
import { classNames } from "../../../lib/class-names.ts";
import { formatRatio } from "../../../lib/format-number.ts";
import { useQuotaDisplay } from "../../../session/use-status.ts";
import { formatListPrice } from "../../prices/list-price.ts";
import type { ModelTable } from "./price-options.ts";
import { ratioTone, tokenPrices, type PriceRow } from "./price-rows.ts";

interface PriceRowActions {
  edit: (row: PriceRow) => void;
  /** Takes the operator's own numbers of the model away. */
  reset: (row: PriceRow) => void;
  /** Whether a model has a shipped price to go back to. */
  hasDefault: (row: PriceRow) => boolean;
  /** Some table is broken: nothing can be changed here. */
  isLocked: boolean;
}

/** Ratios shown beside the price; the rarer ones only when asked for. */
const RATIO_COLUMNS = [
  "ModelRatio",
  "CompletionRatio",
  "CacheRatio",
  "CreateCacheRatio",
  "ImageRatio",
  "AudioRatio",
  "AudioCompletionRatio",
] as const satisfies readonly ModelTable[];
const HIDDEN_AT_FIRST = new Set<ModelTable>(["ImageRatio", "AudioRatio", "AudioCompletionRatio"]);

/** The columns of the table of prices. */
export function usePriceColumns(actions: PriceRowActions): DataColumn<PriceRow>[] {
  const { t } = useTranslation("pricingSettings");
  const { quotaPerUnit } = useQuotaDisplay();
  return useMemo(
    () => [
      {
        id: "model",
        header: t("column.model"),
        card: "title",
        cell: (row) => <ModelCell row={row} />,
        className: "max-w-64 @6xl:max-w-80",
      },
      { id: "kind", header: t("column.kind"), cell: (row) => <KindCell row={row} /> },
      { id: "source", header: t("column.source"), cell: (row) => <SourceCell row={row} /> },
      {
        id: "input",
        header: t("column.input"),
        align: "end",
        cell: (row) => <InputPriceCell row={row} quotaPerUnit={quotaPerUnit} />,
      },
      {
        id: "output",
        header: t("column.output"),
        align: "end",
        cell: (row) => <OutputPriceCell row={row} quotaPerUnit={quotaPerUnit} />,
      },
      ...RATIO_COLUMNS.map((table): DataColumn<PriceRow> => ({
        id: table,
        header: t(`column.${table}`),
        align: "end",
        cell: (row) => (row.kind === "tokens" ? <RatioCell row={row} table={table} /> : ""),
        isHiddenAtFirst: HIDDEN_AT_FIRST.has(table),
      })),
      {
        id: "actions",
        header: t("column.actions"),
        align: "end",
        card: "actions",
        cell: (row) => <RowActions row={row} {...actions} />,
      },
    ],
    [t, quotaPerUnit, actions],
  );
}

function ModelCell({ row }: { row: PriceRow }) {
  const { t } = useTranslation("pricingSettings");
  return (
    <span className="flex min-w-0 items-center gap-2">
      <span className="min-w-0 truncate font-mono text-xs" title={row.model}>
        {row.model}
      </span>
      {row.isServed && (
        <Badge tone="green" title={t("servedHint")}>
          {t("served")}
        </Badge>
      )}
    </span>
  );
}

function KindCell({ row }: { row: PriceRow }) {
  const { t } = useTranslation("pricingSettings");
  if (row.kind === "none") return <Badge tone="red">{t("kind.none")}</Badge>;
  if (row.kind === "tokens") return <Badge tone="cyan">{t("kind.tokens")}</Badge>;
  return <Badge tone="violet">{t(`kind.${row.unit ?? "call"}`)}</Badge>;
}

interface PriceCellProps {
  row: PriceRow;
  quotaPerUnit: number;
}

function InputPriceCell({ row, quotaPerUnit }: PriceCellProps) {
  const { t } = useTranslation("pricingSettings");
  const { ModelPrice, ModelRatio } = row.values;
  if (row.kind === "call" && ModelPrice !== undefined) {
    return (
      <span className="whitespace-nowrap">
        {formatListPrice(ModelPrice.value)}
        <span className="text-xs text-muted">{t(`per.${row.unit ?? "call"}`)}</span>
      </span>
    );
  }
  const price = tokenPrices(row.values, quotaPerUnit);
  if (row.kind === "none" || price === undefined || ModelRatio === undefined) return "";
  return <Badge tone={ratioTone(ModelRatio.value)}>{formatListPrice(price.input)}</Badge>;
}

function OutputPriceCell({ row, quotaPerUnit }: PriceCellProps) {
  const { ModelRatio, CompletionRatio } = row.values;
  const output = row.kind === "tokens" ? tokenPrices(row.values, quotaPerUnit)?.output : undefined;
  if (output === undefined || ModelRatio === undefined || CompletionRatio === undefined) return "";
  return <Badge tone={ratioTone(ModelRatio.value * CompletionRatio.value)}>{formatListPrice(output)}</Badge>;
}

/** The operator's own numbers stand out from the shipped ones. */
function RatioCell({ row, table }: { row: PriceRow; table: ModelTable }) {
  const value = row.values[table];
  if (value === undefined) return <span className="text-muted">–</span>;
  return (
    <span className={classNames(value.source === "own" ? "font-medium" : "text-muted")}>
      {formatRatio(value.value)}
    </span>
  );
}

function SourceCell({ row }: { row: PriceRow }) {
  const { t } = useTranslation("pricingSettings");
  if (row.isOwn) return <Badge tone="violet">{t("source.own")}</Badge>;
  return row.kind === "none" ? "" : <Badge tone="outline">{t("source.default")}</Badge>;
}

function RowActions({ row, edit, reset, hasDefault, isLocked }: PriceRowActions & { row: PriceRow }) {
  const { t } = useTranslation("pricingSettings");
  const isRemoval = !hasDefault(row);
  return (
    <span className="flex justify-end gap-0.5">
      <IconButton
        size="iconSm"
        label={t("action.edit", { model: row.model })}
        disabled={isLocked}
        onClick={() => edit(row)}
      >
        <Pencil />
      </IconButton>
      {row.isOwn ? (
        <IconButton
          size="iconSm"
          label={t(isRemoval ? "action.remove" : "action.reset", { model: row.model })}
          disabled={isLocked}
          onClick={() => reset(row)}
        >
          {isRemoval ? <Trash2 /> : <RotateCcw />}
        </IconButton>
      ) : (
        <span className="size-7 max-sm:hidden" />
      )}
    </span>
  );
}
