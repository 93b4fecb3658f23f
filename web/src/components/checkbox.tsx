import { Checkbox as Base } from "@base-ui/react/checkbox";
import { Check, Minus } from "lucide-react";
import type { ReactNode, Ref } from "react";
import { classNames } from "../lib/class-names.ts";

interface CheckboxProps {
  checked: boolean;
  onCheckedChange: (checked: boolean, event: Event) => void;
  /** Some of what it stands for is chosen. */
  indeterminate?: boolean;
  /** Accessible name when there is no visible text. */
  label?: string;
  disabled?: boolean;
  className?: string;
  inputRef?: Ref<HTMLInputElement>;
}

export function Checkbox({
  onCheckedChange,
  label,
  className,
  indeterminate = false,
  ...rest
}: CheckboxProps) {
  return (
    <Base.Root
      {...rest}
      indeterminate={indeterminate}
      aria-label={label}
      onCheckedChange={(checked, details) => onCheckedChange(checked, details.event)}
      className={classNames(
        "focus-ring relative flex size-4 shrink-0 items-center justify-center rounded-[5px] border border-line-strong bg-surface transition-colors after:absolute after:-inset-2 hover:border-accent data-checked:border-accent data-checked:bg-accent data-disabled:bg-subtle data-indeterminate:border-accent data-indeterminate:bg-accent",
        className,
      )}
    >
      <Base.Indicator className="text-accent-foreground data-unchecked:hidden">
        {indeterminate ? (
          <Minus className="size-3" strokeWidth={3.2} />
        ) : (
          <Check className="size-3" strokeWidth={3.2} />
        )}
      </Base.Indicator>
    </Base.Root>
  );
}

/** A checkbox with its text; the text toggles it too. */
export function LabeledCheckbox({ children, ...rest }: CheckboxProps & { children: ReactNode }) {
  return (
    <label className="flex w-fit cursor-pointer items-center gap-2 text-sm select-none">
      <Checkbox {...rest} />
      {children}
    </label>
  );
}
