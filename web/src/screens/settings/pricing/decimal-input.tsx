import { useState, type Ref } from "react";
import { Input } from "../../../components/input.tsx";
import { classNames } from "../../../lib/class-names.ts";

interface DecimalInputProps {
  /** A number as text, or empty. */
  value: string;
  /** Called with texts of digits and at most one point only. */
  onValueChange: (text: string) => void;
  onBlur?: () => void;
  /** What counts while it is empty. */
  placeholder?: string | undefined;
  /** Accessible name when no form field gives one. */
  label?: string;
  /** Before the number: a currency sign. */
  prefix?: string;
  disabled?: boolean;
  className?: string;
  inputRef?: Ref<HTMLElement>;
}

const DECIMAL = /^\d{0,9}(?:\.\d{0,12})?$/;

/** A number that is not negative, exactly as typed: every other key is refused, no digit is rounded away. */
export function DecimalInput(props: DecimalInputProps) {
  const { value, onValueChange, onBlur, placeholder, label, prefix, disabled, className, inputRef } = props;
  const [typed, setTyped] = useState<string>();
  return (
    <span className={classNames("relative block", className)}>
      {prefix !== undefined && (
        <span
          aria-hidden
          className="pointer-events-none absolute inset-y-0 left-2.5 flex items-center text-sm text-muted"
        >
          {prefix}
        </span>
      )}
      <Input
        inputMode="decimal"
        autoComplete="off"
        aria-label={label}
        placeholder={placeholder}
        disabled={disabled}
        value={typed ?? value}
        ref={inputRef}
        onValueChange={(text) => {
          const wanted = text.trim().replace("。", ".");
          if (!DECIMAL.test(wanted)) return;
          setTyped(wanted);
          onValueChange(wanted);
        }}
        onBlur={() => {
          setTyped(undefined);
          onBlur?.();
        }}
        className={classNames("tabular-nums", prefix !== undefined && "pl-6")}
      />
    </span>
  );
}

/** The number of a decimal text; undefined when it is empty or only a point. */
export function decimalOf(text: string): number | undefined {
  return /\d/.test(text) ? Number(text) : undefined;
}

/** A number as such a text, without the noise of binary fractions and without an exponent. */
export function decimalText(value: number | undefined): string {
  if (value === undefined) return "";
  const text = String(Number(value.toPrecision(12)));
  return text.includes("e") ? value.toFixed(12).replace(/0+$/, "").replace(/\.$/, "") : text;
}
