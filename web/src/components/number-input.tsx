import { NumberField } from "@base-ui/react/number-field";
import { Minus, Plus } from "lucide-react";
import type { ReactNode, Ref } from "react";
import { useTranslation } from "react-i18next";
import { classNames } from "../lib/class-names.ts";

interface NumberInputProps {
  value: number | null;
  onValueChange: (value: number | null) => void;
  onBlur?: () => void;
  min?: number;
  max?: number;
  step?: number;
  /** What is typed may lie outside the bounds, and the form then says so; the steppers keep to them. */
  allowOutOfRange?: boolean;
  /** Accessible name when no form field gives one. */
  label?: string;
  disabled?: boolean;
  className?: string;
  inputRef?: Ref<HTMLInputElement>;
  /** Most decimals that are kept; 6 unless said. */
  decimals?: number;
  /** Small parts of the field, before the text and after it. */
  before?: ReactNode;
  after?: ReactNode;
}

const stepper =
  "flex w-7 items-center justify-center text-muted transition-colors hover:bg-hover hover:text-foreground disabled:opacity-40";

/** A number with steppers; arrow keys count too. Empty is null. */
export function NumberInput(props: NumberInputProps) {
  const { onBlur, label, className, inputRef, decimals = 6, before, after, ...field } = props;
  const { t } = useTranslation();
  return (
    <NumberField.Root
      {...field}
      format={{ useGrouping: false, maximumFractionDigits: decimals }}
      className="w-full"
    >
      <NumberField.Group
        className={classNames("field-surface flex h-8 items-stretch overflow-hidden", className)}
      >
        {before}
        <NumberField.Input
          ref={inputRef}
          aria-label={label}
          onBlur={onBlur}
          className="w-full min-w-0 flex-1 bg-transparent px-2.5 text-sm tabular-nums outline-none"
        />
        {after}
        <NumberField.Decrement className={stepper} aria-label={t("number.decrease")}>
          <Minus className="size-3.5" />
        </NumberField.Decrement>
        <NumberField.Increment className={stepper} aria-label={t("number.increase")}>
          <Plus className="size-3.5" />
        </NumberField.Increment>
      </NumberField.Group>
    </NumberField.Root>
  );
}
