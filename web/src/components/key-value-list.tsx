import type { ReactNode } from "react";
import { classNames } from "../lib/class-names.ts";

export interface KeyValue {
  label: string;
  value: ReactNode;
}

/** Facts as label and value, aligned. */
export function KeyValueList({ items, className }: { items: readonly KeyValue[]; className?: string }) {
  return (
    <dl className={classNames("grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5 text-sm", className)}>
      {items.map((item) => (
        <div key={item.label} className="contents">
          <dt className="text-muted">{item.label}</dt>
          <dd className="min-w-0 wrap-anywhere tabular-nums">{item.value}</dd>
        </div>
      ))}
    </dl>
  );
}
