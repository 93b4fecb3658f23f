import { useNavigate, useParams } from "@tanstack/react-router";
import { ChannelStatus } from "@tollgate/contract/statuses";
import { Network, Plus, RefreshCw, Trash2 } from "lucide-react";
import { lazy, Suspense, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../components/button.tsx";
import { confirm } from "../../components/confirm.tsx";
import { DataTable, type TableSelection } from "../../components/data-table/data-table.tsx";
import { useTableState } from "../../components/data-table/use-table-state.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { IconButton } from "../../components/icon-button.tsx";
import { NotFoundScreen } from "../../components/layout/message-screens.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { notify } from "../../components/toaster.tsx";
import { flagParam, intParam, textParam } from "../../lib/url-state.ts";
import { useChannelColumns } from "./channel-columns.tsx";
import { ChannelFilterBar } from "./channel-filter-bar.tsx";
import { useChannelActions } from "./use-channel-actions.ts";
import { useChannels, useDeleteChannels, type Channel } from "./use-channels.ts";

const ChannelEditor = lazy(async () => ({ default: (await import("./channel-editor.tsx")).ChannelEditor }));
const ChannelTestDialog = lazy(async () => ({
  default: (await import("./channel-test-dialog.tsx")).ChannelTestDialog,
}));

const params = {
  keyword: textParam(),
  model: textParam(),
  group: textParam(),
  status: intParam(0),
  idSort: flagParam(),
};
const rowId = (channel: Channel) => String(channel.id);
const batchActions = (selection: TableSelection<Channel>) => <ChannelBatchActions selection={selection} />;

/** The upstream channels: /channel, with the editor over it at /channel/add and /channel/edit/{id}. */
export function ChannelsScreen() {
  const { t } = useTranslation("channels");
  const navigate = useNavigate();
  const editor = useEditorPath();
  const [tested, setTested] = useState<Channel>();
  const { filters, setFilters, paging } = useTableState("channels", params);
  const query = useChannels(filters, paging.page, paging.pageSize);
  const openers = useMemo(
    () => ({
      edit: ({ id }: Channel) => void navigate({ to: `/channel/edit/${id}`, search: true }),
      testModel: setTested,
    }),
    [navigate],
  );
  const columns = useChannelColumns(useChannelActions(openers));
  const isFiltered =
    filters.keyword !== "" || filters.model !== "" || filters.group !== "" || filters.status !== 0;
  const add = () => void navigate({ to: "/channel/add", search: true });
  const addButton = (
    <Button variant="primary" onClick={add}>
      <Plus />
      {t("add")}
    </Button>
  );
  if (editor === "unknown") return <NotFoundScreen />;
  return (
    <>
      <PageHeader
        title={t("title")}
        description={t("description")}
        actions={
          <>
            <IconButton
              variant="secondary"
              label={t("action.refresh", { ns: "common" })}
              pending={query.isFetching}
              onClick={() => void query.refetch()}
            >
              {!query.isFetching && <RefreshCw />}
            </IconButton>
            {addButton}
          </>
        }
      />
      <DataTable
        id="channels"
        label={t("table")}
        columns={columns}
        query={query}
        paging={paging}
        rowId={rowId}
        rowName={(channel) => channel.name}
        isMuted={(channel) => channel.status !== ChannelStatus.enabled}
        batchActions={batchActions}
        filters={<ChannelFilterBar filters={filters} onChange={setFilters} />}
        empty={
          isFiltered ? (
            <EmptyState title={t("nothingFound")} />
          ) : (
            <EmptyState
              icon={Network}
              title={t("emptyTitle")}
              description={t("emptyDescription")}
              action={addButton}
            />
          )
        }
      />
      <Suspense>
        {editor !== undefined && (
          <ChannelEditor
            key={editor}
            id={editor === "add" ? undefined : editor}
            onClosed={() => void navigate({ to: "/channel", search: true })}
          />
        )}
        {tested !== undefined && <ChannelTestDialog channel={tested} onClosed={() => setTested(undefined)} />}
      </Suspense>
    </>
  );
}

/** What the address asks for: no editor, a new channel, the channel with this id, or nothing that exists. */
function useEditorPath(): undefined | "add" | "unknown" | number {
  // The router is built from a table of screens, so it does not know its parameters by type.
  const { action, id } = useParams({ strict: false }) as { action?: string; id?: string };
  if (action === undefined) return undefined;
  if (action === "add" && id === undefined) return "add";
  return action === "edit" && id !== undefined && /^\d{1,15}$/.test(id) ? Number(id) : "unknown";
}

function ChannelBatchActions({ selection }: { selection: TableSelection<Channel> }) {
  const { t } = useTranslation("channels");
  const { mutateAsync, isPending } = useDeleteChannels();
  const removeSelected = async () => {
    const isSure = await confirm({
      danger: true,
      title: t("confirm.deleteManyTitle"),
      description: t("confirm.deleteManyDescription", { count: selection.rows.length }),
      confirmLabel: t("action.delete"),
    });
    if (!isSure) return;
    const count = await mutateAsync(selection.rows.map((channel) => channel.id)).catch(() => undefined);
    if (count === undefined) return;
    selection.clear();
    notify.success(t("done.deletedMany", { count }));
  };
  return (
    <Button size="sm" variant="dangerSoft" pending={isPending} onClick={() => void removeSelected()}>
      <Trash2 />
      {t("action.deleteSelected")}
    </Button>
  );
}
