import { useTranslation } from "react-i18next";
import { formatWhole } from "@tollgate/contract/number-text";
import type { PriceScale } from "./price-columns.tsx";
import { tokenUnits, type TokenUnits } from "./price-list.ts";
import { usePriceFormat } from "./use-price-format.ts";
import type { PricingEntry } from "./use-pricing.ts";

const TIER_PARTS = [
  "input",
  "output",
  "cacheRead",
  "cacheWrite",
] as const satisfies readonly (keyof TokenUnits)[];
const MEDIA_PARTS = ["image", "audioInput", "audioOutput"] as const satisfies readonly (keyof TokenUnits)[];

interface PriceDetailsProps {
  entry: PricingEntry;
  scale: PriceScale;
}

/** Every tier of a model with its prices, and what images and audio cost. */
export function PriceDetails({ entry, scale }: PriceDetailsProps) {
  const { t } = useTranslation("prices");
  const tiers = entry.tiers ?? [];
  const first = tiers[0];
  return (
    <div className="flex flex-col gap-3 text-sm">
      {first !== undefined && (
        <PartList
          title={t("details.upTo", { tokens: formatWhole(first.above_input_tokens) })}
          units={tokenUnits(entry, scale.groupRatio)}
          parts={TIER_PARTS}
          tokens={scale.tokens}
        />
      )}
      {tiers.map((tier) => (
        <PartList
          key={tier.above_input_tokens}
          title={t("details.above", { tokens: formatWhole(tier.above_input_tokens) })}
          units={tokenUnits(tier, scale.groupRatio)}
          parts={TIER_PARTS}
          tokens={scale.tokens}
        />
      ))}
      <PartList
        title={t("details.media")}
        units={tokenUnits(entry, scale.groupRatio)}
        parts={MEDIA_PARTS}
        tokens={scale.tokens}
      />
    </div>
  );
}

interface PartListProps {
  title: string;
  units: TokenUnits;
  parts: readonly (keyof TokenUnits)[];
  tokens: number;
}

function PartList({ title, units, parts, tokens }: PartListProps) {
  const { t } = useTranslation("prices");
  const format = usePriceFormat();
  const shown = parts.flatMap((part) => {
    const price = units[part];
    return price === undefined ? [] : [{ part, price }];
  });
  if (shown.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2 className="mb-1 text-xs font-medium text-muted">{title}</h2>
      <dl className="flex flex-col gap-0.5">
        {shown.map(({ part, price }) => (
          <div key={part} className="flex justify-between gap-4">
            <dt>{t(`column.${part}`)}</dt>
            <dd className="tabular-nums">{format(price * tokens)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
