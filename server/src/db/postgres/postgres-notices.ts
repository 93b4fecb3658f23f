import pg from "pg";

/** Short texts between the processes on one PostgreSQL database, over LISTEN/NOTIFY. */
export interface PostgresNotices {
  /** Sends a text to every listening process, this one included; kept while the connection is down. */
  send(text: string): void;
  /** Sends what is left, for a second at most, and disconnects. */
  close(): Promise<void>;
}

export interface PostgresNoticesOptions {
  dsn: string;
  channel: string;
  /** Replaces the waiting texts when there are too many of them. */
  overflow: string;
  onNotice: (text: string) => void;
  /** Called whenever listening (again) begins: what was sent before may have been missed. */
  onConnected: () => void;
  onProblem: (problem: unknown) => void;
}

const WAITING_MAX = 1000;
const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 5000;
/** A link that died silently is noticed by a query that gets no answer. */
const HEARTBEAT_INTERVAL_MS = 10_000;
const ANSWER_TIMEOUT_MS = 5000;
const CLOSE_TIMEOUT_MS = 1000;

/** Keeps one connection of its own open for as long as it is not closed. Answers at once; connects in the background. */
export function openPostgresNotices(options: PostgresNoticesOptions): PostgresNotices {
  const outbox = createOutbox(options);
  const closing = Promise.withResolvers<void>();
  let isClosed = false;

  const run = async () => {
    let retryMs = FIRST_RETRY_MS;
    while (!isClosed) {
      const startedAtMs = performance.now();
      await holdConnection(options, outbox, closing.promise).catch(options.onProblem);
      if (performance.now() - startedAtMs > LAST_RETRY_MS) retryMs = FIRST_RETRY_MS;
      await Promise.race([closing.promise, after(retryMs)]);
      retryMs = Math.min(retryMs * 2, LAST_RETRY_MS);
    }
  };
  const running = run();

  return {
    send: (text) => outbox.put(text),
    async close() {
      await Promise.race([outbox.sent(), after(CLOSE_TIMEOUT_MS)]);
      isClosed = true;
      closing.resolve();
      await Promise.race([running, after(CLOSE_TIMEOUT_MS)]);
    },
  };
}

/** Connects, listens, and stays until the connection is lost, which rejects, or the notices are closed. */
async function holdConnection(
  { dsn, channel, onNotice, onConnected }: PostgresNoticesOptions,
  outbox: Outbox,
  closing: Promise<void>,
): Promise<void> {
  const client = new pg.Client({
    connectionString: dsn,
    keepAlive: true,
    connectionTimeoutMillis: ANSWER_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
  });
  const lost = Promise.withResolvers<void>();
  // Nobody waits for it yet while the connection is being made.
  lost.promise.catch(() => {});
  client.on("error", lost.reject);
  client.on("end", lost.resolve);
  client.on("notification", ({ payload }) => onNotice(payload ?? ""));
  const heartbeat = setInterval(() => {
    client.query("select 1").catch(lost.reject);
  }, HEARTBEAT_INTERVAL_MS);
  heartbeat.unref();
  try {
    await client.connect();
    await client.query(`listen ${client.escapeIdentifier(channel)}`);
    onConnected();
    outbox.connect(client, lost.reject);
    await Promise.race([lost.promise, closing]);
  } finally {
    outbox.disconnect();
    clearInterval(heartbeat);
    // Not awaited: a dead link may never say goodbye.
    client.end().catch(() => {});
  }
}

/** Texts on their way out, each once; they wait while there is no connection. */
interface Outbox {
  put(text: string): void;
  /** Sends what waits. `lose` is called when the connection turns out to be broken. */
  connect(client: pg.Client, lose: (problem: unknown) => void): void;
  disconnect(): void;
  /** Resolves when what is being sent now has been. */
  sent(): Promise<void>;
}

function createOutbox({ channel, overflow }: Pick<PostgresNoticesOptions, "channel" | "overflow">): Outbox {
  let waiting = new Set<string>();
  let live: { client: pg.Client; lose: (problem: unknown) => void } | undefined;
  let sending: Promise<void> | undefined;

  const sendWaiting = async () => {
    while (live && waiting.size > 0) {
      const batch = waiting;
      const { client, lose } = live;
      waiting = new Set();
      try {
        await client.query("select pg_notify($1, text) from unnest($2::text[]) text", [channel, [...batch]]);
      } catch (problem) {
        // The next connection sends them.
        waiting = batch.union(waiting);
        live = undefined;
        lose(problem);
      }
    }
  };
  const startSending = () => {
    if (!live || waiting.size === 0) return;
    sending ??= sendWaiting().finally(() => {
      sending = undefined;
      startSending();
    });
  };

  return {
    put(text) {
      if (waiting.size >= WAITING_MAX) waiting = new Set([overflow]);
      else waiting.add(text);
      startSending();
    },
    connect(client, lose) {
      live = { client, lose };
      startSending();
    },
    disconnect() {
      live = undefined;
    },
    sent: () => sending ?? Promise.resolve(),
  };
}

function after(delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, delayMs).unref();
  });
}
