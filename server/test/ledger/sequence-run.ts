import { isDeepStrictEqual } from "node:util";
import type { Balance, Outcome, Verb } from "../../src/ledger/verbs.ts";
import { STEPS_MAX } from "./random-sequence.ts";
import type { Sequence, Step } from "./random-sequence.ts";
import { ReferenceBooks } from "./reference-books.ts";
import { COMMIT_FAILED } from "./sequence-world.ts";
import type { World } from "./sequence-world.ts";
import { submitVerb } from "./submit-verb.ts";

/** What a sequence did that the reference does not allow. */
export interface Misstep {
  readonly sequence: Sequence;
  readonly problem: string;
}

/**
 * Runs sequences, whose accounts are open, in one world at the same time, step by step, next to a reference for each.
 * Answers the first misstep;
 * undefined when every outcome and every balance is as it must be.
 */
export async function runSequences(
  world: World,
  sequences: readonly Sequence[],
): Promise<Misstep | undefined> {
  const runs = sequences.map((sequence) => ({ sequence, books: ReferenceBooks.opened(sequence.openings) }));
  for (let index = 0; index < STEPS_MAX; index++) {
    const missteps = await runStep(world, runs, index);
    const first = missteps.find((misstep) => misstep !== undefined);
    if (first) return first;
  }
  return balancesMisstep(world, runs);
}

interface Run {
  readonly sequence: Sequence;
  books: ReferenceBooks;
}

/** All sequences of a world crash at the same steps, because they live in one process. */
async function runStep(world: World, runs: readonly Run[], index: number): Promise<(Misstep | undefined)[]> {
  const crash = runs.find((run) => run.sequence.steps[index]?.crash)?.sequence.steps[index]?.crash;
  if (crash === "before") {
    await world.crash();
    for (const run of runs) run.books.crash();
  }
  const { ledger } = world;
  const submitted = runs.map((run) =>
    (run.sequence.steps[index]?.verbs ?? []).map((verb) => submitVerb(ledger, verb)),
  );
  if (crash && crash !== "before") return crashDuring(world, runs, index, submitted, crash.turnsAfter);
  const outcomes = await Promise.all(
    submitted.map((verbs) => Promise.all(verbs.map((outcome) => outcome.catch(failed)))),
  );
  return runs.map((run, n) => explain(run, run.sequence.steps[index]?.verbs ?? [], outcomes[n] ?? []));
}

/**
 * The process dies while the step is decided. What it had answered must have happened; of the rest each verb has
 * happened or not. The database tells which: posts and charges by their keys.
 */
async function crashDuring(
  world: World,
  runs: readonly Run[],
  index: number,
  submitted: readonly Promise<Outcome>[][],
  turns: number,
): Promise<(Misstep | undefined)[]> {
  const answered: (Outcome | undefined)[][] = submitted.map((promises) => promises.map(() => undefined));
  for (const [n, promises] of submitted.entries())
    for (const [m, promise] of promises.entries())
      // A ledger that has died may refuse what is still waiting: nobody hears it.
      promise.then((outcome) => answered[n]?.splice(m, 1, outcome)).catch(() => {});
  for (let turn = 0; turn < turns; turn++) await new Promise<void>((resolve) => setImmediate(resolve));
  const heard = structuredClone(answered);
  await world.crash();
  const keys = runs.flatMap((run) => (run.sequence.steps[index]?.verbs ?? []).map(keyOf));
  const posted = await postedAmounts(world, keys);
  return runs.map((run, n) => {
    const misstep = afterCrash(run, run.sequence.steps[index]?.verbs ?? [], heard[n] ?? [], posted);
    run.books.crash();
    return misstep;
  });
}

/** A verb may be refused, and never fail. */
type Answer = Outcome | { failed: string };
const isMadeToFail = (answer: Answer | undefined) =>
  answer !== undefined && "failed" in answer && answer.failed === COMMIT_FAILED;
const failed = (error: unknown): Answer => ({ failed: String(error) });

const keyOf = (verb: Verb) => (verb.verb === "post" ? verb.key : verb.holdId);

/** Finds an order in which some of the verbs happened, all that were answered among them, and the rest did not. */
function afterCrash(
  run: Run,
  verbs: readonly Verb[],
  heard: readonly (Outcome | undefined)[],
  posted: ReadonlyMap<string, number>,
): Misstep | undefined {
  const numbers = verbs.map((_, n) => n);
  for (const happened of subsets(numbers)) {
    if (numbers.some((n) => heard[n] && !happened.includes(n))) continue;
    for (const order of permutations(happened)) {
      const books = run.books.copy();
      const fits = order.every((n) => {
        const verb = verbs[n];
        const outcome = verb && books.apply(verb);
        const told = heard[n];
        return told === undefined || (outcome && plain(told) === plain(outcome));
      });
      if (!fits || !verbs.every((verb) => books.posted.get(keyOf(verb)) === posted.get(keyOf(verb))))
        continue;
      run.books = books;
      return undefined;
    }
  }
  const found = verbs.map((verb) => posted.get(keyOf(verb)) ?? null);
  return {
    sequence: run.sequence,
    problem: `after a crash during ${JSON.stringify(verbs)}: answered ${JSON.stringify(heard)}, posted ${JSON.stringify(found)}`,
  };
}

