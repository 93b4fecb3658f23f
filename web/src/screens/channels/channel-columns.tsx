import { PRIORITY_MAX, PRIORITY_MIN, WEIGHT_MAX } from "@tollgate/contract/channel-parts";
import { errorText } from "@tollgate/contract/errors";
import { ChannelStatus } from "@tollgate/contract/statuses";
import type { TFunction } from "i18next";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Badge } from "../../components/badge.tsx";
import type { DataColumn } from "../../components/data-table/data-column.ts";
import { NumberCell } from "../../components/data-table/number-cell.tsx";
import { LetterAvatar } from "../../components/letter-avatar.tsx";
import { QuotaText } from "../../components/quota-text.tsx";
import { StatusDot } from "../../components/status-dot.tsx";
import { TagList } from "../../components/tag-list.tsx";
import { Tooltip } from "../../components/tooltip.tsx";
import { currentLanguage } from "../../i18n/i18n.ts";
import { formatUsd } from "@tollgate/contract/quota";
import { formatDateTime, formatMilliseconds } from "../../lib/format-time.ts";
import { ChannelRowActions, type ChannelActions } from "./channel-row-actions.tsx";
import { channelStatusView, readDisableNote, responseTimeTone } from "./channel-status.ts";
import { channelTypeName } from "./channel-type-name.ts";
import type { Channel } from "./use-channels.ts";

type Translate = TFunction<"channels">;

/** The columns of the channel list. `actions` must be stable. */
export function useChannelColumns(actions: ChannelActions): DataColumn<Channel>[] {
  const { t } = useTranslation("channels");
  return useMemo(
    () => [
      {
        id: "name",
        header: t("column.name"),
        card: "title",
        cell: (channel) => <ChannelName channel={channel} />,
      },
      {
        id: "status",
        header: t("column.status"),
        cell: (channel) => <ChannelState channel={channel} t={t} />,
      },
      {
        id: "group",
        header: t("column.group"),
        card: "double",
        cell: (channel) => <TagList items={channel.group} limit={2} />,
      },
      {
        id: "models",
        header: t("column.models"),
        card: "wide",
        isHiddenAtFirst: true,
        cell: (channel) => <TagList items={channel.models} limit={3} />,
      },
      {
        id: "response",
        header: t("column.responseTime"),
        cell: (channel) => <ResponseTime channel={channel} t={t} />,
      },
      {
        id: "used",
        header: t("column.used"),
        align: "end",
        cell: (channel) => <QuotaText units={channel.used_quota} />,
      },
      {
        id: "balance",
        header: t("column.balance"),
        align: "end",
        cell: (channel) => <Balance channel={channel} t={t} />,
      },
      ...numberColumns(t, actions),
      {
        id: "created",
        header: t("column.created"),
        className: "whitespace-nowrap tabular-nums",
        isHiddenAtFirst: true,
        cell: (channel) => formatDateTime(channel.created_time),
      },
      {
        id: "actions",
        header: t("column.actions"),
        card: "actions",
        className: "w-px",
        cell: (channel) => <ChannelRowActions channel={channel} actions={actions} />,
      },
    ],
    [t, actions],
  );
}

/** Priority and weight, edited in place. */
function numberColumns(t: Translate, actions: ChannelActions): DataColumn<Channel>[] {
  return [
    {
      id: "priority",
      header: t("column.priority"),
      align: "end",
      cell: ({ id, name, priority }) => (
        <NumberCell
          value={priority}
          label={t("priorityOf", { name })}
          min={PRIORITY_MIN}
          max={PRIORITY_MAX}
          invalidMessage={errorText("channel.priority-not-whole", currentLanguage())}
          onSave={(next) => actions.change({ id, priority: next })}
        />
      ),
    },
    {
      id: "weight",
      header: t("column.weight"),
      align: "end",
      cell: ({ id, name, weight }) => (
        <NumberCell
          value={weight}
          label={t("weightOf", { name })}
          min={0}
          max={WEIGHT_MAX}
          invalidMessage={errorText("channel.weight-invalid", currentLanguage())}
          onSave={(next) => actions.change({ id, weight: next })}
        />
      ),
    },
  ];
}

function ChannelName({ channel }: { channel: Channel }) {
  const typeName = channelTypeName(channel.type);
  return (
    <div className="flex min-w-40 items-center gap-2.5">
      <LetterAvatar
        name={typeName}
        seed={channel.type - 1}
        muted={channel.status !== ChannelStatus.enabled}
      />
      <div className="min-w-0">
        <div className="flex items-center gap-1.5">
          <span className="truncate font-medium">{channel.name}</span>
          {channel.tag !== "" && <Badge tone="violet">{channel.tag}</Badge>}
        </div>
        <div className="truncate text-xs text-muted">
          #{channel.id} · {typeName}
        </div>
      </div>
    </div>
  );
}

function ChannelState({ channel, t }: { channel: Channel; t: Translate }) {
  const { text, tone } = channelStatusView(channel.status);
  const note = text === "autoDisabled" ? readDisableNote(channel.other_info) : undefined;
  return (
    <StatusDot
      tone={tone}
      reason={
        note === undefined ? undefined : (
          <>
            {t("status.reason", { reason: note.reason })}
            <br />
            {t("status.time", { time: formatDateTime(note.timeSeconds) })}
          </>
        )
      }
    >
      {t(`status.${text}`)}
    </StatusDot>
  );
}

function ResponseTime({ channel, t }: { channel: Channel; t: Translate }) {
  const { response_time: milliseconds } = channel;
  const tone = responseTimeTone(milliseconds);
  if (milliseconds === 0) return <Badge tone={tone}>{t("untested")}</Badge>;
  return (
    <Tooltip content={t("testedAt", { time: formatDateTime(channel.test_time) })}>
      <button type="button" className="focus-ring rounded-full">
        <Badge tone={tone}>{formatMilliseconds(milliseconds)}</Badge>
      </button>
    </Tooltip>
  );
}

function Balance({ channel, t }: { channel: Channel; t: Translate }) {
  if (channel.balance_updated_time === 0) return <span className="text-muted">—</span>;
  return (
    <span title={t("balanceAt", { time: formatDateTime(channel.balance_updated_time) })}>
      {formatUsd(channel.balance)}
    </span>
  );
}
