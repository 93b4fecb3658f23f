import { affiliateAccount, tokenAccount, userAccount } from "../../src/ledger/account.ts";
import type { Verb } from "../../src/ledger/verbs.ts";
import type { SeededRandom } from "./seeded-random.ts";

const USERS = [1, 2, 3] as const;
const SHARED_OPENING = 300;

/** Few accounts and little money, so that callers are in each other's way. */
export const SHARED_OPENINGS = USERS.flatMap((user) => [
  [userAccount(user), SHARED_OPENING] as const,
  [tokenAccount(user), SHARED_OPENING] as const,
  [affiliateAccount(user), SHARED_OPENING] as const,
]);

/**
 * Verbs of one caller. A charge never exceeds its hold and nothing is taken by correction, so that no balance may end
 * below zero, however they interleave. Keys of gifts are shared by all callers: each may be posted once.
 */
export function contendingVerb(random: SeededRandom, prefix: string): () => Verb {
  const open: (Verb & { verb: "reserve" })[] = [];
  const made: Verb[] = [];
  let keys = 0;
  const fresh = (): Verb => {
    const user = random.pick(USERS);
    const hold =
      open.length > 0 && random.chance(0.55) ? open.splice(random.below(open.length), 1)[0] : undefined;
    if (hold) {
      const { holdId, payer } = hold;
      const limit = hold.limit?.account;
      return random.chance(0.2)
        ? { verb: "release", holdId, payer, limit }
        : { verb: "settle", holdId, payer, limit, amount: random.between(0, hold.amount) };
    }
    const roll = random.below(10);
    if (roll === 0) {
      const key = `gift-${random.below(200)}`;
      return { verb: "post", kind: "grant", key, account: userAccount(user), change: { by: 20 } };
    }
    const key = `${prefix}-${keys++}`;
    if (roll === 1) {
      const [account, from] = [userAccount(user), affiliateAccount(user)];
      return { verb: "post", kind: "transfer", key, account, from, change: { by: 7 } };
    }
    const limit = random.chance(0.5) ? { account: tokenAccount(user), guarded: true } : undefined;
    const reserve = {
      verb: "reserve" as const,
      holdId: key,
      payer: userAccount(user),
      limit,
      amount: random.below(9),
    };
    open.push(reserve);
    return reserve;
  };
  return () => {
    const verb = (random.chance(0.1) ? made[random.below(made.length)] : undefined) ?? fresh();
    made.push(verb);
    return verb;
  };
}
