import { CalendarDays } from "lucide-react";
import { lazy, Suspense, useState, type Ref } from "react";
import { useTranslation } from "react-i18next";
import { formatDateTime, parseDateTime } from "../lib/format-time.ts";
import { Input } from "./input.tsx";
import { Popover } from "./popover.tsx";
import { Skeleton } from "./skeleton.tsx";

const CalendarDay = lazy(async () => ({ default: (await import("./calendar.tsx")).CalendarDay }));

interface DateTimeInputProps {
  /** Unix seconds; undefined = none. */
  value: number | undefined;
  /** NaN when the text is no date: the form's schema then refuses it. */
  onValueChange: (value: number | undefined) => void;
  /** Shown when there is no date. */
  placeholder?: string;
  /** Accessible name when no form field gives one. */
  label?: string;
  onBlur?: () => void;
  inputRef?: Ref<HTMLInputElement>;
}

/** A moment, typed as yyyy-MM-dd HH:mm:ss or chosen from a calendar. */
export function DateTimeInput({
  value,
  onValueChange,
  placeholder,
  label,
  onBlur,
  inputRef,
}: DateTimeInputProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<string>();
  const shown = typed ?? (value === undefined || Number.isNaN(value) ? "" : formatDateTime(value));
  const type = (text: string) => {
    setTyped(text);
    onValueChange(text.trim() === "" ? undefined : (parseDateTime(text) ?? Number.NaN));
  };
  const leave = () => {
    if (typed !== undefined && (typed.trim() === "" || parseDateTime(typed) !== undefined))
      setTyped(undefined);
    onBlur?.();
  };
  const pick = (day: Date | undefined) => {
    if (day === undefined) return;
    const clock = value === undefined || Number.isNaN(value) ? new Date() : new Date(value * 1000);
    day.setHours(clock.getHours(), clock.getMinutes(), clock.getSeconds(), 0);
    setTyped(undefined);
    onValueChange(Math.floor(day.getTime() / 1000));
  };
  const day = value === undefined || Number.isNaN(value) ? undefined : new Date(value * 1000);
  return (
    <div className="relative">
      <Input
        ref={inputRef}
        aria-label={label}
        value={shown}
        onValueChange={type}
        onBlur={leave}
        placeholder={placeholder ?? "yyyy-MM-dd HH:mm:ss"}
        autoComplete="off"
        className="pr-9 tabular-nums"
      />
      <Popover
        align="end"
        label={t("date.choose")}
        trigger={
          <button
            type="button"
            aria-label={t("date.choose")}
            className="focus-ring absolute inset-y-0 right-0 flex w-9 items-center justify-center rounded-md text-muted hover:text-foreground"
          >
            <CalendarDays className="size-4" />
          </button>
        }
      >
        <Suspense fallback={<Skeleton className="h-64 w-56" />}>
          <CalendarDay value={day} onValueChange={pick} />
        </Suspense>
      </Popover>
    </div>
  );
}
