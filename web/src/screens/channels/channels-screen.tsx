import { useNavigate, useParams } from "@tanstack/react-router";
import { Network, Plus } from "lucide-react";
import { lazy, Suspense, useMemo, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../components/button.tsx";
import { DataTable, type TableSelection } from "../../components/data-table/data-table.tsx";
import { useTableState } from "../../components/data-table/use-table-state.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { NotFoundScreen } from "../../components/layout/message-screens.tsx";
import { flagParam, intParam, textParam, useUrlState } from "../../lib/url-state.ts";
import { ChannelBatchActions } from "./channel-batch-actions.tsx";
import { useChannelColumns } from "./channel-columns.tsx";
import { ChannelFilterBar } from "./channel-filter-bar.tsx";
import {
  channelRowId,
  channelRowName,
  channelSubRows,
  isOffRow,
  type ChannelRow,
  type TagRow,
} from "./channel-rows.ts";
import { ChannelsHeader } from "./channels-header.tsx";
import { useChannelActions } from "./use-channel-actions.ts";
import { useChannelRows } from "./use-channel-rows.ts";
import type { Channel, ChannelFilters } from "./use-channels.ts";

const ChannelEditor = lazy(async () => ({ default: (await import("./channel-editor.tsx")).ChannelEditor }));
const ChannelTestDialog = lazy(async () => ({
  default: (await import("./channel-test-dialog.tsx")).ChannelTestDialog,
}));
const ChannelIncidents = lazy(async () => ({
  default: (await import("./channel-incidents.tsx")).ChannelIncidents,
}));
const UpstreamModelsDrawer = lazy(async () => ({
  default: (await import("./upstream-models-drawer.tsx")).UpstreamModelsDrawer,
}));
const TagEditor = lazy(async () => ({ default: (await import("./tag-editor.tsx")).TagEditor }));

const params = {
  keyword: textParam(),
  model: textParam(),
  group: textParam(),
  status: intParam(0),
  idSort: flagParam(),
  tagMode: flagParam(),
};
const viewParams = { batch: flagParam() };
const batchActions = (selection: TableSelection<ChannelRow>) => <ChannelBatchActions selection={selection} />;

/** The upstream channels: /channel, with the editor over it at /channel/add and /channel/edit/{id}. */
export function ChannelsScreen() {
  const { t } = useTranslation("channels");
  const navigate = useNavigate();
  const editor = useEditorPath();
  const [tested, setTested] = useState<Channel>();
  const [watched, setWatched] = useState<Channel>();
  const [compared, setCompared] = useState<Channel>();
  const [editedTag, setEditedTag] = useState<TagRow>();
  const { filters, setFilters, paging } = useTableState("channels", params);
  const [{ batch }, setView] = useUrlState(viewParams);
  const query = useChannelRows(filters, paging.page, paging.pageSize);
  const openers = useMemo(
    () => ({
      edit: ({ id }: Channel) => void navigate({ to: `/channel/edit/${id}`, search: true }),
      testModel: setTested,
      showIncidents: setWatched,
      showUpstreamModels: setCompared,
      editTag: setEditedTag,
    }),
    [navigate],
  );
  const columns = useChannelColumns(useChannelActions(openers));
  const addButton = (
    <Button variant="primary" onClick={() => void navigate({ to: "/channel/add", search: true })}>
      <Plus />
      {t("add")}
    </Button>
  );
  if (editor === "unknown") return <NotFoundScreen />;
  return (
    <>
      <ChannelsHeader isFetching={query.isFetching} onRefresh={() => void query.refetch()}>
        {addButton}
      </ChannelsHeader>
      <DataTable
        id="channels"
        label={t("table")}
        columns={columns}
        query={query}
        paging={paging}
        rowId={channelRowId}
        rowName={channelRowName}
        isMuted={isOffRow}
        {...(filters.tagMode ? { subRows: channelSubRows } : {})}
        {...(batch ? { batchActions, showsBatchActions: true } : {})}
        filters={
          <ChannelFilterBar
            filters={filters}
            onChange={setFilters}
            isBatch={batch}
            onBatchChange={(isOn) => setView({ batch: isOn })}
          />
        }
        empty={<NoChannels filters={filters} addButton={addButton} />}
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
        {watched !== undefined && (
          <ChannelIncidents channel={watched} onClosed={() => setWatched(undefined)} />
        )}
        {compared !== undefined && (
          <UpstreamModelsDrawer channel={compared} onClosed={() => setCompared(undefined)} />
        )}
        {editedTag !== undefined && <TagEditor row={editedTag} onClosed={() => setEditedTag(undefined)} />}
      </Suspense>
    </>
  );
}

function NoChannels({ filters, addButton }: { filters: ChannelFilters; addButton: ReactNode }) {
  const { t } = useTranslation("channels");
  const isFiltered =
    filters.keyword !== "" || filters.model !== "" || filters.group !== "" || filters.status !== 0;
  if (isFiltered) return <EmptyState title={t("nothingFound")} />;
  return (
    <EmptyState
      icon={Network}
      title={t("emptyTitle")}
      description={t("emptyDescription")}
      action={addButton}
    />
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
