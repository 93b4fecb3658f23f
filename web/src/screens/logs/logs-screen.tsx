import { LOG_TOTAL_CAP } from "@tollgate/contract/logs";
import { Role } from "@tollgate/contract/roles";
import { RefreshCw, ScrollText } from "lucide-react";
import { useTranslation } from "react-i18next";
import { DataTable } from "../../components/data-table/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { IconButton } from "../../components/icon-button.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { formatDateTime } from "../../lib/format-time.ts";
import { useSessionUser } from "../../session/session-user.ts";
import { useLogColumns, useLogSentence } from "./log-columns.tsx";
import { LogDetail } from "./log-detail.tsx";
import { LogFilterBar } from "./log-filter-bar.tsx";
import { useLogFilters } from "./log-filters.ts";
import { LogTotals } from "./log-totals.tsx";
import { useLogs, useLogTotals, type Log } from "./use-logs.ts";

const rowId = (log: Log) => String(log.id);
const detail = (log: Log) => <LogDetail log={log} />;

/** What was used, by whom, and what it cost. */
export function LogsScreen() {
  const { t } = useTranslation("logs");
  const isAdmin = (useSessionUser()?.role ?? Role.guest) >= Role.admin;
  const { filters, setFilters, reset, paging, openRow, isDefault } = useLogFilters();
  const query = useLogs(filters, paging.page, paging.pageSize, isAdmin);
  const totals = useLogTotals(filters, isAdmin);
  const columns = useLogColumns(isAdmin);
  const sentence = useLogSentence();
  const refresh = () => {
    void query.refetch();
    void totals.refetch();
  };
  return (
    <>
      <PageHeader
        title={t("title")}
        actions={
          <>
            <LogTotals totals={totals.data} />
            <IconButton
              variant="secondary"
              label={t("action.refresh", { ns: "common" })}
              pending={query.isFetching}
              onClick={refresh}
            >
              {!query.isFetching && <RefreshCw />}
            </IconButton>
          </>
        }
      />
      <DataTable
        id="logs"
        label={t("table")}
        columns={columns}
        query={query}
        paging={paging}
        rowId={rowId}
        rowName={(log) => t("row", { time: formatDateTime(log.created_at), model: log.model_name })}
        totalCap={LOG_TOTAL_CAP}
        detail={detail}
        sentence={sentence}
        openRow={openRow}
        filters={
          <LogFilterBar
            filters={filters}
            isAdmin={isAdmin}
            isDefault={isDefault}
            onChange={setFilters}
            onReset={reset}
          />
        }
        empty={<EmptyState icon={ScrollText} title={t("emptyTitle")} description={t("emptyDescription")} />}
      />
    </>
  );
}
