import * as z from "zod/mini";
import { intText } from "./codecs.ts";
import { endpoint } from "./endpoint.ts";

/** How channels fare, as the nodes of one database have seen it from the calls that they relayed. */

/** What went wrong, by what it means for the next request. */
const causeSchema = z.enum([
  "auth",
  "quota",
  "rate-limit",
  "overload",
  "bad-request",
  "moderation",
  "timeout",
  "network",
  "server",
  "model-missing",
]);

/** A part of a channel that gets no requests for now. */
const awaySchema = z.object({
  cause: causeSchema,
  /** Unix seconds: from then on a request may try it. */
  until: z.int(),
});

const troubleSchema = z.object({
  id: z.int(),
  /** The whole channel, or all that it serves; null while some of it serves. */
  away: z.nullable(awaySchema),
  /** Its keys, and how many of them are refused or empty, or have reached a limit. */
  keys: z.int(),
  parked_keys: z.int(),
  cooling_keys: z.int(),
  /** The first models that it does not serve for now. */
  models: z.array(z.extend(awaySchema, { model: z.string() })),
});
export type ChannelTrouble = z.output<typeof troubleSchema>;

/** Enabled channels of which at least a part gets no requests for now; the others are well. */
export const listChannelTroubles = endpoint("GET /api/channel/health", "admin", {
  data: z.array(troubleSchema),
});

const INCIDENTS_SHOWN_MAX = 200;

const incidentSchema = z.object({
  id: z.int(),
  kind: z.enum(["moved-away", "cooled", "parked", "recovered", "disabled", "enabled", "released"]),
  /** Unix seconds of the last time, and of the first where the same thing happened `times` times close together. */
  at: z.int(),
  first_at: z.int(),
  times: z.int(),
  /** Which key, from 1; 0 = it is not about one. */
  key: z.int(),
  /** Empty: it is not about one. */
  model: z.string(),
  cause: z.nullable(causeSchema),
  /** The upstream's status; 0 = it gave none. */
  status: z.int(),
  /** The upstream's sentence, or why the channel was switched off. */
  text: z.string(),
  /** Answers of the minute before, and how many of them had failed; for `recovered`: of its trials. */
  answers: z.int(),
  failures: z.int(),
  /** When it would be tried again; 0 = unknown. */
  until: z.int(),
  /** For `recovered`: for how long it had been left alone. */
  away_seconds: z.int(),
});
export type ChannelIncident = z.output<typeof incidentSchema>;

/** What happened to a channel in the last thirty days, newest first. */
export const listChannelIncidents = endpoint("GET /api/channel/:id/incidents", "admin", {
  query: z.object({
    limit: z.optional(intText.check(z.gte(1, "input.invalid"), z.lte(INCIDENTS_SHOWN_MAX, "input.invalid"))),
  }),
  data: z.array(incidentSchema),
});

const keySchema = z.object({
  /** Its place in the channel, from 1. */
  number: z.int(),
  /** Its last characters, to tell it from the others; empty for a short key. */
  ending: z.string(),
  state: z.enum(["working", "cooling", "parked"]),
  /** Null while it works. */
  away: z.nullable(awaySchema),
});
export type ChannelKeyState = z.output<typeof keySchema>;

/** The keys of a channel and how each fares. */
export const listChannelKeys = endpoint("GET /api/channel/:id/keys", "admin", { data: z.array(keySchema) });

/** Forgets what is held against a key, so that the next request may use it; answers the keys. */
export const releaseChannelKey = endpoint("POST /api/channel/:id/keys/release", "admin", {
  body: z.object({ number: z.int() }),
  data: z.array(keySchema),
});
