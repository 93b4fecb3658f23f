import type { Kysely } from "kysely";
import type { Schema } from "../db/schema.ts";
import { accountName } from "./account.ts";
import { archiveLines } from "./archive-file.ts";
import { checkpointByDigest, checkpointSums } from "./archive-store.ts";
import type { ArchivedEntry } from "./archive-store.ts";

interface Sum {
  amount: number;
  charges: number;
}

/** What an archive's file says, and what is wrong with it; sentences, none when it is what was archived. */
export interface ArchiveReport {
  readonly file: string;
  readonly entries: number;
  readonly differences: readonly string[];
}

const REPORTED_MAX = 20;

/** Proves that a file is what was archived under a checkpoint: its digest, its count, and every account's sum. */
export async function verifyArchive(db: Kysely<Schema>, file: string): Promise<ArchiveReport> {
  let content: Awaited<ReturnType<typeof readArchive>>;
  try {
    content = await readArchive(file);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { file, entries: 0, differences: [`${file} cannot be read as an archive: ${reason}`] };
  }
  const { digest, entries, sums } = content;
  const checkpoint = await checkpointByDigest(db, digest);
  if (!checkpoint)
    return { file, entries, differences: [`${file} belongs to no checkpoint: its digest is ${digest}`] };
  const differences: string[] = [];
  if (checkpoint.entries !== entries)
    differences.push(
      `${file} has ${entries} charges, checkpoint ${checkpoint.id} counts ${checkpoint.entries}`,
    );
  for (const { account, amount, charges } of await checkpointSums(db, checkpoint.id)) {
    const sum = sums.get(account) ?? { amount: 0, charges: 0 };
    if (sum.amount !== amount || sum.charges !== charges)
      differences.push(
        `${file}: the charges of ${accountName(account)} sum to ${sum.amount} (${sum.charges}), checkpoint ${checkpoint.id} says ${amount} (${charges})`,
      );
    sums.delete(account);
  }
  for (const [account] of sums)
    differences.push(`${file} has charges of ${accountName(account)}, checkpoint ${checkpoint.id} has none`);
  return { file, entries, differences: differences.slice(0, REPORTED_MAX) };
}

async function readArchive(
  file: string,
): Promise<{ digest: string; entries: number; sums: Map<number, Sum> }> {
  const hasher = new Bun.CryptoHasher("sha256");
  const sums = new Map<number, Sum>();
  let entries = -1;
  for await (const line of archiveLines(file)) {
    hasher.update(`${line}\n`);
    entries += 1;
    if (entries === 0) continue;
    // A file with the digest of a checkpoint has the lines that were written for it; any other is refused as a whole.
    const entry = JSON.parse(line) as ArchivedEntry;
    add(sums, entry.account, entry.amount);
    if (entry.second_account !== null) add(sums, entry.second_account, entry.second_amount);
  }
  return { digest: hasher.digest("hex"), entries: Math.max(entries, 0), sums };
}

function add(sums: Map<number, Sum>, account: number, amount: number): void {
  const sum = sums.get(account);
  if (!sum) sums.set(account, { amount, charges: 1 });
  else {
    sum.amount += amount;
    sum.charges += 1;
  }
}
