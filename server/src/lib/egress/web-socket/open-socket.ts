import {
  closeConnection,
  pauseConnection,
  resumeConnection,
  sendOn,
} from "../http-client/upstream-connection.ts";
import type { Connection, ConnectionEnd } from "../http-client/upstream-connection.ts";
import { createFrameReader } from "./frame-reader.ts";
import type { FrameReader, Incoming } from "./frame-reader.ts";
import { writeClose, writeFrame } from "./frame-writer.ts";
import type { UpstreamWebSocket, WebSocketEnd, WebSocketListener } from "./upstream-web-socket.ts";
import { CloseCode, isSendableCode, WebSocketFault } from "./web-socket-fault.ts";

/** How long the peer may take to answer a goodbye. */
const GOODBYE_MS = 500;
/** What may wait for the peer before `send` asks to stop. */
const HIGH_WATER_BYTES = 256 * 1024;

interface OpenSocket {
  readonly connection: Connection;
  readonly reader: FrameReader;
  listener: WebSocketListener | undefined;
  /** Frames that wait until the system has taken what is before them. */
  readonly outgoing: Buffer[];
  outgoingBytes: number;
  isFull: boolean;
  isPaused: boolean;
  isDelivering: boolean;
  /** Nothing is sent any more: a close frame was. */
  hasSaidGoodbye: boolean;
  /** The connection is over; told when everything before it has been. */
  lost: ConnectionEnd | undefined;
  isOver: boolean;
}

const encoder = new TextEncoder();

/** A socket on a connection that has switched protocols; `first` came behind the head. Silent until `resume`. */
export function createOpenSocket(
  connection: Connection,
  first: Buffer,
  maxMessageBytes: number,
): UpstreamWebSocket {
  const socket: OpenSocket = {
    connection,
    reader: createFrameReader(maxMessageBytes),
    listener: undefined,
    outgoing: [],
    outgoingBytes: 0,
    isFull: false,
    isPaused: true,
    isDelivering: false,
    hasSaidGoodbye: false,
    lost: undefined,
    isOver: false,
  };
  socket.reader.feed(first);
  connection.user = {
    connected: () => undefined,
    received(_, data) {
      socket.reader.feed(data);
      socket.listener?.alive();
      deliver(socket);
    },
    drained: () => flush(socket),
    closed(_, end) {
      socket.lost = end;
      deliver(socket);
    },
  };
  // What comes before anybody listens stays in the system's hands.
  pauseConnection(connection);
  return {
    listen(listener) {
      socket.listener = listener;
    },
    send(data) {
      if (typeof data === "string") return send(socket, writeFrame("text", encoder.encode(data)));
      return send(socket, writeFrame("binary", data));
    },
    ping: () => void send(socket, writeFrame("ping", new Uint8Array())),
    pause() {
      socket.isPaused = true;
      pauseConnection(connection);
    },
    resume: () => resume(socket),
    close: (code, reason) => sayGoodbye(socket, code, reason),
    terminate: () => end(socket),
  };
}

function resume(socket: OpenSocket): void {
  socket.isPaused = false;
  deliver(socket);
  if (!socket.isPaused) resumeConnection(socket.connection);
}

/** Tells what has come, until it is asked to pause. */
function deliver(socket: OpenSocket): void {
  if (socket.isDelivering) return;
  socket.isDelivering = true;
  try {
    while (!socket.isPaused && !socket.isOver) {
      const incoming = socket.reader.next();
      if (!incoming) break;
      hear(socket, incoming);
    }
  } catch (error) {
    if (!(error instanceof WebSocketFault)) throw error;
    send(socket, writeClose(error.closeCode, ""));
    finish(socket, { code: CloseCode.abnormal, reason: "", problem: error.message });
  } finally {
    socket.isDelivering = false;
  }
  if (socket.lost && !socket.isPaused)
    finish(socket, { code: CloseCode.abnormal, reason: "", problem: "the connection was closed" });
}

function hear(socket: OpenSocket, incoming: Incoming): void {
  switch (incoming.kind) {
    case "text":
    case "binary":
      socket.listener?.message(incoming.data);
      return;
    case "ping":
      // Who asks and does not read the answers gets no more of them: RFC 6455, section 5.5.3, wants only the last.
      if (!socket.isFull) send(socket, writeFrame("pong", incoming.data));
      return;
    case "pong":
      return;
    case "close": {
      const { code, reason } = incoming;
      send(socket, writeClose(isSendableCode(code) ? code : undefined, ""));
      finish(socket, { code, reason, problem: undefined });
    }
  }
}

/** False when the peer should be waited for. */
function send(socket: OpenSocket, frame: Buffer): boolean {
  if (socket.hasSaidGoodbye || socket.isOver) return true;
  socket.outgoing.push(frame);
  socket.outgoingBytes += frame.length;
  flush(socket);
  if (waitingBytes(socket) > HIGH_WATER_BYTES) socket.isFull = true;
  return !socket.isFull;
}

function waitingBytes({ connection, outgoingBytes }: OpenSocket): number {
  const { unsent, unsentOffset } = connection;
  return outgoingBytes + (unsent === undefined ? 0 : unsent.length - unsentOffset);
}

function flush(socket: OpenSocket): void {
  const { connection, outgoing } = socket;
  while (connection.unsent === undefined && !connection.isClosed) {
    const frame = outgoing.shift();
    if (!frame) break;
    socket.outgoingBytes -= frame.length;
    if (sendOn(connection, frame, undefined, 0)) continue;
    // The connection is gone, and nobody else tells.
    socket.lost = { connectFault: undefined, isClean: false, error: undefined };
    queueMicrotask(() => deliver(socket));
    return;
  }
  if (!socket.isFull || connection.unsent !== undefined) return;
  socket.isFull = false;
  socket.listener?.drained();
}

function sayGoodbye(socket: OpenSocket, code: number | undefined, reason: string): void {
  if (socket.isOver || socket.hasSaidGoodbye) return;
  send(socket, writeClose(code !== undefined && isSendableCode(code) ? code : undefined, reason));
  socket.hasSaidGoodbye = true;
  // Only its close frame is waited for.
  socket.listener = { message: () => {}, alive: () => {}, drained: () => {}, closed: () => {} };
  resume(socket);
  setTimeout(end, GOODBYE_MS, socket).unref();
}

/** The last that is told. A server closes the connection itself when it has read the goodbye. */
function finish(socket: OpenSocket, told: WebSocketEnd): void {
  if (socket.isOver) return;
  const { listener } = socket;
  socket.isOver = true;
  setTimeout(closeConnection, GOODBYE_MS, socket.connection).unref();
  listener?.closed(told);
}

function end(socket: OpenSocket): void {
  socket.isOver = true;
  closeConnection(socket.connection);
}
