import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";
import { classNames } from "../lib/class-names.ts";

const badgeVariants = cva(
  "inline-flex h-5 max-w-full align-middle items-center gap-1 rounded-full px-2 text-xs leading-none font-medium whitespace-nowrap tabular-nums",
  {
    variants: {
      tone: {
        neutral: "bg-neutral-soft text-neutral-text",
        green: "bg-green-soft text-green-text",
        lime: "bg-lime-soft text-lime-text",
        yellow: "bg-yellow-soft text-yellow-text",
        orange: "bg-orange-soft text-orange-text",
        red: "bg-red-soft text-red-text",
        blue: "bg-blue-soft text-blue-text",
        violet: "bg-violet-soft text-violet-text",
        cyan: "bg-cyan-soft text-cyan-text",
        outline: "border border-line-strong text-secondary",
      },
    },
    defaultVariants: { tone: "neutral" },
  },
);

export type Tone = NonNullable<VariantProps<typeof badgeVariants>["tone"]>;

/** A short fact with a colour; the text carries the meaning, the colour only helps. */
export function Badge({ tone, className, ...rest }: ComponentProps<"span"> & { tone?: Tone }) {
  return <span className={classNames(badgeVariants({ tone }), className)} {...rest} />;
}
