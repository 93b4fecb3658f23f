import { LogType } from "@tollgate/contract/statuses";
import { ListFilter, X } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../components/button.tsx";
import { FilterInput } from "../../components/data-table/filter-input.tsx";
import { DateTimeRange } from "../../components/date-time-range.tsx";
import { Segmented } from "../../components/segmented.tsx";
import { useIsMobile } from "../../lib/media-query.ts";
import { logTypeView } from "./log-other.ts";
import type { LogFilters } from "./use-logs.ts";

interface LogFilterBarProps {
  filters: LogFilters;
  isAdmin: boolean;
  /** Nothing to reset. */
  isDefault: boolean;
  onChange: (part: Partial<LogFilters>, how?: { replace?: boolean }) => void;
  onReset: () => void;
}

const TYPES = [
  LogType.unknown,
  LogType.topUp,
  LogType.consume,
  LogType.manage,
  LogType.system,
  LogType.error,
] as const;

/** Time, type and names to filter the logs by. */
export function LogFilterBar({ filters, isAdmin, isDefault, onChange, onReset }: LogFilterBarProps) {
  const { t } = useTranslation("logs");
  const isMobile = useIsMobile();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <DateTimeRange
        className="w-full sm:w-auto"
        value={{ start: filters.start || undefined, end: filters.end || undefined }}
        onValueChange={({ start, end }) => onChange({ start: start ?? 0, end: end ?? 0 })}
      />
      <Segmented
        label={t("filter.type")}
        value={String(filters.type)}
        onValueChange={(type) => onChange({ type: Number(type) })}
        options={TYPES.map((type) => ({
          value: String(type),
          label: type === LogType.unknown ? t("type.all") : t(`type.${logTypeView(type).text}`),
        }))}
      />
      {isMobile && (
        <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} className="flex-1">
          <ListFilter />
          {t("filter.more")}
        </Button>
      )}
      {(!isMobile || isOpen) && <NameFilters filters={filters} isAdmin={isAdmin} onChange={onChange} />}
      {!isDefault && (
        <Button variant="ghost" onClick={onReset}>
          <X />
          {t("filter.reset")}
        </Button>
      )}
    </>
  );
}

function NameFilters({
  filters,
  isAdmin,
  onChange,
}: Pick<LogFilterBarProps, "filters" | "isAdmin" | "onChange">) {
  const { t } = useTranslation("logs");
  const names = [
    { name: "token", label: t("filter.token") },
    { name: "model", label: t("filter.model") },
    { name: "group", label: t("filter.group") },
    { name: "request", label: t("filter.request") },
    ...(isAdmin ? ([{ name: "username", label: t("filter.username") }] as const) : []),
  ] as const;
  return (
    <>
      {names.map(({ name, label }) => (
        <FilterInput
          key={name}
          className="sm:w-38"
          label={label}
          value={filters[name]}
          onCommit={(text) => onChange({ [name]: text }, { replace: true })}
        />
      ))}
      {isAdmin && (
        <FilterInput
          className="sm:w-34"
          label={t("filter.channel")}
          value={filters.channel === 0 ? "" : String(filters.channel)}
          onCommit={(text) =>
            onChange({ channel: /^\d{1,15}$/.test(text) ? Number(text) : 0 }, { replace: true })
          }
        />
      )}
    </>
  );
}
