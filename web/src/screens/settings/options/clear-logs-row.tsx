import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../components/button.tsx";
import { confirm } from "../../../components/confirm.ts";
import { DateTimeInput } from "../../../components/date-time-input.tsx";
import { FieldFrame } from "../../../components/field-frame.tsx";
import { notify } from "../../../components/toaster.ts";
import { formatDateTime } from "../../../lib/format-time.ts";
import { useClearLogs } from "../use-options.ts";

const DAY_SECONDS = 86_400;
/** The rows of this many days are kept unless another moment is chosen. */
const KEPT_DAYS = 30;

/** Removes log rows from before a chosen moment, after a question. Balances never change by it. */
export function ClearLogsRow() {
  const { t } = useTranslation("optionSettings");
  const [before, setBefore] = useState<number | undefined>(
    () => Math.floor(Date.now() / 1000) - KEPT_DAYS * DAY_SECONDS,
  );
  const { mutateAsync, isPending } = useClearLogs();
  const clear = async () => {
    if (before === undefined || Number.isNaN(before)) return void notify.error(t("clearLogs.noDate"));
    const isSure = await confirm({
      danger: true,
      title: t("clearLogs.title"),
      description: t("clearLogs.description", { time: formatDateTime(before) }),
      confirmLabel: t("clearLogs.action"),
    });
    if (!isSure) return;
    const count = await mutateAsync(before).catch(() => undefined);
    if (count !== undefined) notify.success(t("clearLogs.done", { count }));
  };
  return (
    <div className="grid gap-x-8 gap-y-2 pt-4 md:grid-cols-2">
      <div className="min-w-0">
        <p className="text-sm font-medium">{t("clearLogs.name")}</p>
        <p className="mt-1 text-xs leading-relaxed text-muted">{t("clearLogs.hint")}</p>
      </div>
      <div className="flex flex-wrap items-end gap-2">
        <FieldFrame label={t("clearLogs.before")} className="min-w-56 flex-1">
          <DateTimeInput value={before} onValueChange={setBefore} />
        </FieldFrame>
        <Button variant="dangerSoft" pending={isPending} onClick={() => void clear()}>
          {t("clearLogs.action")}
        </Button>
      </div>
    </div>
  );
}
