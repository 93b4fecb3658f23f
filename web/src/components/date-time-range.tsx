import { CalendarDays, X } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { classNames } from "../lib/class-names.ts";
import { formatDate, formatDateTime, nowSeconds, parseDateTime } from "../lib/format-time.ts";
import { Button } from "./button.tsx";
import { FieldFrame } from "./field-frame.tsx";
import { Input } from "./input.tsx";
import { Popover } from "./popover.tsx";
import { Skeleton } from "./skeleton.tsx";

const CalendarRange = lazy(async () => ({ default: (await import("./calendar.tsx")).CalendarRange }));

/** From and to in unix seconds; an absent end is open. */
export interface TimeRange {
  start: number | undefined;
  end: number | undefined;
}

interface DateTimeRangeProps {
  value: TimeRange;
  onValueChange: (value: TimeRange) => void;
  className?: string;
}

const DAY_SECONDS = 86_400;

/** A span of time: chosen from presets or a calendar, or typed. */
export function DateTimeRange({ value, onValueChange, className }: DateTimeRangeProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const rangeText = useRangeText(value);
  const isSet = value.start !== undefined || value.end !== undefined;
  const apply = (range: TimeRange) => {
    setOpen(false);
    onValueChange(range);
  };
  return (
    <div className={classNames("field-surface relative flex h-8 w-auto items-center", className)}>
      <Popover
        open={isOpen}
        onOpenChange={setOpen}
        label={t("date.range")}
        className="w-[17.5rem]"
        trigger={
          <button
            type="button"
            aria-label={`${t("date.range")}${isSet ? `: ${rangeText}` : ""}`}
            className="flex h-full min-w-0 flex-1 items-center gap-2 rounded-md px-2.5 text-left text-sm outline-none"
          >
            <CalendarDays aria-hidden className="size-4 shrink-0 text-muted" />
            <span className={classNames("truncate tabular-nums", !isSet && "text-muted")}>
              {isSet ? rangeText : t("date.range")}
            </span>
          </button>
        }
      >
        {isOpen && <RangeEditor value={value} onApply={apply} />}
      </Popover>
      {isSet && (
        <button
          type="button"
          aria-label={t("date.clear")}
          onClick={() => onValueChange({ start: undefined, end: undefined })}
          className="focus-ring flex h-full w-7 items-center justify-center rounded-md text-muted hover:text-foreground"
        >
          <X className="size-3.5" />
        </button>
      )}
    </div>
  );
}

function useRangeText({ start, end }: TimeRange): string {
  const { t } = useTranslation();
  const text = (seconds: number) => formatDateTime(seconds).slice(5, 16);
  if (start !== undefined && end !== undefined) return `${text(start)} – ${text(end)}`;
  if (start !== undefined) return t("date.since", { time: text(start) });
  return end === undefined ? "" : t("date.until", { time: text(end) });
}

interface RangeEditorProps {
  value: TimeRange;
  onApply: (value: TimeRange) => void;
}

function RangeEditor({ value, onApply }: RangeEditorProps) {
  const { t } = useTranslation();
  const [start, setStart] = useState(value.start === undefined ? "" : formatDateTime(value.start));
  const [end, setEnd] = useState(value.end === undefined ? "" : formatDateTime(value.end));
  const startError = start.trim() !== "" && parseDateTime(start) === undefined;
  const endError = end.trim() !== "" && parseDateTime(end) === undefined;
  const dayOf = (text: string) => {
    const seconds = parseDateTime(text);
    return seconds === undefined ? undefined : new Date(seconds * 1000);
  };
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!startError && !endError) onApply({ start: parseDateTime(start), end: parseDateTime(end) });
      }}
    >
      <Presets onApply={onApply} />
      <Suspense fallback={<Skeleton className="h-64 w-full" />}>
        <CalendarRange
          value={{ from: dayOf(start), to: dayOf(end) }}
          onValueChange={(range) => {
            setStart(range?.from === undefined ? "" : `${formatDate(range.from)} 00:00:00`);
            setEnd(range?.to === undefined ? "" : `${formatDate(range.to)} 23:59:59`);
          }}
        />
      </Suspense>
      <FieldFrame label={t("date.start")} error={startError ? t("invalid") : undefined}>
        <Input
          value={start}
          onValueChange={setStart}
          placeholder="yyyy-MM-dd HH:mm:ss"
          className="tabular-nums"
        />
      </FieldFrame>
      <FieldFrame label={t("date.end")} error={endError ? t("invalid") : undefined}>
        <Input
          value={end}
          onValueChange={setEnd}
          placeholder="yyyy-MM-dd HH:mm:ss"
          className="tabular-nums"
        />
      </FieldFrame>
      <Button type="submit" variant="primary">
        {t("date.apply")}
      </Button>
    </form>
  );
}

function Presets({ onApply }: { onApply: (value: TimeRange) => void }) {
  const { t } = useTranslation();
  const today = () => Math.floor(new Date().setHours(0, 0, 0, 0) / 1000);
  const presets: { label: string; start: () => number }[] = [
    { label: t("date.lastHour"), start: () => nowSeconds() - 3600 },
    { label: t("date.today"), start: today },
    { label: t("date.lastDays", { count: 7 }), start: () => today() - 6 * DAY_SECONDS },
    { label: t("date.lastDays", { count: 30 }), start: () => today() - 29 * DAY_SECONDS },
  ];
  return (
    <div className="flex flex-wrap gap-1.5">
      {presets.map((preset) => (
        <Button
          key={preset.label}
          size="sm"
          onClick={() => onApply({ start: preset.start(), end: undefined })}
        >
          {preset.label}
        </Button>
      ))}
    </div>
  );
}
