import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../components/button.tsx";
import { formatWhole } from "@tollgate/contract/number-text";
import { useFormatQuota } from "../../../session/use-status.ts";
import { DifferenceText } from "./difference-text.tsx";

/** Sums of the calls of one model or group. */
export interface PreviewRow {
  name: string;
  sums: { calls: number; charged_quota: number; quota: number };
}

interface PreviewTableProps {
  title: string;
  nameLabel: string;
  rows: readonly PreviewRow[];
  /** Decimals of amounts of money. */
  digits: number;
}

const SHOWN_AT_FIRST = 8;
const cell = "border-b border-line px-2 py-2 align-middle sm:px-3";
const numberCell = `${cell} text-right tabular-nums whitespace-nowrap`;

/** Before and after by name, each with two bars of one scale. */
export function PreviewTable({ title, nameLabel, rows, digits }: PreviewTableProps) {
  const { t } = useTranslation("pricingSettings");
  const formatQuota = useFormatQuota();
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? rows : rows.slice(0, SHOWN_AT_FIRST);
  const largest = Math.max(1, ...rows.map(({ sums }) => Math.max(sums.charged_quota, sums.quota)));
  return (
    <div>
      <h3 className="mb-1.5 text-sm font-semibold">{title}</h3>
      <div
        className="thin-scrollbar overflow-x-auto rounded-lg border border-line"
        tabIndex={0}
        role="region"
        aria-label={title}
      >
        <table className="w-full border-separate border-spacing-0 text-xs sm:text-sm [&_tbody_tr:last-child>*]:border-b-0">
          <PreviewHead nameLabel={nameLabel} />
          <tbody>
            {shown.map(({ name, sums }) => (
              <tr key={name}>
                <th
                  scope="row"
                  className={`${cell} max-w-60 min-w-24 text-left font-mono text-xs font-normal wrap-anywhere`}
                >
                  {name}
                </th>
                <td className={`${numberCell} max-sm:hidden`}>{formatWhole(sums.calls)}</td>
                <td className={`${cell} max-sm:hidden`}>
                  <Bars sums={sums} largest={largest} />
                </td>
                <td className={`${numberCell} max-sm:hidden`}>
                  {formatQuota(sums.charged_quota, { exact: true, digits })}
                </td>
                <td className={numberCell}>{formatQuota(sums.quota, { exact: true, digits })}</td>
                <td className={numberCell}>
                  <DifferenceText before={sums.charged_quota} after={sums.quota} digits={digits} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > SHOWN_AT_FIRST && (
        <Button variant="link" size="inline" className="mt-2 text-xs" onClick={() => setWhole(!isWhole)}>
          {isWhole ? t("preview.fewer") : t("preview.all", { count: rows.length })}
        </Button>
      )}
    </div>
  );
}

function PreviewHead({ nameLabel }: { nameLabel: string }) {
  const { t } = useTranslation("pricingSettings");
  return (
    <thead className="text-xs text-muted">
      <tr>
        <th scope="col" className={`${cell} text-left font-medium`}>
          {nameLabel}
        </th>
        <th scope="col" className={`${numberCell} font-medium max-sm:hidden`}>
          {t("preview.callCount")}
        </th>
        <th scope="col" className={`${cell} w-40 text-left font-medium max-sm:hidden`}>
          {t("preview.picture")}
        </th>
        <th scope="col" className={`${numberCell} font-medium max-sm:hidden`}>
          {t("preview.before")}
        </th>
        <th scope="col" className={`${numberCell} font-medium`}>
          {t("preview.after")}
        </th>
        <th scope="col" className={`${numberCell} font-medium`}>
          {t("preview.difference")}
        </th>
      </tr>
    </thead>
  );
}

/** Two bars, before above after. The numbers beside them say the same. */
function Bars({ sums, largest }: { sums: PreviewRow["sums"]; largest: number }) {
  return (
    <svg aria-hidden viewBox="0 0 100 12" preserveAspectRatio="none" className="block h-3 w-full">
      <rect
        y="0.5"
        height="4.5"
        rx="0.8"
        className="fill-line-strong"
        width={share(sums.charged_quota, largest)}
      />
      <rect y="7" height="4.5" rx="0.8" className={barColour(sums)} width={share(sums.quota, largest)} />
    </svg>
  );
}

/** Dearer, cheaper or as before. */
function barColour({ quota, charged_quota }: PreviewRow["sums"]): string {
  if (quota === charged_quota) return "fill-muted";
  return quota > charged_quota ? "fill-orange-text" : "fill-green-text";
}

/** In hundredths, with a hair of anything that is not nothing. */
function share(quota: number, largest: number): number {
  return quota <= 0 ? 0 : Math.max(1, (quota / largest) * 100);
}
