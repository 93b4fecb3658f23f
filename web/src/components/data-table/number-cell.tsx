import { useId, useState, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { classNames } from "../../lib/class-names.ts";
import { notify } from "../toaster.ts";

interface NumberCellProps {
  /** Undefined when there is no one number: the cell is empty, and what is typed becomes it. */
  value: number | undefined;
  /** Accessible name: which number of which row. */
  label: string;
  min: number;
  max: number;
  /** Shown when the text is no whole number in range; a general sentence when absent. */
  invalidMessage?: string;
  /** Shown while there is no number. */
  placeholder?: string;
  /** Stores the number; a rejection puts the old one back. */
  onSave: (value: number) => Promise<unknown>;
}

/** A whole number that is edited where it stands: saved on Enter or when left, put back on Esc or failure. */
export function NumberCell(props: NumberCellProps) {
  const { value, label, min, max, invalidMessage, placeholder, onSave } = props;
  const { t } = useTranslation();
  const hintId = useId();
  const [typed, setTyped] = useState<string>();
  const [saving, setSaving] = useState<number>();
  const shown = typed ?? String(saving ?? value ?? "");
  const isValid = typed === undefined || isWholeBetween(typed, min, max);
  const rangeHint = t("number.range", { least: min, most: max });

  const commit = async () => {
    if (typed === undefined) return;
    setTyped(undefined);
    if (typed === String(value ?? "")) return;
    if (!isValid) {
      notify.error(invalidMessage ?? rangeHint);
      return;
    }
    const next = Number(typed);
    if (next === value) return;
    setSaving(next);
    try {
      await onSave(next);
    } catch {
      // The failure was shown where calls are made; the old number comes back.
    } finally {
      setSaving(undefined);
    }
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Enter") event.currentTarget.blur();
    if (event.key === "Escape" && typed !== undefined) {
      event.stopPropagation();
      setTyped(undefined);
    }
  };
  return (
    <>
      <input
        inputMode="numeric"
        aria-label={label}
        aria-invalid={!isValid || undefined}
        aria-describedby={isValid ? undefined : hintId}
        aria-busy={saving !== undefined || undefined}
        placeholder={placeholder}
        value={shown}
        readOnly={saving !== undefined}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => void commit()}
        onKeyDown={onKeyDown}
        className={classNames(
          "field-surface h-7 w-14 bg-transparent px-1.5 text-right text-sm tabular-nums",
          saving !== undefined && "animate-shimmer",
        )}
      />
      {!isValid && (
        <span id={hintId} className="sr-only">
          {invalidMessage ?? rangeHint}
        </span>
      )}
    </>
  );
}

function isWholeBetween(text: string, min: number, max: number): boolean {
  const trimmed = text.trim();
  return /^-?\d{1,15}$/.test(trimmed) && Number(trimmed) >= min && Number(trimmed) <= max;
}
