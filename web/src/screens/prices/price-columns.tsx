import { Layers } from "lucide-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { CopyButton } from "../../components/copy.tsx";
import type { DataColumn } from "../../components/data-table/data-column.ts";
import { Popover } from "../../components/popover.tsx";
import { TagList } from "../../components/tag-list.tsx";
import { useQuotaDisplay } from "../../session/use-status.ts";
import { isByCall, tokenUnits, type TokenUnits } from "./price-list.ts";
import { PriceDetails } from "./price-details.tsx";
import { usePriceFormat } from "./use-price-format.ts";
import type { PricingEntry } from "./use-pricing.ts";

/** How prices are shown: in which group, for how many tokens. */
export interface PriceScale {
  groupRatio: number;
  tokens: number;
}

/** The columns of the price list. */
export function usePriceColumns({ groupRatio, tokens }: PriceScale): DataColumn<PricingEntry>[] {
  const { t } = useTranslation("prices");
  const format = usePriceFormat();
  return useMemo(() => {
    const tokenColumn = (id: "output" | "cacheRead" | "cacheWrite"): DataColumn<PricingEntry> => ({
      id,
      header: t(`column.${id}`),
      align: "end",
      cell: (entry) => priceOf(entry, id),
    });
    const priceOf = (entry: PricingEntry, part: keyof TokenUnits) => {
      const units = isByCall(entry) ? undefined : tokenUnits(entry, groupRatio)[part];
      return units === undefined ? <span className="text-muted">–</span> : format(units * tokens);
    };
    return [
      { id: "model", header: t("column.model"), card: "title", cell: (entry) => <ModelCell entry={entry} /> },
      { id: "kind", header: t("column.kind"), cell: (entry) => <KindCell entry={entry} /> },
      {
        id: "input",
        header: t("column.input"),
        align: "end",
        cell: (entry) =>
          isByCall(entry) ? <CallPrice entry={entry} groupRatio={groupRatio} /> : priceOf(entry, "input"),
      },
      tokenColumn("output"),
      tokenColumn("cacheRead"),
      tokenColumn("cacheWrite"),
      {
        id: "groups",
        header: t("column.groups"),
        card: "double",
        cell: (entry) => <TagList items={entry.enable_groups} limit={2} />,
      },
      {
        id: "details",
        header: t("column.details"),
        align: "end",
        card: "actions",
        cell: (entry) => <DetailsButton entry={entry} scale={{ groupRatio, tokens }} />,
      },
    ];
  }, [t, format, groupRatio, tokens]);
}

function ModelCell({ entry }: { entry: PricingEntry }) {
  const { t } = useTranslation("prices");
  return (
    <span className="flex min-w-0 items-center gap-1 sm:min-w-52">
      <span className="min-w-0">
        <span className="block font-mono text-[0.8125rem] leading-5 wrap-anywhere">{entry.model_name}</span>
        {entry.owner_by !== "" && <span className="block text-xs text-muted">{entry.owner_by}</span>}
      </span>
      <CopyButton
        text={entry.model_name}
        label={t("copy", { model: entry.model_name })}
        className="focus-visible:opacity-100 sm:[@media(hover:hover)]:opacity-0 sm:[@media(hover:hover)]:group-hover/row:opacity-100"
      />
    </span>
  );
}

function KindCell({ entry }: { entry: PricingEntry }) {
  const { t } = useTranslation("prices");
  return isByCall(entry) ? (
    <Badge tone="violet">{t(`kind.${entry.price_unit ?? "call"}`)}</Badge>
  ) : (
    <Badge tone="cyan">{t("kind.tokens")}</Badge>
  );
}

const PER_UNIT = { call: "perCall", second: "perSecond", image: "perImage" } as const;

function CallPrice({ entry, groupRatio }: { entry: PricingEntry; groupRatio: number }) {
  const { t } = useTranslation("prices");
  const format = usePriceFormat();
  const { quotaPerUnit } = useQuotaDisplay();
  return (
    <span className="whitespace-nowrap">
      {format(entry.model_price * groupRatio * quotaPerUnit)}
      <span className="text-xs text-muted">{t(PER_UNIT[entry.price_unit ?? "call"])}</span>
    </span>
  );
}

/** Prices that few models have: by the length of the input, of images and of audio. */
function DetailsButton({ entry, scale }: { entry: PricingEntry; scale: PriceScale }) {
  const { t } = useTranslation("prices");
  const units = tokenUnits(entry, scale.groupRatio);
  const hasMedia = units.image !== undefined || units.audioInput !== undefined;
  const hasTiers = (entry.tiers?.length ?? 0) > 0;
  if (isByCall(entry) || (!hasTiers && !hasMedia)) return null;
  return (
    <Popover
      label={t("details.label", { model: entry.model_name })}
      align="end"
      className="w-80 max-w-[calc(100vw-1rem)]"
      trigger={
        <Button size="sm" variant="ghost">
          <Layers />
          {hasTiers ? t("details.tiers") : t("details.media")}
          <span className="sr-only">{entry.model_name}</span>
        </Button>
      }
    >
      <PriceDetails entry={entry} scale={scale} />
    </Popover>
  );
}
