import type { ClientPresence } from "../client-presence.ts";
import type { UpstreamWebSocket, WebSocketEnd } from "../../lib/egress/web-socket/upstream-web-socket.ts";

/** What an upstream says first: a message, its end, or nothing while it was waited for. */
export type FirstWord =
  | { readonly kind: "message"; readonly data: string | Uint8Array }
  | { readonly kind: "closed"; readonly end: WebSocketEnd }
  | { readonly kind: "silence" };

/**
 * Waits for the first thing that an upstream says: vendors greet with `session.created`, or refuse with an error where other
 * calls have a status. Waits no longer than the client does. The socket is paused then, for whoever listens next.
 */
export function firstMessage(
  socket: UpstreamWebSocket,
  client: Pick<ClientPresence, "watch">,
  waitMs: number,
): Promise<FirstWord> {
  return new Promise((resolve) => {
    const timer = setTimeout(tell, waitMs, { kind: "silence" });
    function tell(word: FirstWord): void {
      clearTimeout(timer);
      socket.pause();
      resolve(word);
    }
    client.watch(() => tell({ kind: "silence" }));
    socket.listen({
      message: (data) => tell({ kind: "message", data }),
      alive: () => {},
      drained: () => {},
      closed: (end) => tell({ kind: "closed", end }),
    });
    socket.resume();
  });
}
