import type { UpstreamFaultCode } from "../upstream-fault.ts";

/** One checked address of a host: what connections with it have in common, and those that wait for work. */
export interface Endpoint {
  /** Scheme, checked address and port, such as `https://203.0.113.7:8443`; behind a proxy, both places in words. */
  readonly origin: string;
  readonly address: string;
  readonly port: number;
  /** Null for plain HTTP. */
  readonly tls: Bun.TLSOptions | null;
  /** Undefined where there is none; else `address` and `port` are the proxy's. */
  readonly proxy?: ProxyHop | undefined;
  readonly connectTimeoutMs: number;
  /** Used last is last. */
  readonly idle: Connection[];
  /** No longer an address of the host: what is in use goes on, nothing is kept. */
  isRetired: boolean;
}

/** The proxy on the way to an endpoint. */
export interface ProxyHop {
  /** Makes the connection through it, TLS with the target included. */
  connect(connection: Connection): void;
}

/** What a connection needs of its socket. */
export interface Wire {
  /** Answers how many bytes were taken, below zero when it takes nothing any more. */
  write(data: Uint8Array, offset: number, length: number): number;
  terminate(): void;
  pause(): void;
  resume(): void;
  ref(): void;
  unref(): void;
}

/** How a connection ended. */
export interface ConnectionEnd {
  /** Why there was none; undefined when it had been established. */
  readonly connectFault: UpstreamFaultCode | undefined;
  /** The peer closed its side in order. TLS over it tells no more: Bun does not report close_notify. */
  readonly isClean: boolean;
  readonly error: Error | undefined;
}

/** Whoever a connection works for at the moment: an exchange, or the pool. */
export interface ConnectionUser {
  /** Established and, with TLS, verified: from now on bytes may be sent. */
  connected(connection: Connection): void;
  /** The bytes are the user's to keep: each read has memory of its own. */
  received(connection: Connection, data: Buffer): void;
  /** Everything that was sent has been taken, after it had to wait. */
  drained?(connection: Connection): void;
  /** The last that is heard of it. Not told when this side closed it. */
  closed(connection: Connection, end: ConnectionEnd): void;
}

export interface Connection {
  readonly endpoint: Endpoint;
  user: ConnectionUser | undefined;
  socket: Wire | undefined;
  isEstablished: boolean;
  isClosed: boolean;
  /** It has carried an exchange already. */
  isReused: boolean;
  isPaused: boolean;
  hasEnded: boolean;
  problem: Error | undefined;
  connectTimer: Timer | undefined;
  /** Bytes of the present request that the system took. */
  sentBytes: number;
  /** What it has not taken yet, from `unsentOffset` on, and what follows. */
  unsent: Uint8Array | undefined;
  unsentOffset: number;
  unsentRest: Uint8Array | undefined;
  unsentRestOffset: number;
  /** While idle: until when it may serve requests that can be repeated, and others. */
  idleUntilMs: number;
  unrepeatableUntilMs: number;
}

const TCP_KEEPALIVE_DELAY_MS = 30_000;

/** Connects; `user` hears how that went, never before this returns. */
export function openConnection(endpoint: Endpoint, user: ConnectionUser): Connection {
  const connection: Connection = {
    endpoint,
    user,
    socket: undefined,
    isEstablished: false,
    isClosed: false,
    isReused: false,
    isPaused: false,
    hasEnded: false,
    problem: undefined,
    connectTimer: undefined,
    sentBytes: 0,
    unsent: undefined,
    unsentOffset: 0,
    unsentRest: undefined,
    unsentRestOffset: 0,
    idleUntilMs: 0,
    unrepeatableUntilMs: 0,
  };
  connection.connectTimer = setTimeout(expire, endpoint.connectTimeoutMs, connection);
  if (endpoint.proxy !== undefined) {
    endpoint.proxy.connect(connection);
    return connection;
  }
  const options = {
    hostname: endpoint.address,
    port: endpoint.port,
    data: connection,
    socket: SOCKET_EVENTS,
  };
  // `connectError` tells the same as the promise.
  Bun.connect(endpoint.tls === null ? options : { ...options, tls: endpoint.tls }).catch(() => undefined);
  return connection;
}

/**
 * Sends `first` and then `rest` from `restOffset` on, as fast as the peer takes them. Both must stay as they are until
 * then. False when the connection turns out to be closed already: nothing was sent, and `closed` is not told.
 */
export function sendOn(
  connection: Connection,
  first: Uint8Array,
  rest: Uint8Array | undefined,
  restOffset: number,
): boolean {
  connection.sentBytes = 0;
  connection.unsent = first;
  connection.unsentOffset = 0;
  connection.unsentRest = rest;
  connection.unsentRestOffset = restOffset;
  if (writeUnsent(connection) || connection.sentBytes > 0) return true;
  closeConnection(connection);
  return false;
}

