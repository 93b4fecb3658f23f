import { affiliateAccount, tokenAccount, userAccount } from "../../src/ledger/account.ts";
import { keyTime } from "../../src/ledger/charge-time.ts";
import type { Verb } from "../../src/ledger/verbs.ts";
import { seededRandom } from "./seeded-random.ts";
import type { SeededRandom } from "./seeded-random.ts";

/** Where a process dies: before the verbs of a step are submitted, or so many turns of the event loop after. */
export type Crash = "before" | { readonly turnsAfter: number };

/** Verbs that are submitted in one turn. */
export interface Step {
  readonly verbs: readonly Verb[];
  readonly crash?: Crash | undefined;
}

/** A few accounts of one owner and what happens to them. Data only, so that steps can be taken out of it. */
export interface Sequence {
  readonly openings: readonly (readonly [account: number, opening: number])[];
  readonly steps: readonly Step[];
}

export const STEPS_MAX = 12;
const STEPS_MIN = 3;
/** An account that nobody has opened. */
const NOBODY = 7;

/** Makes a sequence of 3 to 12 steps. `crashes` are those of its world: all its sequences die together. */
export function randomSequence(seed: number, owner: number, crashes: ReadonlyMap<number, Crash>): Sequence {
  const random = seededRandom(seed);
  const names = {
    payers: [userAccount(owner), userAccount(owner + 1)] as [number, number],
    token: tokenAccount(owner),
    affiliate: affiliateAccount(owner),
  };
  const verbs = verbMaker(
    random,
    names,
    `${keyTime(Date.UTC(2025, 11, 1))}${String(owner).padStart(9, "0")}`,
  );
  const length = random.between(STEPS_MIN, STEPS_MAX);
  return {
    openings: openingsOf(owner),
    steps: Array.from({ length }, (_, index) => ({
      verbs: Array.from({ length: random.chance(0.2) ? random.between(2, 3) : 1 }, verbs),
      crash: crashes.get(index),
    })),
  };
}

/** The accounts of a sequence and what they begin with: the same for an owner whatever the seed. */
export function openingsOf(owner: number): Sequence["openings"] {
  const random = seededRandom(owner);
  return [userAccount(owner), userAccount(owner + 1), tokenAccount(owner), affiliateAccount(owner)].map(
    (account) => [account, random.pick([0, 1, 50, 100, 200, 1000])] as const,
  );
}

/** Every sequence has two users to itself. */
export const USERS_OF_SEQUENCE = 2;

interface Names {
  payers: [number, number];
  token: number;
  affiliate: number;
}

/** Answers verbs one after another, which often refer to earlier ones, and sometimes are earlier ones again. */
function verbMaker(random: SeededRandom, names: Names, prefix: string): () => Verb {
  const made: Verb[] = [];
  const reserves: (Verb & { verb: "reserve" })[] = [];
  let keys = 0;
  const newKey = () => `${prefix}${String(keys++).padStart(3, "0")}`;
  const anyAccount = () => random.pick([...names.payers, names.token, names.affiliate]);
  const amount = () => random.pick([0, 1, 10, 50, 99, 100, 101, random.below(200)]);

  const reserve = (): Verb => {
    const payer = random.chance(0.03) ? NOBODY : random.pick(names.payers);
    const limit = random.chance(0.5)
      ? { account: random.chance(0.03) ? NOBODY : names.token, guarded: random.chance(0.7) }
      : undefined;
    const verb = { verb: "reserve" as const, holdId: newKey(), payer, limit, amount: amount() };
    reserves.push(verb);
    return verb;
  };
  const resolve = (): Verb => {
    const of = reserves[random.below(reserves.length)];
    if (!of) return reserve();
    const { holdId, payer } = of;
    const limit = of.limit?.account;
    if (random.chance(0.25)) return { verb: "release", holdId, payer, limit };
    return { verb: "settle", holdId, payer, limit, amount: random.chance(0.6) ? of.amount : amount() };
  };
  const post = (): Verb => {
    const key = newKey();
    const account = random.chance(0.03) ? NOBODY : anyAccount();
    switch (random.below(4)) {
      case 0:
        return { verb: "post", kind: "grant", key, account, change: { by: amount() } };
      case 1:
        return { verb: "post", kind: "adjust", key, account, change: { to: amount() - 20 } };
      case 2:
        return { verb: "post", kind: "adjust", key, account, change: { by: amount() - 100 } };
      default: {
        const [to, from] = random.chance(0.5) ? [names.payers[0], names.affiliate] : names.payers;
        return { verb: "post", kind: "transfer", key, account: to, from, change: { by: amount() } };
      }
    }
  };
  return () => {
    const replayed = random.chance(0.15) ? made[random.below(made.length)] : undefined;
    const roll = random.below(10);
    const verb = replayed ?? (roll < 4 ? reserve() : roll < 8 ? resolve() : post());
    made.push(verb);
    return verb;
  };
}
