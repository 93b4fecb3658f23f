import type { TFunction } from "i18next";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { DataColumn } from "../../components/data-table/data-column.ts";
import { QuotaText } from "../../components/quota-text.tsx";
import { TagList } from "../../components/tag-list.tsx";
import { formatDateTime } from "../../lib/format-time.ts";
import { Balance, ChannelName, ChannelState, ResponseTime } from "./channel-cells.tsx";
import { ChannelHealth, TagHealth } from "./channel-health.tsx";
import { ChannelRowActions, type ChannelActions } from "./channel-row-actions.tsx";
import { averageResponseMs, isTagRow, unionOf, type ChannelRow } from "./channel-rows.ts";
import { RoutingNumber, TagName, TagRowActions, TagState, type TagActions } from "./tag-cells.tsx";

type Actions = ChannelActions & TagActions;
type Column = DataColumn<ChannelRow>;

/** The columns of the channel list, for channels and tags. `actions` must be stable. */
export function useChannelColumns(actions: Actions): Column[] {
  const { t } = useTranslation("channels");
  return useMemo(
    () => [
      {
        id: "name",
        header: t("column.name"),
        card: "title",
        cell: (row) =>
          isTagRow(row) ? (
            <TagName row={row} />
          ) : (
            <ChannelName channel={row} onOpenModels={actions.showUpstreamModels} />
          ),
      },
      {
        id: "status",
        header: t("column.status"),
        cell: (row) => (isTagRow(row) ? <TagState row={row} /> : <ChannelState channel={row} />),
      },
      {
        id: "health",
        header: t("column", { ns: "channelHealth" }),
        cell: (row) =>
          isTagRow(row) ? (
            <TagHealth channels={row.channels} />
          ) : (
            <ChannelHealth channel={row} onOpen={actions.showIncidents} />
          ),
      },
      ...listColumns(t),
      ...figureColumns(t, actions),
      {
        id: "created",
        header: t("column.created"),
        className: "whitespace-nowrap tabular-nums",
        isHiddenAtFirst: true,
        cell: (row) => (isTagRow(row) ? "" : formatDateTime(row.created_time)),
      },
      {
        id: "actions",
        header: t("column.actions"),
        card: "actions",
        className: "w-px",
        cell: (row) =>
          isTagRow(row) ? (
            <TagRowActions row={row} actions={actions} />
          ) : (
            <ChannelRowActions channel={row} actions={actions} />
          ),
      },
    ],
    [t, actions],
  );
}

/** Who may use a channel, and for what. */
function listColumns(t: TFunction<"channels">): Column[] {
  return [
    {
      id: "group",
      header: t("column.group"),
      card: "double",
      cell: (row) => <TagList items={isTagRow(row) ? unionOf(row.channels, "group") : row.group} limit={2} />,
    },
    {
      id: "models",
      header: t("column.models"),
      card: "wide",
      isHiddenAtFirst: true,
      cell: (row) => (
        <TagList items={isTagRow(row) ? unionOf(row.channels, "models") : row.models} limit={3} />
      ),
    },
  ];
}

function figureColumns(t: TFunction<"channels">, actions: Actions): Column[] {
  return [
    {
      id: "priority",
      header: t("column.priority"),
      align: "end",
      cell: (row) => <RoutingNumber row={row} field="priority" actions={actions} />,
    },
    {
      id: "weight",
      header: t("column.weight"),
      align: "end",
      cell: (row) => <RoutingNumber row={row} field="weight" actions={actions} />,
    },
    {
      id: "response",
      header: t("column.responseTime"),
      cell: (row) =>
        isTagRow(row) ? (
          <ResponseTime responseMs={averageResponseMs(row.channels)} note={t("tag.average")} />
        ) : (
          <ResponseTime
            responseMs={row.response_time}
            note={t("testedAt", { time: formatDateTime(row.test_time) })}
          />
        ),
    },
    {
      id: "used",
      header: t("column.used"),
      align: "end",
      cell: (row) => (
        <QuotaText
          units={
            isTagRow(row) ? row.channels.reduce((sum, { used_quota }) => sum + used_quota, 0) : row.used_quota
          }
        />
      ),
    },
    {
      id: "balance",
      header: t("column.balance"),
      align: "end",
      cell: (row) => (isTagRow(row) ? "" : <Balance channel={row} onRefresh={actions.refreshBalance} />),
    },
  ];
}
