import type { ChannelTrouble } from "@tollgate/contract/channel-health";
import { ChannelStatus } from "@tollgate/contract/statuses";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { StatusDot } from "../../components/status-dot.tsx";
import { formatDateTime, formatShortly, nowSeconds } from "../../lib/format-time.ts";
import { readDisableNote } from "./channel-status.ts";
import { useChannelTrouble, useChannelTroubles } from "./use-channel-health.ts";
import type { Channel } from "./use-channels.ts";

type HealthText = TFunction<"channelHealth">;

interface ChannelHealthProps {
  channel: Channel;
  /** Shows what happened to it. */
  onOpen: (channel: Channel) => void;
}

/** How an enabled channel fares, and why one is off that the system switched off; a press tells the story. */
export function ChannelHealth({ channel, onOpen }: ChannelHealthProps) {
  const { t } = useTranslation("channelHealth");
  const trouble = useChannelTrouble(channel.id);
  const press = { onPress: () => onOpen(channel) };
  const label = (state: string) => `${state}. ${t("incidents.open", { name: channel.name })}`;
  if (channel.status === ChannelStatus.autoDisabled)
    return (
      <StatusDot
        tone="red"
        reason={<SwitchedOffNote channel={channel} />}
        label={label(t("switchedOff"))}
        {...press}
      >
        {t("switchedOff")}
      </StatusDot>
    );
  if (channel.status !== ChannelStatus.enabled || trouble === undefined)
    return <span className="text-muted">—</span>;
  const { tone, text } = stateOf(trouble, t);
  return (
    <StatusDot
      tone={tone}
      reason={trouble && <TroubleNotes trouble={trouble} />}
      label={label(text)}
      {...press}
    >
      {text}
    </StatusDot>
  );
}

const HEALTHY = (t: HealthText) => ({ tone: "green" as const, text: t("healthy") });

/** The worst of what is amiss, in a few words; null is nothing. */
function stateOf(
  trouble: ChannelTrouble | null,
  t: HealthText,
): { tone: "red" | "yellow" | "green"; text: string } {
  if (trouble === null) return HEALTHY(t);
  const { away, keys: total, parked_keys: parked, cooling_keys: cooling, models } = trouble;
  if (away !== null) {
    const time = formatShortly(away.until);
    if (away.until <= nowSeconds()) return { tone: "yellow", text: t("awaitsTrial") };
    return away.cause === "rate-limit"
      ? { tone: "yellow", text: t("coolingUntil", { time }) }
      : { tone: "red", text: t("awayUntil", { time }) };
  }
  if (parked > 0) return { tone: "yellow", text: t("parkedKeys", { count: parked, total }) };
  if (cooling > 0) return { tone: "yellow", text: t("coolingKeys", { count: cooling, total }) };
  return models.length > 0
    ? { tone: "yellow", text: t("modelsAway", { count: models.length }) }
    : HEALTHY_PART(t);
}

/** One key of several is at its limit for one model: every model is still served. */
const HEALTHY_PART = (t: HealthText) => ({ tone: "yellow" as const, text: t("healthy") });

interface TagHealthProps {
  channels: readonly Channel[];
}

/** How many channels of a tag are not well, and which. Those that somebody switched off do not count. */
export function TagHealth({ channels }: TagHealthProps) {
  const { t } = useTranslation("channelHealth");
  const troubles = useChannelTroubles();
  const meant = channels.filter(({ status }) => status !== ChannelStatus.disabled);
  if (troubles === undefined || meant.length === 0) return <span className="text-muted">—</span>;
  const amiss = meant.flatMap(({ id, name, status }) => {
    const isOff = status === ChannelStatus.autoDisabled;
    const trouble = troubles.get(id) ?? null;
    if (!isOff && trouble === null) return [];
    return [{ id, name, state: isOff ? t("switchedOff") : stateOf(trouble, t).text }];
  });
  if (amiss.length === 0) return <StatusDot tone="green">{t("healthy")}</StatusDot>;
  return (
    <StatusDot
      tone={amiss.length === meant.length ? "red" : "yellow"}
      reason={amiss.map(({ id, name, state }) => (
        <div key={id}>{t("tag.of", { name, state })}</div>
      ))}
    >
      {t("tag.amiss", { count: amiss.length, total: meant.length })}
    </StatusDot>
  );
}

function TroubleNotes({ trouble }: { trouble: ChannelTrouble }) {
  const { t } = useTranslation("channelHealth");
  const { away, models } = trouble;
  return (
    <>
      {away !== null && <div>{t("keys.until", noteOf(away, t))}</div>}
      {models.map((model) => (
        <div key={model.model}>{t("modelNote", { model: model.model, ...noteOf(model, t) })}</div>
      ))}
    </>
  );
}

function noteOf({ cause, until }: NonNullable<ChannelTrouble["away"]>, t: HealthText) {
  return { cause: t(`cause.${cause}`), time: formatShortly(until) };
}

function SwitchedOffNote({ channel }: { channel: Channel }) {
  const { t } = useTranslation("channels");
  const note = readDisableNote(channel.other_info);
  if (note === undefined) return t("status.autoDisabled");
  return (
    <>
      {t("status.reason", { reason: note.reason })}
      <br />
      {t("status.time", { time: formatDateTime(note.timeSeconds) })}
    </>
  );
}
