import { classNames } from "../../../lib/class-names.ts";
import { useFormatQuota } from "../../../session/use-status.ts";

interface DifferenceTextProps {
  before: number;
  after: number;
  /** Decimals of amounts of money. */
  digits: number;
}

/** A difference of two sums, with its sign and its share: "+$1.20 (+8.0%)". */
export function DifferenceText({ before, after, digits }: DifferenceTextProps) {
  const formatQuota = useFormatQuota();
  const difference = after - before;
  if (difference === 0) return <span className="text-muted">±0</span>;
  const sign = difference > 0 ? "+" : "−";
  const share = before === 0 ? "" : `(${percentText(sign, Math.abs(difference / before) * 100)})`;
  return (
    <span
      className={classNames("whitespace-nowrap", difference > 0 ? "text-orange-text" : "text-green-text")}
    >
      {sign}
      {formatQuota(Math.abs(difference), { exact: true, digits })}
      {share !== "" && <span className="max-sm:block"> {share}</span>}
    </span>
  );
}

function percentText(sign: string, percent: number): string {
  if (percent < 0.1) return "<0.1%";
  return `${sign}${percent >= 1000 ? Math.round(percent).toLocaleString("en-US") : percent.toFixed(1)}%`;
}
