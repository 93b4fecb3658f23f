import OpenAI from "openai";
import { OpenAIRealtimeWebSocket } from "openai/realtime/websocket";
import type { RealtimeEvent } from "../support/fake-realtime/fake-realtime.ts";
import type { RelayStage } from "./relay-stage.ts";

/** A client of a session, with everything it has heard. */
export interface RealtimeClient {
  /** Texts are read as events; other messages stay as they are. */
  readonly heard: (RealtimeEvent | Uint8Array)[];
  readonly closed: Promise<{ code: number; reason: string }>;
  readonly socket: WebSocket;
  send(event: RealtimeEvent): void;
  /** The event of that type that comes next, or has come and was not waited for yet. */
  next(type: string): Promise<RealtimeEvent>;
}

/** OpenAI's own client, in the way it works in browsers: the key travels as a sub-protocol. */
export function openOfficialClient(stage: RelayStage, model: string): RealtimeClient {
  const openAi = new OpenAI({ apiKey: stage.apiKey, baseURL: `${stage.url}/v1` });
  const official = new OpenAIRealtimeWebSocket(
    // It wants TLS, which a gateway has in front of it.
    { model, onURL: (url: URL) => void (url.protocol = "ws:") },
    openAi,
  );
  official.on("error", () => undefined);
  const client = listenTo(official.socket);
  // The client's own types name every event; tests send what they like.
  return { ...client, send: (event) => official.send(event as Parameters<typeof official.send>[0]) };
}

/** A bare socket. `how`: sub-protocols, or headers. */
export function openClient(
  stage: RelayStage,
  address: string,
  how: string[] | { headers: Record<string, string> } = {
    headers: { authorization: `Bearer ${stage.apiKey}` },
  },
): RealtimeClient {
  // Bun takes headers in the place of sub-protocols, which its types for browsers do not say.
  return listenTo(new WebSocket(`${stage.url.replace("http", "ws")}${address}`, how as string[]));
}

function listenTo(socket: WebSocket): RealtimeClient {
  const heard: RealtimeClient["heard"] = [];
  const unread: RealtimeEvent[] = [];
  const waiting: { type: string; resolve(event: RealtimeEvent): void }[] = [];
  const closed = Promise.withResolvers<{ code: number; reason: string }>();
  socket.binaryType = "arraybuffer";
  socket.addEventListener("message", ({ data }) => {
    if (typeof data !== "string") {
      heard.push(new Uint8Array(data));
      return;
    }
    const event: RealtimeEvent = JSON.parse(data);
    heard.push(event);
    const index = waiting.findIndex(({ type }) => type === event.type);
    if (index < 0) unread.push(event);
    else waiting.splice(index, 1)[0]?.resolve(event);
  });
  socket.addEventListener("close", ({ code, reason }) => closed.resolve({ code, reason }));
  return {
    heard,
    closed: closed.promise,
    socket,
    send: (event) => socket.send(JSON.stringify(event)),
    async next(type) {
      const index = unread.findIndex((event) => event.type === type);
      const [event] = index < 0 ? [] : unread.splice(index, 1);
      if (event) return event;
      const { promise, resolve } = Promise.withResolvers<RealtimeEvent>();
      waiting.push({ type, resolve });
      return promise;
    },
  };
}
