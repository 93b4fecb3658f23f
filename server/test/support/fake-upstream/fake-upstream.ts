import { createServer, type Socket } from "node:net";

import { createBehaviourChoice, type BehaviourSource } from "./behaviour-choice.ts";
import type { RequestMatch } from "./behaviour.ts";
import { serveConnection, type Connection } from "./connection.ts";
import type { Acceptance, Dialect } from "./dialect.ts";
import { anthropicDialect } from "./anthropic-dialect.ts";
import { botDialects } from "./bot-dialects.ts";
import { geminiDialect } from "./gemini-dialect.ts";
import { openAiDialect } from "./openai-dialect.ts";
import { createReplyPlanner } from "./reply-planner.ts";
import { responsesDialect } from "./responses-dialect.ts";
import { createRequestRecorder, type RecordedRequest } from "./request-recorder.ts";

const DEFAULT_TIMEOUT_MS = 5000;
const ALL_DIALECTS = [
  openAiDialect,
  responsesDialect,
  anthropicDialect,
  geminiDialect,
  ...botDialects,
] as const;

export interface FakeUpstreamOptions extends Acceptance {
  /** Default 0: a free port. */
  readonly port?: number;
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** The first one also answers for paths that none serves. Default: all that there are, OpenAI's chat first. */
  readonly dialects?: readonly [Dialect, ...Dialect[]];
  /** Whether requests are kept for assertions. False for a long-lived or heavily loaded server. Default true. */
  readonly isRecording?: boolean;
}

export interface FakeUpstream extends AsyncDisposable {
  /** Without a slash at the end, such as `http://127.0.0.1:4010`. */
  readonly url: string;
  readonly port: number;

  /** Behaviours for the next requests that the dialect accepts, one each. They come before every rule. */
  enqueue(...sources: readonly BehaviourSource[]): void;
  /** A behaviour for the requests that match. The newest rule that matches counts. */
  when(match: RequestMatch, source: BehaviourSource): void;
  /** The behaviour for all other requests. */
  setDefault(source: BehaviourSource): void;

  readonly requests: readonly RecordedRequest[];
  /** Requests received since the start or the last reset, also when they are not recorded. */
  readonly requestCount: number;
  /** Sockets now open, idle ones included. */
  readonly openConnections: number;
  /** Resolves as soon as the request with this index (from 0) was received. Rejects after `timeoutMs`. */
  waitForRequest(requestIndex: number, timeoutMs?: number): Promise<RecordedRequest>;
  /**
   * Resolves when the client has closed the connection before the answer was whole; `endedAtMs` tells when.
   * Rejects if the answer ended otherwise, or after `timeoutMs`.
   */
  waitForClientClose(requestIndex: number, timeoutMs?: number): Promise<RecordedRequest>;
  /** Resolves when exactly `count` sockets are open. Rejects after `timeoutMs`. */
  waitForOpenConnections(count: number, timeoutMs?: number): Promise<void>;

  /** Forgets requests and behaviours and cuts the answers still under way. Idle connections stay. */
  reset(): void;
  /** Cuts every connection and frees the port. The recorded requests stay. May be called again. */
  stop(): Promise<void>;
}

/** Starts a real HTTP/1.1 server that answers as a model vendor does, and fails on demand as vendors do. */
export async function startFakeUpstream(options: FakeUpstreamOptions = {}): Promise<FakeUpstream> {
  const { host = "127.0.0.1", dialects = ALL_DIALECTS } = options;
  const choice = createBehaviourChoice();
  const recorder = createRequestRecorder(options.isRecording ?? true);
  const planner = createReplyPlanner(dialects, options, choice, recorder);
  const connections = new Set<Connection>();

  function accept(socket: Socket): void {
    const connectionIndex = recorder.connectionOpened();
    const connection = serveConnection(
      socket,
      (request, writer) => planner.answer(request, writer, connectionIndex),
      () => {
        connections.delete(connection);
        recorder.connectionClosed();
      },
    );
    connections.add(connection);
  }

  const server = createServer({ noDelay: true }, accept);
  const port = await listen(server, options.port ?? 0, host);

  async function stop(): Promise<void> {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    for (const connection of connections) connection.cut();
    choice.clear();
    await closed;
    // the server counts a socket as gone before the socket says so itself
    await recorder.waitForOpenConnections(0, DEFAULT_TIMEOUT_MS);
    recorder.giveUp("The fake upstream was stopped.");
  }

  return {
    url: `http://${host}:${port}`,
    port,
    enqueue: choice.enqueue,
    when: choice.when,
    setDefault: choice.setDefault,
    requests: recorder.requests,
    get requestCount() {
      return recorder.requestCount;
    },
    get openConnections() {
      return recorder.openConnections;
    },
    waitForRequest: (requestIndex, timeoutMs = DEFAULT_TIMEOUT_MS) =>
      recorder.waitForRequest(requestIndex, timeoutMs),
    waitForClientClose: (requestIndex, timeoutMs = DEFAULT_TIMEOUT_MS) =>
      recorder.waitForClientClose(requestIndex, timeoutMs),
    waitForOpenConnections: (count, timeoutMs = DEFAULT_TIMEOUT_MS) =>
      recorder.waitForOpenConnections(count, timeoutMs),
    reset() {
      for (const connection of connections) if (connection.isAnswering) connection.cut();
      choice.clear();
      recorder.clear("The fake upstream was reset.");
    },
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

function listen(server: ReturnType<typeof createServer>, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      const address = server.address();
      if (address === null || typeof address === "string") reject(new Error("The server has no port."));
      else resolve(address.port);
    });
  });
}
