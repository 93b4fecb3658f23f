import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";
import { classNames } from "../lib/class-names.ts";
import { Spinner } from "./spinner.tsx";

const buttonVariants = cva(
  "focus-ring inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md font-medium whitespace-nowrap select-none transition-colors disabled:cursor-not-allowed aria-disabled:cursor-not-allowed [&_svg]:shrink-0",
  {
    variants: {
      variant: {
        primary:
          "bg-accent text-accent-foreground hover:bg-accent-hover disabled:bg-pressed disabled:text-muted aria-disabled:bg-pressed aria-disabled:text-muted",
        secondary:
          "border border-line-strong bg-surface text-foreground shadow-card hover:bg-hover active:bg-pressed disabled:bg-subtle disabled:text-muted data-popup-open:bg-hover",
        ghost:
          "text-secondary hover:bg-hover hover:text-foreground active:bg-pressed disabled:text-muted disabled:hover:bg-transparent data-popup-open:bg-hover data-popup-open:text-foreground",
        danger:
          "bg-danger text-accent-foreground hover:bg-danger-hover disabled:bg-pressed disabled:text-muted",
        dangerSoft: "bg-red-soft text-red-text hover:brightness-95 dark:hover:brightness-125",
        link: "rounded-sm text-accent-text underline-offset-4 hover:underline",
      },
      size: {
        sm: "h-7 px-2.5 text-xs [&_svg]:size-3.5",
        md: "h-8 px-3 text-sm [&_svg]:size-4",
        lg: "h-10 px-4 text-sm [&_svg]:size-4",
        icon: "size-8 [&_svg]:size-4",
        iconSm: "size-7 [&_svg]:size-4",
        inline: "h-auto p-0 text-sm [&_svg]:size-4",
      },
    },
    defaultVariants: { variant: "secondary", size: "md" },
  },
);

export type ButtonVariants = VariantProps<typeof buttonVariants>;

/** Class names of a button, for links that look like one. */
export function buttonClass(variants: ButtonVariants, className?: string): string {
  return classNames(buttonVariants(variants), className);
}

export interface ButtonProps extends ComponentProps<"button">, ButtonVariants {
  /** Shows a spinner and refuses further presses, but keeps the focus. */
  pending?: boolean | undefined;
}

export function Button({
  variant,
  size,
  pending = false,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      className={buttonClass({ variant, size }, className)}
      aria-busy={pending || undefined}
      onClick={pending ? (event) => event.preventDefault() : onClick}
      {...rest}
    >
      {pending && <Spinner className="size-3.5" />}
      {children}
    </button>
  );
}
