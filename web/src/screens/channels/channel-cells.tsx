import { channelTypeInfo, isChannelType } from "@tollgate/contract/channel-types";
import { formatUsd } from "@tollgate/contract/quota";
import { ChannelStatus } from "@tollgate/contract/statuses";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { LetterAvatar } from "../../components/letter-avatar.tsx";
import { NameText } from "../../components/name-text.tsx";
import { StatusDot } from "../../components/status-dot.tsx";
import { Tooltip } from "../../components/tooltip.tsx";
import { formatDateTime, formatMilliseconds } from "../../lib/format-time.ts";
import { channelStatusView, readDisableNote, responseTimeTone } from "./channel-status.ts";
import { channelTypeName } from "./channel-type-name.ts";
import { UpstreamModelsMark } from "./upstream-models-mark.tsx";
import type { Channel } from "./use-channels.ts";

interface ChannelNameProps {
  channel: Channel;
  /** Shows how its vendor's list of models has changed. */
  onOpenModels: (channel: Channel) => void;
}

/** Name, tag, id and type, and a mark where its vendor's list of models has changed. */
export function ChannelName({ channel, onOpenModels }: ChannelNameProps) {
  const { t } = useTranslation("channels");
  const typeName = channelTypeName(channel.type);
  return (
    <div className="flex min-w-40 items-center gap-2.5">
      <LetterAvatar
        name={typeName}
        seed={channel.type - 1}
        muted={channel.status !== ChannelStatus.enabled}
      />
      <div className="grid min-w-0 grid-cols-1">
        <NameText name={channel.name} className="font-medium" />
        <div className="flex items-center gap-1.5 text-xs text-muted">
          <span className="truncate">
            #{channel.id} · {typeName}
            {!isChannelType(channel.type) && ` · ${t("notRelayed")}`}
          </span>
          {channel.tag !== "" && (
            <Badge tone="violet" className="h-4 max-w-fit min-w-8 flex-1 px-1.5">
              <NameText name={channel.tag} className="leading-4" />
            </Badge>
          )}
          <UpstreamModelsMark channel={channel} onOpen={onOpenModels} />
        </div>
      </div>
    </div>
  );
}

/** The status, with why and when for what the system switched off. */
export function ChannelState({ channel }: { channel: Channel }) {
  const { t } = useTranslation("channels");
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

interface ResponseTimeProps {
  /** Milliseconds; 0 = untested. */
  responseMs: number;
  /** What is known besides: when, or of how many. */
  note: string;
}

/** A response time in the colour of its step. */
export function ResponseTime({ responseMs, note }: ResponseTimeProps) {
  const { t } = useTranslation("channels");
  const tone = responseTimeTone(responseMs);
  if (responseMs === 0) return <Badge tone={tone}>{t("untested")}</Badge>;
  return (
    <Tooltip content={note}>
      <button type="button" className="focus-ring rounded-full">
        <Badge tone={tone}>{formatMilliseconds(responseMs)}</Badge>
      </button>
    </Tooltip>
  );
}

interface BalanceProps {
  channel: Channel;
  /** Resolves when the vendor has answered, either way. */
  onRefresh: (channel: Channel) => Promise<void>;
}

/** What is left with the vendor; a press asks anew where the vendor tells it. */
export function Balance({ channel, onRefresh }: BalanceProps) {
  const { t } = useTranslation("channels");
  const [isAsking, setAsking] = useState(false);
  const isKnown = channel.balance_updated_time > 0;
  const shown = isKnown ? formatUsd(channel.balance) : "—";
  if (channelTypeInfo(channel.type)?.tellsBalance !== true)
    return <span className="text-muted">{shown}</span>;
  const ask = async () => {
    setAsking(true);
    await onRefresh(channel);
    setAsking(false);
  };
  const hint = isKnown
    ? t("balanceAt", { time: formatDateTime(channel.balance_updated_time) })
    : t("balanceUnknown");
  return (
    <Tooltip content={`${hint} · ${t("balanceRefresh")}`}>
      <Button
        variant="ghost"
        size="sm"
        className="-mx-2 px-2 text-sm font-normal tabular-nums"
        aria-label={`${t("refreshBalanceOf", { name: channel.name })}: ${shown}`}
        pending={isAsking}
        onClick={() => void ask()}
      >
        {shown}
      </Button>
    </Tooltip>
  );
}
