import type { ChannelIncident } from "@tollgate/contract/channel-health";
import type { TFunction } from "i18next";
import { formatShortly } from "../../lib/format-time.ts";

type HealthText = TFunction<"channelHealth">;

const SENTENCES = {
  "moved-away": "movedAway",
  cooled: "cooled",
  parked: "parked",
  recovered: "recovered",
  disabled: "disabled",
  enabled: "enabled",
  released: "released",
} as const satisfies Record<ChannelIncident["kind"], string>;

/** What happened, in one sentence: "Moved away from model gpt-4o at 12:03: 38% of answers were 429 (rate limit)". */
export function incidentSentence(incident: ChannelIncident, t: HealthText): string {
  return t(`sentence.${SENTENCES[incident.kind]}`, {
    time: formatShortly(incident.at),
    subject: subjectOf(incident, t),
    why: reasonOf(incident, t),
    reason: incident.text,
    span: spanOf(incident.away_seconds, t),
  });
}

/** What else is known: how often, until when, in the upstream's words. */
export function incidentNotes(incident: ChannelIncident, t: HealthText): string[] {
  const { kind, times, first_at: firstAt, until, text } = incident;
  return [
    ...(times > 1 ? [t("repeated", { count: times, time: formatShortly(firstAt) })] : []),
    ...(until > 0 ? [t("retryAt", { time: formatShortly(until) })] : []),
    // Of one that was switched off it is the sentence itself.
    ...(kind !== "disabled" && text !== "" ? [text] : []),
  ];
}

function subjectOf({ key, model }: ChannelIncident, t: HealthText): string {
  if (key > 0) return model === "" ? t("subject.key", { key }) : t("subject.keyAndModel", { key, model });
  return model === "" ? t("subject.channel") : t("subject.model", { model });
}

/** A share needs more answers than one. */
function reasonOf({ cause, status, answers, failures }: ChannelIncident, t: HealthText): string {
  if (cause === null) return "";
  const name = t(`cause.${cause}`);
  if (status === 0) return t("why.cause", { cause: name });
  const what = t("why.causeWithStatus", { status, cause: name });
  if (answers <= 1) return t("why.one", { what });
  return t("why.share", { percent: Math.round((failures / answers) * 100), what });
}

function spanOf(seconds: number, t: HealthText): string {
  if (seconds < 60) return t("span.seconds", { count: Math.max(1, seconds) });
  if (seconds < 3600) return t("span.minutes", { count: Math.round(seconds / 60) });
  return t("span.hours", { count: Math.round(seconds / 360) / 10 });
}
