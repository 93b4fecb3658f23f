import type { ChannelIncident } from "@tollgate/contract/channel-health";
import type { Database } from "../../../db/database.ts";
import type { Incident } from "./incident-log.ts";

/** What happened to channels, as all nodes have seen it. */
export interface IncidentStore {
  /** Adds them, or tells them again: an incident of the same name is one row. `logId` names the log that numbered them. */
  write(logId: string, incidents: readonly Incident[]): Promise<void>;
  /** Of one channel, newest first. */
  list(channelId: number, limit: number): Promise<ChannelIncident[]>;
  /** Forgets what is older than that, and the oldest beyond the number. */
  prune(beforeMs: number, rowsMax: number): Promise<void>;
}

export function createIncidentStore({ kysely }: Pick<Database, "kysely">): IncidentStore {
  return {
    async write(logId, incidents) {
      if (incidents.length === 0) return;
      await kysely
        .insertInto("channel_incidents")
        .values(incidents.map((incident) => rowOf(logId, incident)))
        .onConflict((conflict) =>
          conflict.column("key").doUpdateSet(({ ref }) => ({
            at_ms: ref("excluded.at_ms"),
            times: ref("excluded.times"),
            cause: ref("excluded.cause"),
            status: ref("excluded.status"),
            text: ref("excluded.text"),
            answers: ref("excluded.answers"),
            failures: ref("excluded.failures"),
            until_ms: ref("excluded.until_ms"),
            away_ms: ref("excluded.away_ms"),
          })),
        )
        .execute();
    },
    async list(channelId, limit) {
      const rows = await kysely
        .selectFrom("channel_incidents")
        .selectAll()
        .where("channel_id", "=", channelId)
        .orderBy("at_ms", "desc")
        .orderBy("id", "desc")
        .limit(limit)
        .execute();
      return rows.map((row) => ({
        id: row.id,
        // Both were an incident's when they were written.
        kind: row.kind as ChannelIncident["kind"],
        cause: row.cause as ChannelIncident["cause"],
        at: seconds(row.at_ms),
        first_at: seconds(row.first_at_ms),
        times: row.times,
        key: row.key_index === null ? 0 : row.key_index + 1,
        model: row.model ?? "",
        status: row.status ?? 0,
        text: row.text,
        answers: row.answers,
        failures: row.failures,
        until: seconds(row.until_ms ?? 0),
        away_seconds: seconds(row.away_ms ?? 0),
      }));
    },
    async prune(beforeMs, rowsMax) {
      await kysely.deleteFrom("channel_incidents").where("at_ms", "<", beforeMs).execute();
      await kysely
        .deleteFrom("channel_incidents")
        .where("id", "<=", ({ selectFrom }) =>
          selectFrom("channel_incidents").select("id").orderBy("id", "desc").limit(1).offset(rowsMax),
        )
        .execute();
    },
  };
}

function rowOf(logId: string, incident: Incident) {
  return {
    key: `${logId}:${incident.id}`,
    kind: incident.kind,
    at_ms: incident.atMs,
    first_at_ms: incident.firstAtMs,
    times: incident.times,
    channel_id: incident.channelId,
    key_index: incident.keyIndex ?? null,
    model: incident.model ?? null,
    cause: incident.cause ?? null,
    status: incident.status ?? null,
    text: incident.text,
    answers: incident.answers,
    failures: incident.failures,
    until_ms: incident.untilMs ?? null,
    away_ms: incident.awayMs ?? null,
  };
}

function seconds(ms: number): number {
  return Math.floor(ms / 1000);
}
