import type { ChannelIncident } from "@tollgate/contract/channel-health";
import { Activity } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Drawer, DrawerBody, DrawerClose, DrawerFooter } from "../../components/drawer.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { ErrorState } from "../../components/error-state.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { classNames } from "../../lib/class-names.ts";
import { formatDateTime } from "../../lib/format-time.ts";
import { keyModeOf } from "./channel-key-mode.ts";
import { incidentNotes, incidentSentence } from "./incident-sentence.ts";
import { useChannelIncidents } from "./use-channel-health.ts";
import type { Channel } from "./use-channels.ts";

const DOTS = {
  "moved-away": "bg-red-dot",
  parked: "bg-red-dot",
  disabled: "bg-red-dot",
  cooled: "bg-yellow-dot",
  recovered: "bg-green-dot",
  enabled: "bg-green-dot",
  released: "bg-green-dot",
} as const satisfies Record<ChannelIncident["kind"], string>;

/** What happened to a channel, newest first, each in a sentence. */
export function ChannelIncidents({ channel, onClosed }: { channel: Channel; onClosed: () => void }) {
  const { t } = useTranslation("channelHealth");
  // Where there is one key, what happens to it happens to the channel.
  const hasSeveralKeys = keyModeOf(channel.setting) !== "";
  const { data: incidents, error, refetch } = useChannelIncidents(channel.id);
  return (
    <Drawer title={t("incidents.title")} description={`#${channel.id} · ${channel.name}`} onClosed={onClosed}>
      {() => (
        <>
          <DrawerBody>
            {error !== null ? (
              <ErrorState message={error.message} onRetry={() => void refetch()} />
            ) : incidents === undefined ? (
              <Skeleton className="h-24" />
            ) : incidents.length === 0 ? (
              <EmptyState
                icon={Activity}
                title={t("incidents.emptyTitle")}
                description={t("incidents.emptyDescription")}
              />
            ) : (
              <ol aria-label={t("incidents.list")} className="ml-1 border-l border-line">
                {incidents.map((incident) => (
                  <IncidentItem
                    key={incident.id}
                    incident={hasSeveralKeys ? incident : { ...incident, key: 0 }}
                  />
                ))}
              </ol>
            )}
          </DrawerBody>
          <DrawerFooter>
            <DrawerClose>{t("action.close", { ns: "common" })}</DrawerClose>
          </DrawerFooter>
        </>
      )}
    </Drawer>
  );
}

function IncidentItem({ incident }: { incident: ChannelIncident }) {
  const { t } = useTranslation("channelHealth");
  return (
    <li className="relative pb-5 pl-5 last:pb-0">
      <span
        aria-hidden
        className={classNames(
          "absolute top-1.5 -left-[5px] size-2.5 rounded-full ring-4 ring-surface",
          DOTS[incident.kind],
        )}
      />
      <p className="text-sm wrap-anywhere">{incidentSentence(incident, t)}</p>
      <p className="mt-0.5 text-xs wrap-anywhere text-muted">
        <time dateTime={new Date(incident.at * 1000).toISOString()}>{formatDateTime(incident.at)}</time>
        {incidentNotes(incident, t).map((note) => ` · ${note}`)}
      </p>
    </li>
  );
}
