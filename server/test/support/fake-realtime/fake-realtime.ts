import type { ServerWebSocket } from "bun";

/** An event of a realtime session, either way. */
export interface RealtimeEvent {
  readonly type: string;
  readonly [member: string]: unknown;
}

/** What the fake does at `response.create`: answers, begins and says no more, or breaks the connection in the middle. */
export type ResponseBehaviour = "answer" | "begin" | "break";

export interface FakeRealtimeConnection {
  readonly url: URL;
  readonly headers: Headers;
  readonly received: RealtimeEvent[];
  readonly binary: Buffer[];
  readonly closed: Promise<{ code: number; reason: string }>;
  send(event: RealtimeEvent | string | Uint8Array): number;
  close(code: number, reason?: string): void;
  /** Bytes that wait for the peer. */
  waiting(): number;
  /** Stops and begins to read. */
  pause(): void;
  resume(): void;
  /** Breaks the TCP connection. */
  terminate(): void;
  /** Resolves with the first event of that type, received already or later. */
  waitFor(type: string): Promise<RealtimeEvent>;
}

/** A WebSocket server that speaks OpenAI's realtime events, with a fixed use of 40 tokens in and 10 out a response. */
export interface FakeRealtime extends Disposable {
  readonly url: string;
  readonly connections: FakeRealtimeConnection[];
  /** Requests for an upgrade, refused ones included. */
  readonly attempts: Request[];
  responses: ResponseBehaviour;
  /** New sessions begin with nothing at all. */
  isSilent: boolean;
  /** Answers to requests for an upgrade in place of one, used up one by one. */
  readonly refusals: Response[];
  /** What new sessions begin with in place of `session.created`, used up one by one. */
  readonly greetings: RealtimeEvent[];
  connection(index: number): Promise<FakeRealtimeConnection>;
}

/** As OpenAI documents `response.usage`: https://platform.openai.com/docs/api-reference/realtime-server-events/response/done */
export const TEXT_USAGE = {
  total_tokens: 50,
  input_tokens: 40,
  output_tokens: 10,
  input_token_details: { text_tokens: 40, audio_tokens: 0, cached_tokens: 0 },
  output_token_details: { text_tokens: 10, audio_tokens: 0 },
};
export const AUDIO_USAGE = {
  total_tokens: 160,
  input_tokens: 100,
  output_tokens: 60,
  input_token_details: {
    text_tokens: 40,
    audio_tokens: 60,
    cached_tokens: 30,
    cached_tokens_details: { text_tokens: 20, audio_tokens: 10 },
  },
  output_token_details: { text_tokens: 20, audio_tokens: 40 },
};

const GREETING = { type: "session.created", session: { id: "sess_1", type: "realtime" } };

interface Data {
  readonly connection: FakeRealtimeConnection;
  opened(socket: ServerWebSocket<Data>): void;
  heard(event: RealtimeEvent): void;
  left(code: number, reason: string): void;
}

export function startFakeRealtime(): FakeRealtime {
  const connections: FakeRealtimeConnection[] = [];
  const attempts: Request[] = [];
  const refusals: Response[] = [];
  const greetings: RealtimeEvent[] = [];
  const waiting: { index: number; resolve(connection: FakeRealtimeConnection): void }[] = [];
  const server = Bun.serve<Data>({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request, upgrader) {
      attempts.push(request);
      const refusal = refusals.shift();
      if (refusal) return refusal;
      return upgrader.upgrade(request, { data: createConnection(request) })
        ? undefined
        : new Response("upgrade", { status: 426 });
    },
    websocket: {
      backpressureLimit: 128 * 1024 * 1024,
      open(socket) {
        socket.data.opened(socket);
        connections.push(socket.data.connection);
        for (const { index, resolve } of waiting) {
          const found = connections[index];
          if (found) resolve(found);
        }
        if (!fake.isSilent) socket.data.connection.send(greetings.shift() ?? GREETING);
      },
      message(socket, message) {
        const { connection, heard } = socket.data;
        if (typeof message !== "string") {
          connection.binary.push(message);
          return;
        }
        const event: RealtimeEvent = JSON.parse(message);
        heard(event);
        answer(fake, connection, event);
      },
      close: (socket, code, reason) => socket.data.left(code, reason),
    },
  });
  const fake: FakeRealtime = {
    url: `http://127.0.0.1:${server.port}`,
    connections,
    attempts,
    responses: "answer",
    isSilent: false,
    refusals,
    greetings,
    async connection(index) {
      const found = connections[index];
      if (found) return found;
      const { promise, resolve } = Promise.withResolvers<FakeRealtimeConnection>();
      waiting.push({ index, resolve });
      return promise;
    },
    [Symbol.dispose]: () => void server.stop(true),
  };
  return fake;
}

