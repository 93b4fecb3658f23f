import type { AccountId } from "./account.ts";
import type { Outcome, Verb } from "./verbs.ts";

/** An outcome that is known at once, or after a commit. */
export type Decision = Outcome | Promise<Outcome>;

/** Where verbs are decided and kept: in memory over SQLite, under row locks on PostgreSQL. */
export interface Books {
  decide(verb: Verb): Decision;
  /** What is held of each account, where the database does not know it; undefined: it does. */
  heldOf(account: AccountId): number | undefined;
  /** Open holds of this ledger's node. */
  holdCount(): Promise<number>;
  /** Frees the holds of a node that ended; answers how many. */
  freeHoldsOf(nodeId: string): Promise<number>;
  /** Differences that only the books themselves can see. */
  differences(): string[];
  /** Resolves when everything submitted so far is decided. */
  idle(): Promise<void>;
}
