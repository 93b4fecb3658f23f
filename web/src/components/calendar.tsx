import { ChevronLeft, ChevronRight } from "lucide-react";
import { DayPicker, type DateRange } from "react-day-picker";
import { enUS } from "react-day-picker/locale/en-US";
import { zhCN } from "react-day-picker/locale/zh-CN";
import { useTranslation } from "react-i18next";
import { classNames } from "../lib/class-names.ts";

const cellButton =
  "focus-ring size-8 rounded-md text-sm tabular-nums transition-colors hover:bg-hover disabled:text-muted disabled:hover:bg-transparent";

const styles = {
  root: "relative select-none",
  months: "relative",
  month: "flex flex-col gap-2",
  nav: "absolute inset-x-0 top-0 flex h-8 items-center justify-between",
  button_previous:
    "focus-ring flex size-8 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-foreground",
  button_next:
    "focus-ring flex size-8 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-foreground",
  month_caption: "flex h-8 items-center justify-center text-sm font-medium",
  month_grid: "border-collapse",
  weekday: "size-8 text-center text-xs font-normal text-muted",
  day: "p-0 text-center first:rounded-l-md last:rounded-r-md",
  day_button: cellButton,
  today: "font-semibold text-accent-text",
  outside: "text-muted",
  selected: "[&>button]:bg-accent [&>button]:text-accent-foreground [&>button]:hover:bg-accent-hover",
  range_start: "rounded-l-md bg-accent-soft",
  range_end: "rounded-r-md bg-accent-soft",
  range_middle:
    "bg-accent-soft [&>button]:!bg-transparent [&>button]:!text-accent-text [&>button]:hover:!bg-accent-soft",
};

const components = {
  Chevron: ({ orientation }: { orientation?: string }) =>
    orientation === "left" ? <ChevronLeft className="size-4" /> : <ChevronRight className="size-4" />,
};

interface CalendarDayProps {
  value: Date | undefined;
  onValueChange: (value: Date | undefined) => void;
}

/** A month to choose one day from. */
export function CalendarDay({ value, onValueChange }: CalendarDayProps) {
  const locale = useCalendarLocale();
  return (
    <DayPicker
      mode="single"
      locale={locale}
      selected={value}
      onSelect={onValueChange}
      classNames={styles}
      components={components}
      {...(value === undefined ? {} : { defaultMonth: value })}
    />
  );
}

interface CalendarRangeProps {
  value: DateRange | undefined;
  onValueChange: (value: DateRange | undefined) => void;
}

/** A month to choose the first and the last day from. */
export function CalendarRange({ value, onValueChange }: CalendarRangeProps) {
  const locale = useCalendarLocale();
  return (
    <DayPicker
      mode="range"
      locale={locale}
      selected={value}
      onSelect={onValueChange}
      classNames={{ ...styles, root: classNames(styles.root) }}
      components={components}
      {...(value?.to === undefined ? {} : { defaultMonth: value.to })}
    />
  );
}

function useCalendarLocale() {
  const { i18n } = useTranslation();
  return i18n.language === "en" ? enUS : zhCN;
}
