import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "../lib/class-names.ts";

const TONES = {
  success: { icon: CircleCheck, className: "bg-green-soft text-green-text" },
  info: { icon: Info, className: "bg-accent-soft text-accent-text" },
  warning: { icon: TriangleAlert, className: "bg-yellow-soft text-yellow-text" },
  danger: { icon: CircleAlert, className: "bg-red-soft text-red-text" },
} as const;

interface AlertProps {
  tone: keyof typeof TONES;
  children: ReactNode;
  /** Something just went wrong: read out at once. */
  isUrgent?: boolean;
  className?: string;
}

/** A sentence that belongs to the screen, not to a moment. */
export function Alert({ tone, children, isUrgent = false, className }: AlertProps) {
  const { icon: Icon, className: toneClass } = TONES[tone];
  return (
    <div
      role={isUrgent ? "alert" : "note"}
      className={classNames(
        "flex items-start gap-2 rounded-lg px-3 py-2 text-sm leading-5",
        toneClass,
        className,
      )}
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0">{children}</div>
    </div>
  );
}
