import type { Database } from "./database.ts";
import { openPostgresNotices } from "./postgres/postgres-notices.ts";

/**
 * What caches of the data plane are built from; the id, where one is given, is the row's; of `health`, the channel's.
 * `runs`: a run over all channels was ended by another node than its own.
 */
export const CHANGE_TOPICS = ["tokens", "users", "channels", "options", "health", "runs"] as const;
export type ChangeTopic = (typeof CHANGE_TOPICS)[number];

/** `undefined` means that anything of the topic may have changed. A promise that it answers is waited for. */
export type ChangeListener = (id: number | undefined) => unknown;

/**
 * Tells caches that stored rows have changed. Publish after the commit: listeners of this node are called before
 * `publish` returns, and what they rebuild stands when its promise resolves (it never rejects); those of other nodes on the same PostgreSQL within a second. What a node may have missed while
 * its connection was down is made up for by one "anything may have changed" on every topic.
 */
export interface ChangeFeed {
  publish(topic: ChangeTopic, id?: number): Promise<void>;
  /** Answers how to unsubscribe. A listener must be quick and must not throw. */
  subscribe(topic: ChangeTopic, listener: ChangeListener): () => void;
  /** Hands over what other nodes have not been told yet, for a second at most. */
  close(): Promise<void>;
}

export interface ChangeFeedOptions {
  /** Where the nodes meet; needed with PostgreSQL, ignored with SQLite, where there is one node. */
  postgresDsn?: string | undefined;
  /** Hears of lost connections and of listeners that threw. */
  onProblem?: (problem: unknown) => void;
}

/** Opens the feed. With PostgreSQL it connects in the background and fires every topic once it hears other nodes. */
export function createChangeFeed(
  database: Pick<Database, "engine">,
  { postgresDsn, onProblem = () => {} }: ChangeFeedOptions = {},
): ChangeFeed {
  const listeners = new Map<ChangeTopic, Set<ChangeListener>>(
    CHANGE_TOPICS.map((topic) => [topic, new Set()]),
  );
  const tellHere = async (topic: ChangeTopic, id: number | undefined): Promise<void> => {
    const rebuilding: Promise<void>[] = [];
    for (const listener of listeners.get(topic) ?? []) {
      try {
        const work = listener(id);
        if (work instanceof Promise) rebuilding.push(work.catch(onProblem));
      } catch (problem) {
        onProblem(problem);
      }
    }
    await Promise.all(rebuilding);
  };
  const elsewhere =
    database.engine === "postgres"
      ? openElsewhere(postgresDsn, (topic, id) => void tellHere(topic, id), onProblem)
      : undefined;

  return {
    publish(topic, id) {
      const told = tellHere(topic, id);
      elsewhere?.tell(topic, id);
      return told;
    },
    subscribe(topic, listener) {
      listeners.get(topic)?.add(listener);
      return () => listeners.get(topic)?.delete(listener);
    },
    close: async () => elsewhere?.close(),
  };
}

const ANY = "*";

/** The other nodes: what they say reaches `hear`; a notice is `origin topic id`, `*` standing for any. */
function openElsewhere(
  dsn: string | undefined,
  hear: (topic: ChangeTopic, id: number | undefined) => void,
  onProblem: (problem: unknown) => void,
) {
  if (!dsn) throw new Error("a change feed over PostgreSQL needs the address of the server");
  const origin = crypto.randomUUID();
  const hearAnything = () => {
    for (const topic of CHANGE_TOPICS) hear(topic, undefined);
  };
  const notices = openPostgresNotices({
    dsn,
    channel: "tollgate_changes",
    overflow: `${origin} ${ANY} ${ANY}`,
    onConnected: hearAnything,
    onProblem,
    onNotice(text) {
      const [from, topic, id = ANY] = text.split(" ");
      if (from === origin) return;
      const known = CHANGE_TOPICS.find((name) => name === topic);
      if (known) hear(known, id === ANY ? undefined : Number(id));
      else hearAnything();
    },
  });
  return {
    tell: (topic: ChangeTopic, id: number | undefined) => notices.send(`${origin} ${topic} ${id ?? ANY}`),
    close: () => notices.close(),
  };
}
