import { ArrowRight } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useFormatQuota } from "../../../session/use-status.ts";
import { DifferenceText } from "./difference-text.tsx";
import type { PricePreview } from "./use-price-settings.ts";

/** The whole sum before and after, and the difference. */
export function PreviewTotals({ preview, digits }: { preview: PricePreview; digits: number }) {
  const { t } = useTranslation("pricingSettings");
  const formatQuota = useFormatQuota();
  const { charged_quota, quota } = preview;
  return (
    <dl className="grid grid-cols-[1fr_auto_1fr] items-center gap-x-4 gap-y-3 rounded-lg bg-subtle px-4 py-3 sm:grid-cols-[1fr_auto_1fr_1fr]">
      <Figure label={t("preview.before")} value={formatQuota(charged_quota, { exact: true, digits })} />
      <ArrowRight aria-hidden className="size-4 text-muted" />
      <Figure label={t("preview.after")} value={formatQuota(quota, { exact: true, digits })} />
      <div className="col-span-3 sm:col-span-1">
        <dt className="text-xs text-muted">{t("preview.difference")}</dt>
        <dd className="text-lg font-semibold tabular-nums">
          <DifferenceText before={charged_quota} after={quota} digits={digits} />
        </dd>
      </div>
    </dl>
  );
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="text-lg font-semibold wrap-anywhere tabular-nums">{value}</dd>
    </div>
  );
}
