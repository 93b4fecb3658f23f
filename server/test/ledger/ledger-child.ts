import { writeSync } from "node:fs";
import type { Outcome, Verb } from "../../src/ledger/verbs.ts";
import { randomSequence, USERS_OF_SEQUENCE } from "./random-sequence.ts";
import type { Crash, Sequence } from "./random-sequence.ts";
import { seededRandom } from "./seeded-random.ts";
import { runSequences } from "./sequence-run.ts";
import { openSharedWorld, startLedger } from "./sequence-world.ts";
import { contendingVerb } from "./shared-accounts.ts";
import { openWhere } from "./ledger-process.ts";
import type { Whereabouts } from "./ledger-process.ts";
import { submitVerb } from "./submit-verb.ts";

/** What a child process does with the ledger of its parent's database. */
export type Order = Whereabouts & { node: string } & (
    | { work: "spend"; payer: number; requests: number; amount: number }
    | { work: "sequences"; firstSeed: number; worlds: number; sequences: number; firstOwner: number }
    | { work: "contend"; seed: number; callers: number; verbs: number }
  );

/** A line that a child says: what a verb was answered, or how all of it ended. */
export type Line =
  | { verb: Verb; outcome: Outcome }
  | { passed: number }
  | { misstep: string }
  | { done: true };

export interface Child {
  readonly lines: AsyncIterable<Line>;
  kill(): void;
}

export function startChild(order: Order): Child {
  const child = Bun.spawn([process.execPath, import.meta.path, JSON.stringify(order)], {
    stdout: "pipe",
    stderr: "pipe",
  });
  const complaint = new Response(child.stderr).text();
  const lines = async function* (): AsyncGenerator<Line> {
    const decoder = new TextDecoder();
    let rest = "";
    for await (const chunk of child.stdout) {
      const parts = (rest + decoder.decode(chunk, { stream: true })).split("\n");
      rest = parts.pop() ?? "";
      for (const part of parts) yield JSON.parse(part);
    }
    if ((await child.exited) !== 0 && child.signalCode !== "SIGKILL")
      throw new Error(`a child that was told to ${order.work} failed: ${await complaint}`);
  };
  return { lines: lines(), kill: () => child.kill("SIGKILL") };
}

/** Said at once: a line that the parent has is one that the child has seen answered. */
function say(line: Line): void {
  writeSync(1, `${JSON.stringify(line)}\n`);
}

async function obey(order: Order): Promise<void> {
  const database = openWhere(order);
  switch (order.work) {
    case "spend": {
      const ledger = startLedger(database, order.node);
      const outcomes = await Promise.all(
        Array.from({ length: order.requests }, async (_, n) => {
          const request = { holdId: `${order.node}-${n}`, payer: order.payer, amount: order.amount };
          const outcome = await ledger.reserve(request);
          if (outcome.ok) await ledger.settle(request);
          return outcome;
        }),
      );
      say({ passed: outcomes.filter(({ ok }) => ok).length });
      break;
    }
    case "sequences": {
      const world = openSharedWorld(database, order.node);
      for (let n = 0; n < order.worlds; n++) {
        const misstep = await runSequences(world, sequencesOf(order, n));
        if (!misstep) continue;
        say({
          misstep: `seed ${order.firstSeed + n}: ${misstep.problem}\n${JSON.stringify(misstep.sequence)}`,
        });
        break;
      }
      break;
    }
    case "contend":
      await contend(order, startLedger(database, order.node));
      break;
  }
  await database.close();
  say({ done: true });
}

function sequencesOf(order: Order & { work: "sequences" }, world: number): Sequence[] {
  const seed = order.firstSeed + world;
  const crashes = new Map<number, Crash>([[seededRandom(seed).between(1, 8), "before"]]);
  return Array.from({ length: order.sequences }, (_, n) => {
    const index = world * order.sequences + n;
    return randomSequence(seed * order.sequences + n, order.firstOwner + index * USERS_OF_SEQUENCE, crashes);
  });
}

/** Callers that each do one verb after another on accounts that all callers of all processes share. */
async function contend(
  { seed, node, callers, verbs }: Order & { work: "contend" },
  ledger: ReturnType<typeof startLedger>,
): Promise<void> {
  await Promise.all(
    Array.from({ length: callers }, async (_, caller) => {
      const next = contendingVerb(seededRandom(seed * 1000 + caller), `${node}-${caller}`);
      for (let n = 0; n < verbs; n++) {
        const verb = next();
        say({ verb, outcome: await submitVerb(ledger, verb) });
      }
    }),
  );
}

// Written by `startChild`.
if (import.meta.main) await obey(JSON.parse(process.argv[2] ?? "") as Order);
