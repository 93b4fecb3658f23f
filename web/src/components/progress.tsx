import { Progress as Base } from "@base-ui/react/progress";
import { classNames } from "../lib/class-names.ts";

interface ProgressProps {
  /** 0–100. */
  value: number;
  label: string;
  tone?: "accent" | "yellow" | "red";
  className?: string;
}

const TONES = { accent: "bg-accent", yellow: "bg-yellow-dot", red: "bg-red-dot" } as const;

/** How much of a whole is used or done. */
export function Progress({ value, label, tone = "accent", className }: ProgressProps) {
  return (
    <Base.Root value={Math.min(100, Math.max(0, value))} aria-label={label} className={className}>
      <Base.Track className="h-1 overflow-hidden rounded-full bg-pressed">
        <Base.Indicator className={classNames("rounded-full transition-[width]", TONES[tone])} />
      </Base.Track>
    </Base.Root>
  );
}
