import { closeConnection, resumeConnection } from "./upstream-connection.ts";
import type { Connection, ConnectionUser, Endpoint } from "./upstream-connection.ts";

/** Longest wait for work. */
const MAX_IDLE_MS = 60_000;
const MAX_IDLE_PER_ENDPOINT = 256;
const SWEEP_EVERY_MS = 5000;

/**
 * How long an idle connection may still be given a request that must not be sent twice, when the server does not say
 * how long it keeps connections. A server's closing may cross with the request on the wire, and then nobody knows
 * whether it was received; so such a request uses only connections that servers keep for longer than this: Node,
 * uvicorn and Apache keep them for 5 s, and what stands before them on the open net, with TLS, for 60 s and more.
 */
const UNREPEATABLE_PLAIN_MS = 4000;
const UNREPEATABLE_TLS_MS = 30_000;

const endpointsWithIdle = new Set<Endpoint>();
let sweep: Timer | undefined;

/** The connection used last, if there is one that may serve; it is the caller's then. */
export function takeIdle(endpoint: Endpoint, isRepeatable: boolean, nowMs: number): Connection | undefined {
  const { idle } = endpoint;
  const connection = idle.at(-1);
  if (connection === undefined) return undefined;
  if (nowMs > (isRepeatable ? connection.idleUntilMs : connection.unrepeatableUntilMs)) return undefined;
  idle.pop();
  if (idle.length === 0) endpointsWithIdle.delete(endpoint);
  connection.isReused = true;
  connection.socket?.ref();
  return connection;
}

/**
 * Keeps a connection for another request, or closes it when there are enough. `serverKeepsSeconds` is what the
 * server's Keep-Alive header says. It does not keep the process alive.
 */
export function keepIdle(
  connection: Connection,
  serverKeepsSeconds: number | undefined,
  nowMs: number,
): void {
  const idleMs = serverKeepsSeconds === undefined ? MAX_IDLE_MS : (serverKeepsSeconds - 1) * 1000;
  if (idleMs <= 0) {
    closeConnection(connection);
    return;
  }
  const unhintedMs = connection.endpoint.tls === null ? UNREPEATABLE_PLAIN_MS : UNREPEATABLE_TLS_MS;
  connection.idleUntilMs = nowMs + Math.min(idleMs, MAX_IDLE_MS);
  connection.unrepeatableUntilMs =
    serverKeepsSeconds === undefined ? nowMs + unhintedMs : connection.idleUntilMs;
  connection.user = IDLE;
  // Only a connection that reads notices that it was closed.
  resumeConnection(connection);
  connection.socket?.unref();
  if (resting.push(connection) === 1) setImmediate(endRestNextTurn);
}

/**
 * What was used just now. Some servers close right behind an answer without having said so; what they sent is noticed
 * when the event loop has asked for news once more, and only then is a connection given away.
 */
let resting: Connection[] = [];

function endRestNextTurn(): void {
  const rested = resting;
  resting = [];
  setImmediate(() => {
    for (const connection of rested) if (!connection.isClosed) addIdle(connection);
  });
}

function addIdle(connection: Connection): void {
  const { endpoint } = connection;
  if (endpoint.isRetired || endpoint.idle.length >= MAX_IDLE_PER_ENDPOINT) {
    closeConnection(connection);
    return;
  }
  if (endpoint.idle.push(connection) === 1) endpointsWithIdle.add(endpoint);
  if (sweep === undefined) startSweep();
}

/** Closes what waited too long. */
export function closeExpired(nowMs: number): void {
  for (const endpoint of endpointsWithIdle) {
    const expired = endpoint.idle.filter((connection) => nowMs > connection.idleUntilMs);
    for (const connection of expired) discard(connection);
  }
}

/** Closes an endpoint's idle connections. */
export function closeIdleOf(endpoint: Endpoint): void {
  for (const connection of endpoint.idle.splice(0)) closeConnection(connection);
  endpointsWithIdle.delete(endpoint);
}

function startSweep(): void {
  sweep = setInterval(() => {
    closeExpired(performance.now());
    if (endpointsWithIdle.size > 0) return;
    clearInterval(sweep);
    sweep = undefined;
  }, SWEEP_EVERY_MS);
  sweep.unref();
}

/** Whatever happens on an idle connection is the end of it: bytes that nobody asked for could pass for an answer. */
const IDLE: ConnectionUser = {
  connected: () => undefined,
  received: discard,
  closed: discard,
};

function discard(connection: Connection): void {
  const { endpoint } = connection;
  const index = endpoint.idle.indexOf(connection);
  if (index >= 0) endpoint.idle.splice(index, 1);
  if (endpoint.idle.length === 0) endpointsWithIdle.delete(endpoint);
  closeConnection(connection);
}