function createConnection(request: Request): Data {
  let socket: ServerWebSocket<Data> | undefined;
  const closed = Promise.withResolvers<{ code: number; reason: string }>();
  const received: RealtimeEvent[] = [];
  const waiters: { type: string; resolve(event: RealtimeEvent): void }[] = [];
  const connection: FakeRealtimeConnection = {
    url: new URL(request.url),
    headers: request.headers,
    received,
    binary: [],
    closed: closed.promise,
    send: (event) =>
      socket?.send(
        typeof event === "string" || event instanceof Uint8Array ? event : JSON.stringify(event),
      ) ?? 0,
    close: (code, reason) => socket?.close(code, reason),
    waiting: () => socket?.getBufferedAmount() ?? 0,
    pause: () => socket?.pause(),
    resume: () => socket?.resume(),
    terminate: () => socket?.terminate(),
    async waitFor(type) {
      const found = received.find((event) => event.type === type);
      if (found) return found;
      const { promise, resolve } = Promise.withResolvers<RealtimeEvent>();
      waiters.push({ type, resolve });
      return promise;
    },
  };
  return {
    connection,
    opened: (opened) => (socket = opened),
    heard(event) {
      received.push(event);
      for (const { type, resolve } of waiters) if (type === event.type) resolve(event);
    },
    left: (code, reason) => closed.resolve({ code, reason }),
  };
}

let responses = 0;

function answer(fake: FakeRealtime, connection: FakeRealtimeConnection, event: RealtimeEvent): void {
  const wish = Object(event["response"]);
  switch (event.type) {
    case "session.update":
      connection.send({ type: "session.updated", session: event["session"] });
      return;
    case "response.create":
      respond(
        fake,
        connection,
        Array.isArray(wish.output_modalities) && wish.output_modalities[0] === "audio",
      );
      return;
    case "response.cancel":
      if (fake.responses === "begin")
        finishResponse(connection, String(event["response_id"]), "cancelled", TEXT_USAGE);
  }
}

function respond(fake: FakeRealtime, connection: FakeRealtimeConnection, isAudio: boolean): void {
  const id = `resp_${++responses}`;
  connection.send({ type: "response.created", response: { id, status: "in_progress" } });
  if (isAudio) {
    // Half a second of PCM: ten tokens.
    const delta = Buffer.alloc(24_000).toString("base64");
    connection.send({ type: "response.output_audio.delta", response_id: id, delta });
    connection.send({
      type: "response.output_audio_transcript.delta",
      response_id: id,
      delta: "Hello there",
    });
  } else connection.send({ type: "response.output_text.delta", response_id: id, delta: "Hello there" });
  if (fake.responses === "break") connection.terminate();
  if (fake.responses === "answer")
    finishResponse(connection, id, "completed", isAudio ? AUDIO_USAGE : TEXT_USAGE);
}

/** Ends a response as OpenAI does. */
export function finishResponse(
  connection: FakeRealtimeConnection,
  id: string,
  status: string,
  usage: object | null,
): void {
  connection.send({ type: "response.done", response: { id, status, output: [], usage } });
}
