import type { EndReason } from "@tollgate/contract/logs";
import { DatabaseAwayError } from "../../db/database-away.ts";
import { withMembers } from "../../lib/json-members.ts";
import type { UpstreamWebSocket, WebSocketEnd } from "../../lib/egress/web-socket/upstream-web-socket.ts";
import { tellsUse } from "../counted-usage.ts";
import { awayRefusal } from "../fault-refusal.ts";
import type { RelayChannel } from "../../resources/channels/relay-channels.ts";
import { parseRealtimeEvent, responseIdOf, wishedModel } from "../formats/openai-realtime/realtime-event.ts";
import { fieldsOf } from "../formats/reported-usage.ts";
import type { Fields } from "../formats/reported-usage.ts";
import { chatErrorOf } from "../lanes/chat-error-of.ts";
import { CHAT_FORMATS } from "../lanes/chat-formats.ts";
import type { RelayCall } from "../relay-call.ts";
import { RelayError } from "../relay-error.ts";
import { bytesWithoutKey, withoutKey } from "../upstream-fault.ts";
import { findRawUsage, readAnswerUsage } from "../usage/read-usage.ts";
import type { ClientSocket, ClientSocketListener } from "./client-socket.ts";
import type { RealtimeMeter } from "./realtime-meter.ts";
import type { SessionBilling } from "./session-billing.ts";
import type { SessionLimits } from "./session-limits.ts";

export interface SessionParts {
  readonly call: RelayCall;
  /** What its upstream quotes of its key must not reach the client. */
  readonly channel: Pick<RelayChannel, "key">;
  readonly upstreamModel: string;
  /** Paused until the client is there. */
  readonly upstream: UpstreamWebSocket;
  /** What the upstream has said already. */
  readonly first: string | Uint8Array | undefined;
  readonly meter: RealtimeMeter;
  readonly billing: SessionBilling;
  readonly limits: SessionLimits;
  /** Option DrainOnDisconnect: responses whose client has left run to their end. */
  readonly drains: boolean;
  isDraining(): boolean;
  isOver(): boolean;
  reportFault(message: string, error: unknown): void;
  /** The session is over and charged. */
  leave(reason: EndReason): void;
}

/** RFC 6455 and its registry. */
const CLOSE = { goingAway: 1001, noneGiven: 1005, broken: 1006, policy: 1008, internal: 1011 } as const;
/** How long an upstream may take to say what a response has used that its client has left. */
const LAST_WORD_MS = 400;

interface Session extends SessionParts {
  client: ClientSocket | undefined;
  clientIsFull: boolean;
  /** What is being charged: one thing after the other. */
  work: Promise<void>;
  isCharging: boolean;
  clientHasLeft: boolean;
  /** How the client's side was closed, or is to be. */
  close: { code: number | undefined; reason: string };
  isEnding: boolean;
  lastWord: ReturnType<typeof setTimeout> | undefined;
  forgetDraining: () => void;
}

/**
 * Passes messages between a client and an upstream, as they are, until one of them leaves. What a response has used is
 * charged before the client hears of its end, and the upstream waits meanwhile.
 */
export function startSession(
  parts: SessionParts,
  onDraining: (act: () => void) => () => void,
): ClientSocketListener {
  const session: Session = {
    ...parts,
    client: undefined,
    clientIsFull: false,
    work: Promise.resolve(),
    isCharging: false,
    clientHasLeft: false,
    close: { code: undefined, reason: "" },
    isEnding: false,
    lastWord: undefined,
    forgetDraining: () => {},
  };
  const { limits, upstream } = parts;
  return {
    opened(client) {
      session.client = client;
      session.forgetDraining = onDraining(() => stopIfIdle(session));
      limits.start({
        isAnswering: () => parts.meter.running.size > 0,
        isHeldBack: () => session.isCharging || session.clientIsFull,
        ping: upstream.ping,
        onExpired: (error) => expire(session, error),
      });
      upstream.listen({
        message: (data) => hearUpstream(session, data),
        alive: limits.alive,
        drained: () => session.client?.resume(),
        closed: (end) => upstreamClosed(session, end),
      });
      if (parts.first !== undefined) hearUpstream(session, parts.first);
      goOn(session);
      stopIfIdle(session);
    },
    message: (data) => hearClient(session, data),
    drained() {
      session.clientIsFull = false;
      goOn(session);
    },
    closed: (code, reason) => clientClosed(session, code, reason),
  };
}

