import { join } from "node:path";
import { migrate } from "../../src/db/migrator.ts";
import { openSqlite } from "../../src/db/sqlite/sqlite-database.ts";
import { auditBooks } from "../../src/ledger/audit.ts";
import { openingsOf, randomSequence, STEPS_MAX, USERS_OF_SEQUENCE } from "./random-sequence.ts";
import type { Crash, Sequence } from "./random-sequence.ts";
import { seededRandom } from "./seeded-random.ts";
import { runSequences, shrink } from "./sequence-run.ts";
import type { Misstep } from "./sequence-run.ts";
import { openAccounts, openSqliteWorld } from "./sequence-world.ts";

const FIRST_OWNER = 100;
const CRASHES_MAX = 4;
const COMMIT_FAILS = 0.03;

export interface SqliteWorlds {
  /** Runs a world of the seed, which throws with the shortest sequence that fails, if one does. */
  prove(seed: number): Promise<void>;
}

/**
 * Worlds of so many random sequences on SQLite, each on its own copy of the same opened accounts: with replays, refusals,
 * commits that fail, and crashes between any two steps and during them. At its end a world crashes and is audited.
 */
export async function sqliteWorlds(folder: string, count: number): Promise<SqliteWorlds> {
  const template = join(folder, `${crypto.randomUUID()}.db`);
  const owners = Array.from({ length: count }, (_, n) => FIRST_OWNER + n * USERS_OF_SEQUENCE);
  const database = openSqlite(template);
  await migrate(database);
  await openAccounts(database, owners.flatMap(openingsOf));
  await database.close();
  return {
    async prove(seed) {
      const sequences = sequencesOf(seed, owners);
      const attempt = (some: readonly Sequence[]) => run(template, seed, some);
      const misstep = await attempt(sequences);
      if (misstep) throw new Error(`seed ${seed}: ${await explained(misstep, sequences, attempt)}`);
    },
  };
}

/** The sequences of a world: which steps it dies at is the world's, what they do is theirs. */
function sequencesOf(seed: number, owners: readonly number[]): Sequence[] {
  const random = seededRandom(seed);
  const crashes = new Map<number, Crash>();
  for (let crash = random.below(CRASHES_MAX + 1); crash > 0; crash--)
    crashes.set(random.below(STEPS_MAX), random.chance(0.3) ? "before" : { turnsAfter: random.below(4) });
  return owners.map((owner, n) => randomSequence(seed * owners.length + n, owner, crashes));
}

type Attempt = (sequences: readonly Sequence[]) => Promise<Misstep | undefined>;

/** One world with these sequences; when it dies at the end, what is on disk must be right as well. */
async function run(
  template: string,
  seed: number,
  sequences: readonly Sequence[],
): Promise<Misstep | undefined> {
  const [sequence] = sequences;
  if (!sequence) return undefined;
  const random = seededRandom(seed);
  try {
    await using world = await openSqliteWorld(template, () => random.chance(COMMIT_FAILS));
    const misstep = await runSequences(world, sequences);
    if (misstep) return misstep;
    await world.crash();
    const { differences } = await auditBooks(world.database.kysely);
    return differences.length === 0 ? undefined : { sequence, problem: differences.join("; ") };
  } catch (error) {
    return { sequence, problem: String(error) };
  }
}

/** A failure with what led to it: one sequence, as short as it can be, where one alone fails. */
async function explained(misstep: Misstep, all: readonly Sequence[], attempt: Attempt): Promise<string> {
  const fails = async (sequence: Sequence) => (await attempt([sequence])) !== undefined;
  const suspect = (await fails(misstep.sequence)) ? misstep.sequence : await failingHalf(all, attempt);
  if (!suspect) return `only all sequences together: ${misstep.problem}`;
  const smallest = await shrink(suspect, fails);
  const { problem } = (await attempt([smallest])) ?? misstep;
  return `${problem}\n${JSON.stringify(smallest)}`;
}

async function failingHalf(sequences: readonly Sequence[], attempt: Attempt): Promise<Sequence | undefined> {
  if (sequences.length === 1) return sequences[0];
  const middle = Math.floor(sequences.length / 2);
  for (const half of [sequences.slice(0, middle), sequences.slice(middle)])
    if (await attempt(half)) return failingHalf(half, attempt);
  return undefined;
}
