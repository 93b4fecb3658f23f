import { TokenStatus } from "@tollgate/contract/statuses";
import { Copy, KeyRound, Plus, Trash2, TriangleAlert } from "lucide-react";
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
import { useTokenColumns } from "./token-columns.tsx";
import { fullKey } from "./token-key.tsx";
import { useTokenActions } from "./use-token-actions.ts";
import { useDeleteTokens, useTokens, type Token } from "./use-tokens.ts";

const TokenEditor = lazy(async () => ({ default: (await import("./token-editor.tsx")).TokenEditor }));

const params = { keyword: textParam(), token: textParam() };
const rowId = (token: Token) => String(token.id);
const isOff = (token: Token) => token.status !== TokenStatus.enabled;
const batchActions = (selection: TableSelection<Token>) => <TokenBatchActions selection={selection} />;

/** One's own tokens. */
export function TokensScreen() {
  const { t } = useTranslation("tokens");
  const { filters, setFilters, paging } = useTableState("tokens", params);
  const [edited, setEdited] = useState<Token | "new">();
  const query = useTokens(filters, paging.page, paging.pageSize);
  const edit = useCallback((token: Token) => setEdited(token), []);
  const columns = useTokenColumns(useTokenActions(edit));
  const isFiltered = filters.keyword !== "" || filters.token !== "";
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
        description={
          <span className="flex items-start gap-1.5">
            <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-yellow-text" />
            {t("warning")}
          </span>
        }
        actions={addButton}
      />
      <DataTable
        id="tokens"
        label={t("table")}
        columns={columns}
        query={query}
        paging={paging}
        rowId={rowId}
        rowName={(token) => token.name}
        isMuted={isOff}
        batchActions={batchActions}
        filters={
          <>
            <FilterInput
              label={t("searchName")}
              value={filters.keyword}
              onCommit={(keyword) => setFilters({ keyword }, { replace: true })}
            />
            <FilterInput
              label={t("searchKey")}
              value={filters.token}
              onCommit={(token) => setFilters({ token }, { replace: true })}
            />
          </>
        }
        empty={
          isFiltered ? (
            <EmptyState title={t("nothingFound")} />
          ) : (
            <EmptyState
              icon={KeyRound}
              title={t("emptyTitle")}
              description={t("emptyDescription")}
              action={addButton}
            />
          )
        }
      />
      {edited !== undefined && (
        <Suspense>
          <TokenEditor token={edited === "new" ? undefined : edited} onClosed={() => setEdited(undefined)} />
        </Suspense>
      )}
    </>
  );
}

function TokenBatchActions({ selection }: { selection: TableSelection<Token> }) {
  const { t } = useTranslation("tokens");
  const { mutateAsync, isPending } = useDeleteTokens();
  const { rows, clear } = selection;
  const copySelected = () => copyText(rows.map((token) => `${token.name}    ${fullKey(token)}`).join("\n"));
  const removeSelected = async () => {
    const isSure = await confirm({
      danger: true,
      title: t("confirm.deleteManyTitle"),
      description: t("confirm.deleteManyDescription", { count: rows.length }),
      confirmLabel: t("action.delete"),
    });
    if (!isSure) return;
    const count = await mutateAsync(rows.map((token) => token.id)).catch(() => undefined);
    if (count === undefined) return;
    clear();
    notify.success(t("done.deletedMany", { count }));
  };
  return (
    <>
      <Button size="sm" onClick={() => void copySelected()}>
        <Copy />
        {t("action.copySelected")}
      </Button>
      <Button size="sm" variant="dangerSoft" pending={isPending} onClick={() => void removeSelected()}>
        <Trash2 />
        {t("action.deleteSelected")}
      </Button>
    </>
  );
}
