import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { userAccount } from "../../src/ledger/account.ts";
import { auditBooks } from "../../src/ledger/audit.ts";
import { openTestDatabase } from "../support/test-database.ts";
import type { TestDatabase } from "../support/test-database.ts";
import { startChild } from "./ledger-child.ts";
import type { Child, Line, Order } from "./ledger-child.ts";
import { whereabouts } from "./ledger-process.ts";
import type { Whereabouts } from "./ledger-process.ts";
import { openingsOf, USERS_OF_SEQUENCE } from "./random-sequence.ts";
import { openAccounts, startLedger } from "./sequence-world.ts";
import { SHARED_OPENINGS } from "./shared-accounts.ts";

const NODES = ["node-0", "node-1", "node-2"] as const;
const FIRST_SEED = Number(process.env["LEDGER_SEED"] ?? 1);
const TIMEOUT_MS = 120_000;

/** What a test tells a child beside where it works and as whom. */
type Task = Order extends infer Each
  ? Each extends Order
    ? Omit<Each, keyof Whereabouts | "node">
    : never
  : never;

describe("three processes on one PostgreSQL", () => {
  let opened: TestDatabase;
  let where: Whereabouts;
  beforeEach(async () => {
    opened = await openTestDatabase("postgres");
    where = await whereabouts(opened);
  });
  afterEach(async () => {
    const { differences } = await auditBooks(opened.database.reader);
    await opened[Symbol.asyncDispose]();
    expect(differences).toEqual([]);
  });

  const start = (node: string, task: Task): Child =>
    // A task is an order without what is added here.
    startChild({ ...where, node, ...task } as Order);
  const linesOf = async ({ lines }: Child): Promise<Line[]> => Array.fromAsync(lines);

  test(
    "spend exactly what there is: of 5,000 concurrent requests the 1,000 that are paid for pass",
    async () => {
      const payer = userAccount(1);
      await openAccounts(opened.database, [[payer, 1000 * 7 + 6]]);
      const shares = [1667, 1667, 1666];
      const said = await Promise.all(
        NODES.map((node, n) =>
          linesOf(start(node, { work: "spend", payer, requests: shares[n] ?? 0, amount: 7 })),
        ),
      );
      const passed = said.flat().map((line) => ("passed" in line ? line.passed : 0));
      expect(passed.reduce((sum, count) => sum + count, 0)).toBe(1000);
      const ledger = startLedger(opened.database, "parent");
      expect((await ledger.balances([payer])).get(payer)).toEqual({
        posted: 6,
        held: 0,
        used: 7000,
        requests: 1000,
      });
    },
    TIMEOUT_MS,
  );

  test(
    "10,000 random sequences, with replays, refusals and restarts, do what the reference does",
    async () => {
      const worlds = 4;
      const sequences = 834;
      const ownersOfNode = worlds * sequences * USERS_OF_SEQUENCE;
      const firstOwner = (n: number) => 100 + n * ownersOfNode;
      for (const n of NODES.keys())
        await openAccounts(
          opened.database,
          Array.from({ length: worlds * sequences }, (_, m) =>
            openingsOf(firstOwner(n) + m * USERS_OF_SEQUENCE),
          ).flat(),
        );
      const said = await Promise.all(
        NODES.map((node, n) => {
          const firstSeed = FIRST_SEED + 1_000_000 + n * worlds;
          return linesOf(
            start(node, { work: "sequences", firstSeed, worlds, sequences, firstOwner: firstOwner(n) }),
          );
        }),
      );
      expect(said).toEqual(NODES.map(() => [{ done: true }]));
    },
    TIMEOUT_MS,
  );

  test(
    "keep what they have answered when one is killed at any moment, and nobody spends a unit twice",
    async () => {
      await openAccounts(opened.database, SHARED_OPENINGS);
      const heard: (Line & { verb: unknown })[] = [];
      /** A process that is killed after some answers is followed by the next one of its node, until the last may end. */
      const livesOf = async (node: string, index: number) => {
        for (const [life, killedAfter] of [40 + 30 * index, 150, 90 * index, Infinity].entries()) {
          const seed = FIRST_SEED + 100 * index + life;
          const child = start(`${node}-${life}`, { work: "contend", seed, callers: 20, verbs: 40 });
          let answers = 0;
          for await (const line of child.lines) {
            if ("verb" in line) heard.push(line);
            if (++answers >= killedAfter) child.kill();
          }
          await startLedger(opened.database, "parent").freeHoldsOf(`${node}-${life}`);
        }
      };
      await Promise.all(NODES.map(livesOf));

      const { kysely } = opened.database;
      const entries = await kysely.selectFrom("ledger_entries").selectAll().execute();
      const posted = new Map(entries.map((entry) => [entry.key, entry]));
      for (const line of heard) {
        if (!("outcome" in line)) continue;
        const { verb, outcome } = line;
        if (!outcome.ok || verb.verb === "reserve" || verb.verb === "release") continue;
        const key = verb.verb === "post" ? verb.key : verb.holdId;
        expect([key, posted.has(key)]).toEqual([key, true]);
        if (outcome.amount !== undefined && !outcome.replayed)
          expect([key, Math.abs(posted.get(key)?.amount ?? 0)]).toEqual([key, Math.abs(outcome.amount)]);
      }
      // An amount is told once: everybody else who posts that key is told that it is a replay.
      const first = heard.flatMap((line) =>
        "outcome" in line && line.outcome.ok && line.outcome.amount !== undefined && !line.outcome.replayed
          ? [line.verb.verb === "post" ? line.verb.key : "holdId" in line.verb ? line.verb.holdId : ""]
          : [],
      );
      expect(first.length).toBe(new Set(first).size);
      expect(first.length).toBeGreaterThan(500);
      const accounts = await kysely.selectFrom("ledger_accounts").selectAll().execute();
      for (const { id, posted: balance, held } of accounts) {
        expect([id, balance >= 0, held]).toEqual([id, true, 0]);
      }
    },
    TIMEOUT_MS,
  );
});
