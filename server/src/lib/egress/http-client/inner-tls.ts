import { isIP } from "node:net";
import { Duplex } from "node:stream";
import { connect } from "node:tls";
import type { TLSSocket } from "node:tls";
import { continueSending, establish, finish, handshakeFault } from "./upstream-connection.ts";
import type { Connection, Wire } from "./upstream-connection.ts";

/** What TLS in TLS wants to hear of the connection with the proxy. */
export interface InnerStream {
  received(data: Buffer): void;
  drained(): void;
  ended(): void;
  closed(problem: Error | undefined): void;
}

/**
 * TLS with the target inside TLS with the proxy, whose socket is `outer`. Slower than the runtime's own sockets, and only for `https://` proxies.
 * Chain and name are verified as everywhere before the connection is established.
 */
export function startInnerTls(connection: Connection, outer: Wire, serverName: string): InnerStream {
  const carrier = carrierOf(outer);
  const inner = connect({
    socket: carrier.stream,
    ALPNProtocols: ["http/1.1"],
    // An address may not be asked for by name, only verified.
    ...(isIP(serverName) === 0 ? { servername: serverName } : { host: serverName }),
  });
  connection.socket = wireOf(inner, outer);
  let problem: Error | undefined;
  inner.once("secureConnect", () => {
    if (!connection.isClosed) establish(connection);
  });
  inner.on("data", (data: Buffer) => connection.user?.received(connection, data));
  inner.on("drain", () => continueSending(connection));
  inner.on("end", () => {
    connection.hasEnded = true;
  });
  inner.on("error", (error: Error) => {
    problem = error;
  });
  inner.on("close", () => {
    const fault = problem === undefined ? "unreachable" : handshakeFault(problem);
    finish(connection, connection.isEstablished ? undefined : fault, problem);
    outer.terminate();
  });
  return {
    ...carrier.events,
    closed(cause) {
      problem ??= cause;
      // What arrived before a proper end is still to be read, however slowly; then TLS closes by itself.
      if (carrier.hasEnded() && cause === undefined) return;
      inner.destroy();
      carrier.stream.destroy();
    },
  };
}

/** The socket as the stream that node's TLS works on. */
function carrierOf(outer: Wire): {
  stream: Duplex;
  hasEnded(): boolean;
  events: Pick<InnerStream, "received" | "drained" | "ended">;
} {
  let hasEnded = false;
  let waiting: { data: Buffer; offset: number; done: () => void } | undefined;
  const send = () => {
    if (waiting === undefined) return;
    const { data, offset, done } = waiting;
    const written = hasEnded ? -1 : outer.write(data, offset, data.length - offset);
    waiting.offset += Math.max(0, written);
    if (written >= 0 && waiting.offset < data.length) return;
    waiting = undefined;
    // One that takes nothing any more reports its end itself.
    done();
  };
  const stream = new Duplex({
    read: () => outer.resume(),
    write(data: Buffer, _encoding, done) {
      waiting = { data, offset: 0, done };
      send();
    },
    destroy(error, done) {
      outer.terminate();
      done(error);
    },
  });
  return {
    stream,
    hasEnded: () => hasEnded,
    events: {
      received(data) {
        if (!stream.push(data)) outer.pause();
      },
      drained: send,
      ended() {
        hasEnded = true;
        stream.push(null);
        // Nobody reads any more either.
        send();
      },
    },
  };
}

/** Node's stream keeps what the socket does not take yet; it is asked to wait while there is some. */
function wireOf(inner: TLSSocket, outer: Wire): Wire {
  return {
    write(data, offset, length) {
      if (inner.destroyed) return -1;
      if (inner.writableNeedDrain) return 0;
      // A copy: the stream may keep it beyond the exchange that it belongs to.
      inner.write(Buffer.from(data.subarray(offset, offset + length)));
      return length;
    },
    terminate() {
      inner.destroy();
      outer.terminate();
    },
    pause: () => void inner.pause(),
    resume: () => void inner.resume(),
    ref: () => outer.ref(),
    unref: () => outer.unref(),
  };
}
