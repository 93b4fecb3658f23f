/** The client's side of a session, whatever server it came in on. */
export interface ClientSocket {
  /** -1: taken, but more waits for the client than should: wait for `drained`. 0: it is gone. */
  send(data: string | Uint8Array): number;
  pause(): void;
  resume(): void;
  close(code?: number, reason?: string): void;
}

/** Who listens to a client's socket. */
export interface ClientSocketListener {
  opened(socket: ClientSocket): void;
  /** The bytes are the listener's. */
  message(data: string | Uint8Array): void;
  drained(): void;
  /** 1005 and 1006 stand for no code and for a broken connection, as in RFC 6455. */
  closed(code: number, reason: string): void;
}

/** Turns a request into a socket; false when its connection is gone. `server.upgrade` of the runtime. */
export interface SocketUpgrader {
  upgrade(
    request: Request,
    options: { data: ClientSocketListener; headers: Readonly<Record<string, string>> },
  ): boolean;
}

/** As large as OpenAI's own events may be: 15 MB of sound, in base64 with what is around it. */
export const MESSAGE_MAX_BYTES = 24 * 1024 * 1024;
/** Room for one message behind another; sessions stop long before. */
const WAITING_MAX_BYTES = 2 * MESSAGE_MAX_BYTES;
/** A client that answers no ping for so long is gone. */
const SILENCE_SECONDS = 60;

/** How the web server hands its sockets to whoever upgraded them. */
export const CLIENT_SOCKETS: Bun.WebSocketHandler<ClientSocketListener> = {
  maxPayloadLength: MESSAGE_MAX_BYTES,
  backpressureLimit: WAITING_MAX_BYTES,
  idleTimeout: SILENCE_SECONDS,
  perMessageDeflate: false,
  open: (socket) => socket.data.opened(socket),
  message: (socket, data) => socket.data.message(data),
  drain: (socket) => socket.data.drained(),
  close: (socket, code, reason) => socket.data.closed(code, reason),
};