/** False when the socket takes nothing any more. */
function writeUnsent(connection: Connection): boolean {
  const { socket } = connection;
  while (connection.unsent !== undefined) {
    const { unsent, unsentOffset } = connection;
    const written = socket?.write(unsent, unsentOffset, unsent.length - unsentOffset) ?? -1;
    if (written < 0) return false;
    connection.sentBytes += written;
    connection.unsentOffset += written;
    if (connection.unsentOffset < unsent.length) return true;
    connection.unsent = connection.unsentRest;
    connection.unsentOffset = connection.unsentRestOffset;
    connection.unsentRest = undefined;
  }
  return true;
}

/** Closes at once, unread and unsent bytes are lost. The user hears nothing more. */
export function closeConnection(connection: Connection): void {
  if (connection.isClosed) return;
  retire(connection);
  // While the connection is being made there is no socket to close; it is closed as it opens, before anything is sent.
  connection.socket?.terminate();
}

/** Stops reading, and thereby the peer, until `resumeConnection`. */
export function pauseConnection(connection: Connection): void {
  if (connection.isPaused || connection.isClosed) return;
  connection.isPaused = true;
  connection.socket?.pause();
}

export function resumeConnection(connection: Connection): void {
  if (!connection.isPaused || connection.isClosed) return;
  connection.isPaused = false;
  connection.socket?.resume();
}

/** One set of events serves all connections: `socket.data` says which. */
export const SOCKET_EVENTS: Bun.SocketHandler<Connection, "buffer"> = {
  binaryType: "buffer",
  open(socket) {
    const connection = socket.data;
    connection.socket = socket;
    if (connection.isClosed) {
      socket.terminate();
      return;
    }
    keepAwake(socket);
    if (connection.endpoint.tls === null) establish(connection);
  },
  // Bun has verified the chain and the name by now; it answers `false` for either.
  handshake(socket, isTrusted, error) {
    const connection = socket.data;
    if (connection.isClosed || connection.isEstablished || connection.endpoint.tls === null) return;
    if (isTrusted) {
      establish(connection);
      return;
    }
    finish(connection, handshakeFault(error), error);
    socket.terminate();
  },
  data(socket, data) {
    const connection = socket.data;
    connection.user?.received(connection, data);
  },
  drain(socket) {
    continueSending(socket.data);
  },
  end(socket) {
    socket.data.hasEnded = true;
  },
  error(socket, error) {
    socket.data.problem = error;
    socket.terminate();
  },
  close(socket, error) {
    const connection = socket.data;
    const cause = connection.problem ?? error;
    finish(connection, connection.isEstablished ? undefined : "unreachable", cause);
  },
  connectError(socket, error) {
    finish(socket.data, codeOf(error) === "ECONNREFUSED" ? "refused" : "unreachable", error);
  },
};

/** Small writes go out at once, and a peer that has vanished is noticed. */
export function keepAwake(socket: Pick<Bun.Socket, "setNoDelay" | "setKeepAlive">): void {
  socket.setNoDelay(true);
  socket.setKeepAlive(true, TCP_KEEPALIVE_DELAY_MS);
}

/** The socket takes bytes again. One that takes nothing any more reports its end itself. */
export function continueSending(connection: Connection): void {
  if (connection.unsent === undefined || !connection.isEstablished) return;
  if (writeUnsent(connection) && connection.unsent === undefined) connection.user?.drained?.(connection);
}

/** From now on the connection is its user's. */
export function establish(connection: Connection): void {
  connection.isEstablished = true;
  clearTimeout(connection.connectTimer);
  connection.connectTimer = undefined;
  connection.user?.connected(connection);
}

function expire(connection: Connection): void {
  const { user } = connection;
  closeConnection(connection);
  user?.closed(connection, { connectFault: "connect-timeout", isClean: false, error: undefined });
}

/** The connection is over; its user hears how. */
export function finish(
  connection: Connection,
  connectFault: UpstreamFaultCode | undefined,
  error: Error | null | undefined,
): void {
  if (connection.isClosed) return;
  const { user } = connection;
  retire(connection);
  const isClean = connection.hasEnded && (error === undefined || error === null);
  user?.closed(connection, { connectFault, isClean, error: error ?? undefined });
}

function retire(connection: Connection): void {
  connection.isClosed = true;
  connection.user = undefined;
  connection.unsent = undefined;
  connection.unsentRest = undefined;
  clearTimeout(connection.connectTimer);
}

/** A connection that breaks in the handshake says nothing about the certificate. */
export function handshakeFault(error: Error | null): UpstreamFaultCode {
  const code = codeOf(error);
  return code === "ECONNRESET" || code === "ECONNABORTED" || code === "EPIPE" ? "unreachable" : "tls";
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
