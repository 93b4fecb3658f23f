import { DatabaseAwayError } from "../db/database-away.ts";

/**
 * Gathers what arrives in one turn of the event loop and commits it together. While a commit runs, the next batch
 * gathers. When a batch fails, its members are tried one by one, so that one bad member cannot fail its neighbours.
 */
export interface GroupCommit<Item, Result> {
  submit(item: Item): Promise<Result>;
  /** Resolves when everything submitted so far has been committed or refused. */
  idle(): Promise<void>;
}

const BATCH_MAX = 500;

interface Member<Item, Result> {
  readonly item: Item;
  readonly outcome: PromiseWithResolvers<Result>;
}

/** `commit` answers one result for each item, in order, and must be atomic. */
export function createGroupCommit<Item, Result>(
  commit: (items: Item[]) => Promise<Result[]>,
): GroupCommit<Item, Result> {
  let waiting: Member<Item, Result>[] = [];
  let running: Promise<void> | undefined;

  const commitMembers = async (members: Member<Item, Result>[]): Promise<void> => {
    try {
      const results = await commit(members.map((member) => member.item));
      let index = 0;
      for (const member of members) {
        const result = results[index++];
        if (result === undefined) member.outcome.reject(new Error("the group commit lost a result"));
        else member.outcome.resolve(result);
      }
    } catch (error) {
      const [only, ...others] = members;
      // Nobody fares better alone at a database that is away.
      if (error instanceof DatabaseAwayError) for (const member of members) member.outcome.reject(error);
      else if (only && others.length === 0) only.outcome.reject(error);
      else for (const member of members) await commitMembers([member]);
    }
  };

  const run = async (): Promise<void> => {
    await new Promise<void>((resolve) => setImmediate(resolve));
    while (waiting.length > 0) {
      const members = waiting.splice(0, BATCH_MAX);
      await commitMembers(members);
    }
    running = undefined;
  };

  return {
    submit(item) {
      const outcome = Promise.withResolvers<Result>();
      waiting.push({ item, outcome });
      running ??= run();
      return outcome.promise;
    },
    async idle() {
      while (running) await running;
    },
  };
}
