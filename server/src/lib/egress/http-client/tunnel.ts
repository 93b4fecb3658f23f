import type { DialogStep, ProxyDialog } from "../proxy/proxy-dialog.ts";
import { UpstreamFault } from "../upstream-fault.ts";
import { startInnerTls } from "./inner-tls.ts";
import type { InnerStream } from "./inner-tls.ts";
import { continueSending, establish, finish, keepAwake, SOCKET_EVENTS } from "./upstream-connection.ts";
import type { Connection } from "./upstream-connection.ts";

/** How the proxy at an endpoint's address is spoken to. */
export interface TunnelPlan {
  /** For the connection with the proxy itself; null without TLS. */
  readonly proxyTls: Bun.TLSOptions | null;
  /**
   * Name or address that the target's certificate must be for. It is always said: left to itself the runtime would verify
   * against the address that it has connected to, which is the proxy's.
   */
  readonly serverName: string;
  dialog(): ProxyDialog;
}

/** The connection with a proxy, and what goes through it. */
interface Tunnel {
  readonly connection: Connection;
  readonly plan: TunnelPlan;
  readonly dialog: ProxyDialog;
  unsent: Uint8Array | undefined;
  /** `dialog`: with the proxy. `plain`: the target's bytes pass. `handed-over`: TLS with the target has the socket. */
  phase: "dialog" | "plain" | "handed-over";
  /** With TLS in TLS: takes what arrives. */
  inner: InnerStream | undefined;
  problem: Error | undefined;
}

/**
 * Connects to the proxy, asks it for the target, and verifies the target's certificate inside; only then is the
 * connection established, and its user's. Until then nothing of a request has been sent to anybody.
 */
export function openTunnel(connection: Connection, plan: TunnelPlan): void {
  const tunnel: Tunnel = {
    connection,
    plan,
    dialog: plan.dialog(),
    unsent: undefined,
    phase: "dialog",
    inner: undefined,
    problem: undefined,
  };
  const { address, port } = connection.endpoint;
  const options = { hostname: address, port, data: tunnel, socket: TUNNEL_EVENTS };
  // `connectError` tells the same as the promise.
  Bun.connect(plan.proxyTls === null ? options : { ...options, tls: plan.proxyTls }).catch(() => undefined);
}

type TunnelSocket = Bun.Socket<Tunnel>;

const TUNNEL_EVENTS: Bun.SocketHandler<Tunnel, "buffer"> = {
  binaryType: "buffer",
  open(socket) {
    const { connection, plan, dialog } = socket.data;
    connection.socket = socket;
    if (connection.isClosed) {
      socket.terminate();
      return;
    }
    keepAwake(socket);
    if (plan.proxyTls === null) say(socket, dialog.opening);
  },
  handshake(socket, isTrusted, error) {
    const { plan, connection, phase, dialog } = socket.data;
    if (plan.proxyTls === null || connection.isClosed || phase !== "dialog") return;
    if (isTrusted) {
      say(socket, dialog.opening);
      return;
    }
    finish(connection, "proxy-unreachable", error);
    socket.terminate();
  },
  data(socket, data) {
    const { connection, phase, inner } = socket.data;
    if (inner !== undefined) inner.received(data);
    else if (phase === "plain") connection.user?.received(connection, data);
    else if (phase === "dialog" && !connection.isClosed) hear(socket, data);
  },
  drain(socket) {
    const { connection, phase, inner, unsent } = socket.data;
    if (inner !== undefined) inner.drained();
    else if (phase === "plain") continueSending(connection);
    else if (unsent !== undefined) say(socket, unsent);
  },
  end(socket) {
    const { connection, phase, inner } = socket.data;
    if (phase === "plain") connection.hasEnded = true;
    inner?.ended();
  },
  error(socket, error) {
    socket.data.problem = error;
    socket.terminate();
  },
  close(socket, error) {
    const { connection, phase, inner, problem } = socket.data;
    const cause = problem ?? error ?? undefined;
    if (inner !== undefined) inner.closed(cause);
    else if (phase === "plain") finish(connection, undefined, cause);
    else if (phase === "dialog") finish(connection, "proxy-unreachable", cause);
  },
  connectError(socket, error) {
    finish(socket.data.connection, "proxy-unreachable", error);
  },
};

/** The dialog's messages are short, but a socket may take a part of one. */
function say(socket: TunnelSocket, message: Uint8Array): void {
  const written = socket.write(message);
  socket.data.unsent = written >= 0 && written < message.length ? message.subarray(written) : undefined;
}

function hear(socket: TunnelSocket, data: Buffer): void {
  const { connection, dialog } = socket.data;
  const step = stepOf(dialog, data);
  if (step instanceof UpstreamFault) {
    finish(connection, step.code, step);
    socket.terminate();
  } else if (step === "open") enter(socket);
  else if (step !== "wait") say(socket, step.send);
}

function stepOf(dialog: ProxyDialog, data: Buffer): DialogStep | UpstreamFault {
  try {
    return dialog.feed(data);
  } catch (error) {
    return error instanceof UpstreamFault ? error : new UpstreamFault("proxy-invalid", String(error));
  }
}

/** The way to the target is open. */
function enter(socket: TunnelSocket): void {
  const tunnel = socket.data;
  const { connection, plan } = tunnel;
  const { tls } = connection.endpoint;
  if (tls === null) {
    tunnel.phase = "plain";
    establish(connection);
    return;
  }
  tunnel.phase = "handed-over";
  // The runtime does no TLS within its own TLS.
  if (plan.proxyTls !== null) tunnel.inner = startInnerTls(connection, socket, plan.serverName);
  else {
    const named = { ...tls, serverName: plan.serverName };
    socket.upgradeTLS({ data: connection, tls: named, socket: SOCKET_EVENTS });
  }
}
