import type { BulkWork } from "../db/bulk.ts";
import type { AccountId } from "./account.ts";
import { deleteJournalLines, insertJournalLine, updateAccounts } from "./ledger-store.ts";
import type { JournalLine } from "./ledger-store.ts";
import type { ResidentAccounts } from "./resident-accounts.ts";

/**
 * Where balances are written when they change: one behind the other, a line a commit, whatever accounts they are of.
 * The rows of the accounts follow later, in the order of their numbers, some with each commit: an account that was
 * charged a hundred times since is written once, and neighbours share a page. What has not followed when a process ends
 * is read from the journal by the next.
 */
export interface BalanceJournal {
  /** For one commit. */
  turn(): JournalTurn;
  /** Whether rows are behind the journal. */
  isBehind(): boolean;
}

export interface JournalTurn {
  /** What the commit writes: the balances that it has changed, and rows that follow. */
  write(changed: ReadonlySet<AccountId>): BulkWork<void>;
  /** Says that it has been committed. After a commit that failed nothing is said, and its rows follow with another. */
  committed(): void;
}

export interface JournalLimits {
  /** Balances in the journal at which their rows begin to follow. */
  readonly balances: number;
  /** Or this many lines. */
  readonly lines: number;
}

/** Read in a quarter of a second by a start after a crash; many enough that rows which follow share their pages. */
export const JOURNAL_LIMITS: JournalLimits = { balances: 250_000, lines: 2000 };

/** Rows that follow with a commit, at least; and twice as many as the commit has changed, so that they catch up. */
const FOLLOWING_MIN = 64;
const FORGOTTEN_LINES_MAX = 64;

/** Lines of the journal whose accounts are being written into their rows. */
interface Following {
  readonly accounts: readonly AccountId[];
  /** How many of them are in their rows. */
  written: number;
  /** Once all are, the lines can go. */
  firstLine: number;
  readonly lastLine: number;
}

/** `kept` are the lines that the last process has left. */
export function createBalanceJournal(
  accounts: ResidentAccounts,
  kept: readonly JournalLine[],
  limits: JournalLimits,
): BalanceJournal {
  let firstLine = kept[0]?.number ?? 1;
  let lastLine = kept.at(-1)?.number ?? 0;
  /** Accounts of the lines from `firstLine` on. */
  let noted = new Set<AccountId>();
  let balancesNoted = 0;
  let following: Following | undefined;

  for (const { balances } of kept) {
    for (const [account, posted, used, requests] of balances) {
      accounts.restore(account, { posted, held: 0, used, requests });
      noted.add(account);
    }
    balancesNoted += balances.length;
  }

  const startFollowing = (): Following => {
    const sorted = [...noted].sort((a, b) => a - b);
    const started = { accounts: sorted, written: 0, firstLine, lastLine };
    firstLine = lastLine + 1;
    noted = new Set();
    balancesNoted = 0;
    return started;
  };

  /** A line that is not committed leaves a gap in the numbers, and its accounts are written as they are. */
  const note = (changed: ReadonlySet<AccountId>) => {
    lastLine += 1;
    balancesNoted += changed.size;
    for (const account of changed) noted.add(account);
    accounts.markAhead(changed, true);
    return insertJournalLine({ number: lastLine, balances: accounts.lines(changed) });
  };

  const turn = (): JournalTurn => {
    let committed = () => {};
    return {
      *write(changed) {
        if (changed.size > 0) yield note(changed);
        const isFull = balancesNoted >= limits.balances || lastLine - firstLine + 1 >= limits.lines;
        if (!following && noted.size > 0 && (isFull || changed.size === 0)) following = startFollowing();
        const current = following;
        if (!current) return;
        const { written, firstLine: first, lastLine: last } = current;
        const part = current.accounts.slice(written, written + Math.max(FOLLOWING_MIN, 2 * changed.size));
        if (part.length > 0) {
          yield updateAccounts(accounts.stored(part));
          committed = () => {
            current.written = Math.max(current.written, written + part.length);
            accounts.markAhead(
              part.filter((account) => !noted.has(account)),
              false,
            );
          };
          return;
        }
        const end = Math.min(last, first + FORGOTTEN_LINES_MAX - 1);
        yield deleteJournalLines(Array.from({ length: end - first + 1 }, (_, index) => first + index));
        committed = () => {
          current.firstLine = Math.max(current.firstLine, end + 1);
          if (current.firstLine > last && following === current) following = undefined;
        };
      },
      committed: () => committed(),
    };
  };
  return { turn, isBehind: () => following !== undefined || noted.size > 0 };
}