function hearClient(session: Session, data: string | Uint8Array): void {
  const { call, upstreamModel, upstream, meter, limits } = session;
  if (session.isEnding) return;
  limits.heardClient();
  let passed = data;
  const event = parseRealtimeEvent(data);
  if (event) {
    const { model } = call.request;
    const wished = wishedModel(event);
    // Clients send back what the server has told them of the session.
    if (wished !== undefined && ![model, upstreamModel, meter.session.model].includes(wished)) {
      tell(session, new RelayError("realtime.other-model", { model }), event["event_id"]);
      return;
    }
    if (wished === model && model !== upstreamModel) passed = withModel(data, event, upstreamModel);
    meter.hearClient(event);
  }
  if (!upstream.send(passed)) session.client?.pause();
}

/** The name of a mapped model, where the client repeats the one that it asked for. */
function withModel(data: string | Uint8Array, event: Fields, model: string): string | Uint8Array {
  const members = { session: JSON.stringify({ ...fieldsOf(event["session"]), model }) };
  return typeof data === "string"
    ? withMembers(data, members)
    : encoder.encode(withMembers(decoder.decode(data), members));
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

function hearUpstream(session: Session, data: string | Uint8Array): void {
  const { limits, meter } = session;
  limits.heardUpstream();
  const event = parseRealtimeEvent(data);
  if (event) meter.hearServer(event);
  const passed = event && isFailure(event) ? redacted(data, session.channel) : data;
  const act = event && moneyOf(session, event);
  if (!act) {
    pass(session, passed);
    return;
  }
  session.isCharging = true;
  session.upstream.pause();
  enqueue(session, async () => {
    await act();
    pass(session, passed);
    session.isCharging = false;
    await goOnCharged(session);
  });
}

function redacted(data: string | Uint8Array, channel: SessionParts["channel"]): string | Uint8Array {
  return typeof data === "string" ? withoutKey(data, channel) : bytesWithoutKey(data, channel);
}

function isFailure({ type, response }: Fields): boolean {
  return type === "error" || (type === "response.done" && fieldsOf(response)["status"] === "failed");
}

/** What must be booked before the client hears of an event. */
function moneyOf(session: Session, event: Fields): (() => Promise<void>) | undefined {
  const { billing, meter } = session;
  switch (event["type"]) {
    case "response.created":
      // The first response's price has been set aside all the time; others may run beside it.
      return meter.running.size > 1 ? async () => {} : undefined;
    case "response.done":
      return () => chargeDone(session, event);
    case "conversation.item.input_audio_transcription.completed":
      return () => billing.chargeTranscription(meter.session.transcriptionModel, event["usage"]);
    default:
      return undefined;
  }
}

function pass(session: Session, data: string | Uint8Array): void {
  const { client, upstream } = session;
  if (!client || session.clientHasLeft || client.send(data) !== -1) return;
  session.clientIsFull = true;
  upstream.pause();
}

/** Reads on when nothing is in the way any more. */
function goOn(session: Session): void {
  if (!session.isCharging && !session.clientIsFull) session.upstream.resume();
}

function enqueue(session: Session, act: () => Promise<void>): void {
  session.work = session.work.then(act).catch((error: unknown) => {
    session.reportFault(`a realtime session failed (${session.call.requestId})`, error);
    const refusal = error instanceof DatabaseAwayError ? awayRefusal() : new RelayError("server.internal");
    stop(session, refusal, CLOSE.internal, "shutdown");
  });
}

/** Sets aside what runs now or may run next, and reads on; or ends the session. */
async function goOnCharged(session: Session): Promise<void> {
  const { meter } = session;
  if (session.isEnding) return;
  if (session.clientHasLeft) {
    if (meter.running.size === 0) end(session, "client_gone");
  } else if (!(await isSetAside(session))) return;
  else stopIfIdle(session);
  goOn(session);
}

/** Charges what the upstream tells, or what was seen where it tells nothing. */
async function chargeDone({ call, billing, meter, clientHasLeft }: Session, event: Fields): Promise<void> {
  const id = responseIdOf(event);
  const running = meter.running.get(id);
  const reported = readAnswerUsage("openai-realtime", event);
  const usage = reported && tellsUse(reported) ? reported : (meter.counted(id) ?? reported);
  meter.done(id);
  if (!usage) return;
  await billing.chargeResponse({
    usage,
    rawUsage: findRawUsage("openai-realtime", event),
    startedAtMs: running?.startedAtMs ?? call.startedAtMs,
    firstTokenMs: firstTokenMs(running),
    endReason: clientHasLeft ? "client_gone" : "done",
  });
}

function firstTokenMs(
  running: { readonly startedTickMs: number; readonly firstTickMs: number | undefined } | undefined,
): number | undefined {
  return running?.firstTickMs === undefined ? undefined : running.firstTickMs - running.startedTickMs;
}

async function isSetAside(session: Session): Promise<boolean> {
  try {
    await session.billing.setAside(Math.max(1, session.meter.running.size));
    return true;
  } catch (error) {
    if (!(error instanceof RelayError)) throw error;
    stop(session, error, CLOSE.policy, "done");
    return false;
  }
}

/** A server that stops lets responses end, and no others begin. */
function stopIfIdle(session: Session): void {
  if (session.isDraining() && session.meter.running.size === 0)
    stop(session, new RelayError("server.draining"), CLOSE.goingAway, "shutdown");
}

/** A session that nobody uses is no fault of its channel. */
function expire(session: Session, error: RelayError): void {
  stop(session, error, CLOSE.goingAway, error.code === "realtime.idle" ? "done" : "timeout");
}

/** Ends the session with an error that the client hears of. */
function stop(session: Session, error: RelayError, code: number, reason: EndReason): void {
  if (session.isEnding) return;
  tell(session, error);
  session.close = { code, reason: error.code };
  end(session, reason);
}

function tell({ client, call, clientHasLeft }: Session, error: RelayError, eventId?: unknown): void {
  if (!client || clientHasLeft) return;
  const body = CHAT_FORMATS["openai-chat"].encodeError(chatErrorOf(error, call.language()), call.requestId);
  const told = { ...fieldsOf(body["error"]), event_id: eventId ?? null };
  client.send(JSON.stringify({ type: "error", event_id: `event_${call.requestId}`, error: told }));
}

function upstreamClosed(session: Session, { code, reason, problem }: WebSocketEnd): void {
  if (session.isEnding) return;
  if (session.clientHasLeft) {
    end(session, "client_gone");
    return;
  }
  if (problem !== undefined) {
    stop(session, new RelayError("upstream.truncated"), CLOSE.internal, "upstream_truncated");
    return;
  }
  session.close = {
    code: code === CLOSE.noneGiven ? undefined : code,
    reason: withoutKey(reason, session.channel),
  };
  end(session, session.meter.running.size > 0 ? "upstream_truncated" : "done");
}

/** What the upstream has made so far is asked for, and waited for only a moment. */
function clientClosed(session: Session, code: number, reason: string): void {
  if (session.clientHasLeft) return;
  session.clientHasLeft = true;
  session.clientIsFull = false;
  if (session.isEnding) return;
  session.close = {
    code: code === CLOSE.noneGiven ? undefined : code === CLOSE.broken ? CLOSE.goingAway : code,
    reason,
  };
  const { meter, upstream, drains, isOver } = session;
  if (meter.running.size === 0) {
    end(session, "client_gone");
    return;
  }
  goOn(session);
  if (drains && !isOver()) return;
  for (const id of meter.running.keys())
    upstream.send(JSON.stringify({ type: "response.cancel", response_id: id }));
  session.lastWord = setTimeout(end, LAST_WORD_MS, session, "client_gone");
}

/** Closes both sides, and charges what was made of responses that did not end. */
function end(session: Session, told: EndReason): void {
  if (session.isEnding) return;
  session.isEnding = true;
  const { upstream, client, limits, close, billing } = session;
  clearTimeout(session.lastWord);
  session.forgetDraining();
  limits.stop();
  const reason = told === "client_gone" && session.isOver() ? "shutdown" : told;
  upstream.close(session.clientHasLeft ? close.code : undefined, session.clientHasLeft ? close.reason : "");
  const report = (error: unknown) =>
    session.reportFault(`a realtime session could not be charged (${session.call.requestId})`, error);
  session.work = session.work
    .then(() => chargeUnfinished(session, reason))
    .catch(report)
    .then(billing.end)
    .catch(report)
    .finally(() => {
      if (!session.clientHasLeft) client?.close(close.code, close.reason);
      session.leave(reason);
    });
}

async function chargeUnfinished(
  { meter, billing, close, clientHasLeft }: Session,
  endReason: EndReason,
): Promise<void> {
  const error = clientHasLeft || close.reason === "" ? undefined : close.reason;
  for (const [id, running] of meter.running) {
    const usage = meter.counted(id);
    meter.done(id);
    if (!usage) continue;
    await billing.chargeResponse({
      usage,
      rawUsage: undefined,
      startedAtMs: running.startedAtMs,
      firstTokenMs: firstTokenMs(running),
      endReason,
      error,
    });
  }
}
