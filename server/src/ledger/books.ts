import type { AccountId } from "./account.ts";
import type { Balance, Outcome, Verb } from "./verbs.ts";

/** An outcome that is known at once, or after a commit. */
export type Decision = Outcome | Promise<Outcome>;

/** Where verbs are decided and kept: in memory over SQLite, under row locks on PostgreSQL. */
export interface Books {
  decide(verb: Verb): Decision;
  /** The balances of those of the accounts that exist. */
  balances(accounts: readonly AccountId[]): Promise<Map<AccountId, Balance>>;
  /** Open holds of this ledger's node. */
  holdCount(): Promise<number>;
  /** Frees the holds of a node that ended; answers how many. */
  freeHoldsOf(nodeId: string): Promise<number>;
  /** Differences that only the books themselves can see. */
  differences(): string[];
  /** Resolves when everything submitted so far is decided and stands where it is to stay. */
  idle(): Promise<void>;
}
