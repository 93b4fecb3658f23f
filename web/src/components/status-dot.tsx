import type { ReactNode } from "react";
import { classNames } from "../lib/class-names.ts";
import { Tooltip } from "./tooltip.tsx";

const DOTS = {
  green: "bg-green-dot",
  yellow: "bg-yellow-dot",
  red: "bg-red-dot",
  neutral: "bg-muted",
} as const;

interface StatusDotProps {
  tone: keyof typeof DOTS;
  children: ReactNode;
  /** Why it is so: shown on hover and focus. */
  reason?: ReactNode;
  /** Leads to more about it. */
  onPress?: () => void;
  /** Accessible name where the word alone would not do. */
  label?: string;
}

/** A state in one word, with a dot. */
export function StatusDot({ tone, children, reason, onPress, label }: StatusDotProps) {
  const content = (
    <>
      <span aria-hidden className={classNames("size-2 shrink-0 rounded-full", DOTS[tone])} />
      {children}
    </>
  );
  const className = "inline-flex items-center gap-2 align-middle text-sm whitespace-nowrap";
  const isQuiet = reason === undefined || reason === "";
  if (isQuiet && onPress === undefined) return <span className={className}>{content}</span>;
  return (
    <Tooltip content={isQuiet ? label : reason}>
      <button
        type="button"
        aria-label={label}
        onClick={onPress}
        className={classNames(
          "focus-ring rounded-sm underline decoration-line-strong decoration-dotted underline-offset-4",
          className,
        )}
      >
        {content}
      </button>
    </Tooltip>
  );
}
