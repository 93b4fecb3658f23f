import { Copy, Eraser, Plus, Ticket } from "lucide-react";
import { lazy, Suspense, useCallback, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../components/button.tsx";
import { confirm } from "../../components/confirm.ts";
import { copyText } from "../../components/copy.tsx";
import { DataTable, type TableSelection } from "../../components/data-table/data-table.tsx";
import { FilterInput } from "../../components/data-table/filter-input.tsx";
import { useTableState } from "../../components/data-table/use-table-state.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { notify } from "../../components/toaster.ts";
import { textParam } from "../../lib/url-state.ts";
import { useRedemptionColumns } from "./redemption-columns.tsx";
import { redemptionStatusView } from "./redemption-status.ts";
import { useRedemptionActions } from "./use-redemption-actions.ts";
import { useDeleteInvalidRedemptions, useRedemptions, type Redemption } from "./use-redemptions.ts";

const RedemptionEditor = lazy(async () => ({
  default: (await import("./redemption-editor.tsx")).RedemptionEditor,
}));

const params = { keyword: textParam() };
const rowId = (code: Redemption) => String(code.id);
const isOff = (code: Redemption) => redemptionStatusView(code).text !== "unused";
const batchActions = (selection: TableSelection<Redemption>) => <CopySelected rows={selection.rows} />;

/** Codes that add quota to whoever redeems them. */
export function RedemptionsScreen() {
  const { t } = useTranslation("redemptions");
  const { filters, setFilters, paging } = useTableState("redemptions", params);
  const [edited, setEdited] = useState<Redemption | "new">();
  const query = useRedemptions(filters.keyword, paging.page, paging.pageSize);
  const edit = useCallback((code: Redemption) => setEdited(code), []);
  const columns = useRedemptionColumns(useRedemptionActions(edit));
  const addButton = (
    <Button variant="primary" onClick={() => setEdited("new")}>
      <Plus />
      {t("add")}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t("title")}
        actions={
          <>
            <DeleteInvalid />
            {addButton}
          </>
        }
      />
      <DataTable
        id="redemptions"
        label={t("table")}
        columns={columns}
        query={query}
        paging={paging}
        rowId={rowId}
        rowName={(code) => `${code.name} #${code.id}`}
        isMuted={isOff}
        batchActions={batchActions}
        filters={
          <FilterInput
            label={t("search")}
            value={filters.keyword}
            onCommit={(keyword) => setFilters({ keyword }, { replace: true })}
          />
        }
        empty={
          filters.keyword === "" ? (
            <EmptyState
              icon={Ticket}
              title={t("emptyTitle")}
              description={t("emptyDescription")}
              action={addButton}
            />
          ) : (
            <EmptyState title={t("nothingFound")} />
          )
        }
      />
      {edited !== undefined && (
        <Suspense>
          <RedemptionEditor
            code={edited === "new" ? undefined : edited}
            onClosed={() => setEdited(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}

function CopySelected({ rows }: { rows: readonly Redemption[] }) {
  const { t } = useTranslation("redemptions");
  const text = () => rows.map((code) => `${code.name}    ${code.key}`).join("\n");
  return (
    <Button size="sm" onClick={() => void copyText(text())}>
      <Copy />
      {t("copySelected")}
    </Button>
  );
}

function DeleteInvalid() {
  const { t } = useTranslation("redemptions");
  const { mutateAsync, isPending } = useDeleteInvalidRedemptions();
  const removeAll = async () => {
    const isSure = await confirm({
      danger: true,
      title: t("confirm.invalidTitle"),
      description: t("confirm.invalidDescription"),
      confirmLabel: t("action.delete"),
    });
    if (!isSure) return;
    const count = await mutateAsync().catch(() => undefined);
    if (count !== undefined) notify.success(t("deletedInvalid", { count }));
  };
  return (
    <Button pending={isPending} onClick={() => void removeAll()}>
      {!isPending && <Eraser />}
      {t("deleteInvalid")}
    </Button>
  );
}
