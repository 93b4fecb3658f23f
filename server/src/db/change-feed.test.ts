import { afterEach, describe, expect, test } from "bun:test";
import { sql } from "kysely";
import { createPostgresDatabase } from "../../test/support/test-database.ts";
import { openPostgres } from "./postgres/postgres-database.ts";
import { CHANGE_TOPICS, createChangeFeed } from "./change-feed.ts";
import type { ChangeFeed, ChangeTopic } from "./change-feed.ts";

type Heard = [ChangeTopic, number | undefined];

/** Collects what a feed says; `until` resolves once the wanted entry was heard. */
function listenTo(feed: ChangeFeed) {
  const heard: Heard[] = [];
  let check = () => {};
  for (const topic of CHANGE_TOPICS) {
    feed.subscribe(topic, (id) => {
      heard.push([topic, id]);
      check();
    });
  }
  const until = (wanted: Heard) =>
    new Promise<void>((resolve) => {
      check = () => {
        if (heard.some(([topic, id]) => topic === wanted[0] && id === wanted[1])) resolve();
      };
      check();
    });
  return { heard, until };
}

describe("on one node", () => {
  const open = (onProblem?: (problem: unknown) => void) =>
    createChangeFeed({ engine: "sqlite" }, onProblem ? { onProblem } : {});

  test("a listener hears its topic before publish returns, and nothing after it left", () => {
    const feed = open();
    const heard: (number | undefined)[] = [];
    const leave = feed.subscribe("tokens", (id) => heard.push(id));
    feed.publish("tokens", 7);
    feed.publish("channels", 8);
    feed.publish("tokens");
    leave();
    feed.publish("tokens", 9);
    expect(heard).toEqual([7, undefined]);
  });

  test("a listener that throws is reported and silences no other", () => {
    const problems: unknown[] = [];
    const feed = open((problem) => problems.push(problem));
    const heard: unknown[] = [];
    feed.subscribe("users", () => {
      throw new Error("broken");
    });
    feed.subscribe("users", (id) => heard.push(id));
    feed.publish("users", 1);
    expect(heard).toEqual([1]);
    expect(String(problems[0])).toContain("broken");
  });
});

describe("between nodes on PostgreSQL", () => {
  const opened: { close(): Promise<void> }[] = [];
  let drop: (() => Promise<void>) | undefined;

  const openDatabase = async () => {
    const created = await createPostgresDatabase();
    drop = created.drop;
    return created.dsn;
  };
  const openNode = (postgresDsn: string) => {
    const feed = createChangeFeed({ engine: "postgres" }, { postgresDsn });
    opened.push(feed);
    return { feed, ...listenTo(feed) };
  };

  afterEach(async () => {
    for (const feed of opened.splice(0)) await feed.close();
    await drop?.();
    drop = undefined;
  });

  test("a node that has connected is told that anything may have changed", async () => {
    const node = openNode(await openDatabase());
    await node.until(["options", undefined]);
    expect(node.heard).toEqual(CHANGE_TOPICS.map((topic) => [topic, undefined]));
  });

  test("the other node hears within a second, the publisher once", async () => {
    const dsn = await openDatabase();
    const [here, there] = [openNode(dsn), openNode(dsn)];
    await Promise.all([here.until(["options", undefined]), there.until(["options", undefined])]);
    const startedAtMs = performance.now();
    here.feed.publish("tokens", 42);
    expect(here.heard.at(-1)).toEqual(["tokens", 42]);
    await there.until(["tokens", 42]);
    expect(performance.now() - startedAtMs).toBeLessThan(1000);
    // An answer from the other side proves that the publisher's own notice has been delivered, and ignored.
    there.feed.publish("users", 1);
    await here.until(["users", 1]);
    expect(here.heard.filter(([topic, id]) => topic === "tokens" && id === 42)).toHaveLength(1);
  });

  test("after a lost connection a node is told that anything may have changed, and hears again", async () => {
    const dsn = await openDatabase();
    const [here, there] = [openNode(dsn), openNode(dsn)];
    await Promise.all([here.until(["options", undefined]), there.until(["options", undefined])]);
    const server = openPostgres(dsn, 1);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where query like 'listen%' and pid <> pg_backend_pid()`.execute(server.kysely);
    await server.close();
    here.heard.length = 0;
    there.heard.length = 0;
    await Promise.all([here.until(["options", undefined]), there.until(["options", undefined])]);
    here.feed.publish("channels", 5);
    await there.until(["channels", 5]);
  });

  test("what is published before the first connection arrives", async () => {
    const dsn = await openDatabase();
    const there = openNode(dsn);
    await there.until(["options", undefined]);
    openNode(dsn).feed.publish("channels", 6);
    await there.until(["channels", 6]);
  });

  test("more than a thousand unsent changes become one: anything may have changed", async () => {
    const dsn = await openDatabase();
    const there = openNode(dsn);
    await there.until(["options", undefined]);
    there.heard.length = 0;
    const here = openNode(dsn);
    for (let id = 1; id <= 1001; id++) here.feed.publish("tokens", id);
    await there.until(["options", undefined]);
    expect(there.heard).toEqual(CHANGE_TOPICS.map((topic) => [topic, undefined]));
  });

  test("closing hands over what was published last", async () => {
    const dsn = await openDatabase();
    const [here, there] = [openNode(dsn), openNode(dsn)];
    await Promise.all([here.until(["options", undefined]), there.until(["options", undefined])]);
    here.feed.publish("users", 3);
    await here.feed.close();
    await there.until(["users", 3]);
  });

  test("a feed over PostgreSQL without an address is refused", () => {
    expect(() => createChangeFeed({ engine: "postgres" })).toThrow("needs the address");
  });
});
