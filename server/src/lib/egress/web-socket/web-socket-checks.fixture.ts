import type { EgressPolicy } from "../egress-policy.ts";
import { openWebSocket } from "./upstream-web-socket.ts";
import type { UpstreamWebSocket, WebSocketEnd } from "./upstream-web-socket.ts";

export const MAX_MESSAGE_BYTES = 2 * 1024 * 1024;

/** A socket that keeps what it hears. */
export interface CheckedSocket {
  readonly socket: UpstreamWebSocket;
  readonly heard: (string | Uint8Array)[];
  readonly closed: Promise<WebSocketEnd>;
  /** Resolves when so many messages have come. */
  hears(count: number): Promise<void>;
  drained: Promise<void>;
}

/** Opens a socket, or tells how it was refused: a status, or a fault's code. */
export async function openChecked(
  policy: EgressPolicy,
  url: string,
  headers: Record<string, string> = {},
): Promise<CheckedSocket | number | string> {
  try {
    const outcome = await openWebSocket({ url, headers }, policy, MAX_MESSAGE_BYTES).outcome;
    return outcome.kind === "open" ? listenTo(outcome.socket) : outcome.status;
  } catch (error) {
    return String(Object(error).code);
  }
}

/** The same for a socket that must open. */
export async function opened(...how: Parameters<typeof openChecked>): Promise<CheckedSocket> {
  const socket = await openChecked(...how);
  if (typeof socket !== "object") throw new Error(`no socket: ${socket}`);
  return socket;
}

function listenTo(socket: UpstreamWebSocket): CheckedSocket {
  const heard: CheckedSocket["heard"] = [];
  const waiting: { count: number; resolve(): void }[] = [];
  const closed = Promise.withResolvers<WebSocketEnd>();
  const drained = Promise.withResolvers<void>();
  socket.listen({
    message(data) {
      heard.push(data);
      for (const { count, resolve } of waiting) if (heard.length >= count) resolve();
    },
    alive: () => undefined,
    drained: () => drained.resolve(),
    closed: closed.resolve,
  });
  socket.resume();
  return {
    socket,
    heard,
    closed: closed.promise,
    drained: drained.promise,
    async hears(count) {
      if (heard.length >= count) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push({ count, resolve });
      await promise;
    },
  };
}
