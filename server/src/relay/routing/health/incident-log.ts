import { clipText } from "../../../lib/clip-text.ts";
import type { FailureClass } from "../failures/failure-class.ts";
import type { BreakerSubject } from "./breaker.ts";

/**
 * What happened to a channel, or to a key or model of it:
 * - `moved-away`: it failed, so requests go elsewhere;
 * - `cooled`: a limit was reached, so it is left alone for a while;
 * - `parked`: its key is refused or empty, or it does not have the model;
 * - `recovered`: it works again;
 * - `disabled`, `enabled`: the channel's status was changed;
 * - `released`: a person has let a key be used again.
 */
export type IncidentKind =
  | "moved-away"
  | "cooled"
  | "parked"
  | "recovered"
  | "disabled"
  | "enabled"
  | "released";

/** A fact with the figures that led to it; sentences are made by whoever shows it. */
export interface Incident {
  readonly id: number;
  readonly kind: IncidentKind;
  readonly atMs: number;
  readonly channelId: number;
  readonly keyIndex: number | undefined;
  readonly model: string | undefined;
  readonly cause: FailureClass | undefined;
  /** The upstream's status, and its sentence or the reason of a change of status. */
  readonly status: number | undefined;
  readonly text: string;
  /** Answers of the last minute (for `recovered`: probes), and how many of them had failed. */
  readonly answers: number;
  readonly failures: number;
  /** When it will be tried again. */
  readonly untilMs: number | undefined;
  /** For `recovered`: how long it was away. */
  readonly awayMs: number | undefined;
  /** The same thing happened this often since `firstAtMs` with little time between, and is told once. */
  readonly times: number;
  readonly firstAtMs: number;
}

export type NewIncident = Omit<Incident, "id" | "times" | "firstAtMs">;

export interface IncidentLog {
  add(incident: NewIncident): void;
}

export interface IncidentLogOptions {
  /** Beyond this many the oldest are forgotten: when they happen again, that is a new incident. */
  readonly maxIncidents: number;
  /** Hears of each incident, new or told again with a higher `times` under the same id. */
  readonly onIncident: (incident: Incident) => void;
}

const TOLD_ONCE_WITHIN_MS = 600_000;
const TEXT_MAX_LENGTH = 300;

/** Numbers incidents, and recognizes those that happen again and again. */
export function createIncidentLog({ maxIncidents, onIncident }: IncidentLogOptions): IncidentLog {
  const incidents = new Map<number, Incident>();
  /** The newest incident of each kind and subject, by name. */
  const newest = new Map<string, number>();
  let lastId = 0;

  const forgetOldest = () => {
    for (const [id, incident] of incidents) {
      if (incidents.size <= maxIncidents) break;
      incidents.delete(id);
      const name = nameOf(incident);
      if (newest.get(name) === id) newest.delete(name);
    }
  };

  return {
    add(incident) {
      const name = nameOf(incident);
      const before = incidents.get(newest.get(name) ?? 0);
      const isSame = before !== undefined && incident.atMs - before.atMs <= TOLD_ONCE_WITHIN_MS;
      const told: Incident = {
        ...incident,
        // PostgreSQL refuses the zero character.
        text: clipText(incident.text.replaceAll("\0", ""), TEXT_MAX_LENGTH),
        id: isSame ? before.id : ++lastId,
        times: isSame ? before.times + 1 : 1,
        firstAtMs: isSame ? before.firstAtMs : incident.atMs,
      };
      // The newest are at the end of a map.
      incidents.delete(told.id);
      incidents.set(told.id, told);
      newest.set(name, told.id);
      forgetOldest();
      onIncident(told);
    },
  };
}

/** A change by a decision, without figures. */
export function plainIncident(
  kind: "disabled" | "enabled" | "released",
  { channelId, keyIndex, text = "" }: { channelId: number; keyIndex?: number | undefined; text?: string },
  atMs: number,
): NewIncident {
  return {
    kind,
    atMs,
    channelId,
    keyIndex,
    text,
    model: undefined,
    cause: undefined,
    status: undefined,
    answers: 0,
    failures: 0,
    untilMs: undefined,
    awayMs: undefined,
  };
}

function nameOf(incident: Pick<NewIncident, "kind"> & Omit<BreakerSubject, "scope">): string {
  return `${incident.kind} ${incident.channelId} ${incident.keyIndex ?? ""} ${incident.model ?? ""}`;
}
