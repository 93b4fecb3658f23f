import { archiveCharges } from "../../src/ledger/archive.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { openWhere } from "./ledger-process.ts";
import type { Whereabouts } from "./ledger-process.ts";

/** What a child process is told: archive, and die without warning before the given statement. */
export interface ArchiveOrder extends Whereabouts {
  beforeDate: string;
  file: string;
  batchSize: number;
  dieAtStatement: number;
}

/** Runs `order` in a process of its own; answers whether it came to its end. */
export async function archiveInProcess(order: ArchiveOrder): Promise<boolean> {
  const child = Bun.spawn([process.execPath, import.meta.path, JSON.stringify(order)], {
    stdout: "ignore",
    stderr: "pipe",
  });
  const [code, complaint] = await Promise.all([child.exited, new Response(child.stderr).text()]);
  if (code !== 0 && child.signalCode !== "SIGKILL") throw new Error(`the archive failed: ${complaint}`);
  return code === 0;
}

async function archiveAndDie(order: ArchiveOrder): Promise<void> {
  const { engine, dieAtStatement } = order;
  const database = openWhere(order);
  let statements = 0;
  const kysely = database.kysely.withPlugin({
    transformQuery({ node }) {
      statements += 1;
      if (statements === dieAtStatement) process.kill(process.pid, "SIGKILL");
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
  await archiveCharges({ ...order, database: { engine, kysely }, clock: systemClock });
  await database.close();
}

if (import.meta.main) {
  // Written by `archiveInProcess`.
  await archiveAndDie(JSON.parse(process.argv[2] ?? "") as ArchiveOrder);
}