async function postedAmounts(world: World, keys: readonly string[]): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const part of parts(keys)) {
    const rows = await world.database.kysely
      .selectFrom("ledger_entries")
      .select(["key", "kind", "amount"])
      .where("key", "in", part)
      .execute();
    for (const row of rows) found.set(row.key, row.kind === "charge" ? 0 - row.amount : row.amount);
  }
  return found;
}

/** No statement takes more values than an engine allows. */
function parts<Item>(items: readonly Item[]): Item[][] {
  const PART_MAX = 1000;
  return Array.from({ length: Math.ceil(items.length / PART_MAX) }, (_, n) =>
    items.slice(n * PART_MAX, (n + 1) * PART_MAX),
  );
}

/**
 * Verbs of one turn may be decided in any order, and must be decided in one. Those whose commit was made to fail have
 * not happened.
 */
function explain(run: Run, verbs: readonly Verb[], outcomes: readonly Answer[]): Misstep | undefined {
  let expected: Answer[] = [];
  const happened = verbs.map((_, n) => n).filter((n) => !isMadeToFail(outcomes[n]));
  for (const order of permutations(happened)) {
    const books = run.books.copy();
    const told = [...outcomes];
    for (const n of order) {
      const verb = verbs[n];
      if (verb) told[n] = books.apply(verb);
    }
    if (isDeepStrictEqual(told.map(plain), outcomes.map(plain))) {
      run.books = books;
      return undefined;
    }
    expected = told;
  }
  return {
    sequence: run.sequence,
    problem: `${JSON.stringify(verbs)} answered ${JSON.stringify(outcomes)} instead of ${JSON.stringify(expected)}`,
  };
}

/** An amount of -0 is 0. */
const plain = (outcome: Answer) => JSON.stringify(outcome, Object.keys(outcome).sort());

async function balancesMisstep(world: World, runs: readonly Run[]): Promise<Misstep | undefined> {
  const accounts = runs.flatMap((run) => [...run.books.accounts.keys()]);
  const balances = new Map<number, Balance>();
  for (const part of parts(accounts))
    for (const [account, balance] of await world.ledger.balances(part)) balances.set(account, balance);
  for (const run of runs) {
    for (const [account, expected] of run.books.accounts) {
      const found = balances.get(account);
      if (!isDeepStrictEqual({ ...found }, { ...expected }))
        return {
          sequence: run.sequence,
          problem: `account ${account} is ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`,
        };
    }
  }
  return undefined;
}

function permutations(items: readonly number[]): number[][] {
  if (items.length <= 1) return [[...items]];
  const found: number[][] = [];
  for (const item of items)
    for (const rest of permutations(items.filter((other) => other !== item))) found.push([item, ...rest]);
  return found;
}

function subsets(items: readonly number[]): number[][] {
  return Array.from({ length: 2 ** items.length }, (_, mask) => items.filter((_item, n) => mask & (1 << n)));
}

/** A sequence without what does not matter for its failure: steps, then verbs, are taken out while it still fails. */
export async function shrink(
  sequence: Sequence,
  fails: (sequence: Sequence) => Promise<boolean>,
): Promise<Sequence> {
  let smallest = sequence;
  for (let again = true; again;) {
    again = false;
    for (const smaller of smallerSequences(smallest)) {
      if (!(await fails(smaller))) continue;
      smallest = smaller;
      again = true;
      break;
    }
  }
  return smallest;
}

function smallerSequences(sequence: Sequence): Sequence[] {
  const withSteps = (steps: readonly Step[]): Sequence => ({ ...sequence, steps });
  const { steps } = sequence;
  const thinner: Sequence[] = [];
  for (const [n, step] of steps.entries()) {
    if (step.crash) thinner.push(withSteps(steps.with(n, { verbs: step.verbs })));
    if (step.verbs.length === 1) continue;
    for (const verb of step.verbs)
      thinner.push(
        withSteps(steps.with(n, { ...step, verbs: step.verbs.filter((other) => other !== verb) })),
      );
  }
  const without = steps.map((_, n) => withSteps(steps.filter((_step, other) => other !== n)));
  return [...without, ...thinner];
}
