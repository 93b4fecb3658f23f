import { Switch as Base } from "@base-ui/react/switch";
import type { ReactNode, Ref } from "react";
import { classNames } from "../lib/class-names.ts";

interface SwitchProps {
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  /** Accessible name when there is no visible text. */
  label?: string;
  disabled?: boolean;
  className?: string;
  inputRef?: Ref<HTMLInputElement>;
}

/** Something that is on or off. Inside a form field it takes its name from there. */
export function Switch({ onCheckedChange, label, className, ...rest }: SwitchProps) {
  return (
    <Base.Root
      {...rest}
      aria-label={label}
      onCheckedChange={(checked) => onCheckedChange(checked)}
      className={classNames(
        "focus-ring relative flex h-[18px] w-8 shrink-0 rounded-full bg-line-strong p-[2px] transition-colors after:absolute after:-inset-2 data-checked:bg-accent data-disabled:cursor-not-allowed",
        className,
      )}
    >
      <Base.Thumb className="size-3.5 rounded-full bg-letter-foreground shadow-card transition-transform data-checked:translate-x-3.5" />
    </Base.Root>
  );
}

/** A switch with its text; the text toggles it too. */
export function LabeledSwitch({ children, className, ...rest }: SwitchProps & { children: ReactNode }) {
  return (
    <label
      className={classNames("flex w-fit cursor-pointer items-center gap-2 text-sm select-none", className)}
    >
      <Switch {...rest} />
      {children}
    </label>
  );
}
