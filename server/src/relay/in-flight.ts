/** Counts running calls, so that a stop can wait until each has been answered and charged. */
export interface InFlight {
  readonly draining: boolean;
  readonly count: number;
  /** The time to drain is over: what still runs is cut off. */
  readonly isOver: boolean;
  /** Calls back once when new calls are refused from now on, for who would go on for ever. Answers how not to be told. */
  onDraining(act: () => void): () => void;
  /** Registers a call; call the answer when it is settled. */
  enter(): () => void;
  /** Refuses new calls from now on. Resolves when all have left, or after the timeout; answers how many are left. */
  drain(timeoutMs: number): Promise<number>;
}

export function createInFlight(): InFlight {
  let count = 0;
  let draining = false;
  let isOver = false;
  let onEmpty: (() => void) | undefined;
  const toTell = new Set<() => void>();
  return {
    get draining() {
      return draining;
    },
    get count() {
      return count;
    },
    get isOver() {
      return isOver;
    },
    onDraining(act) {
      toTell.add(act);
      return () => toTell.delete(act);
    },
    enter() {
      count++;
      let left = false;
      return () => {
        if (left) return;
        left = true;
        count--;
        if (count === 0) onEmpty?.();
      };
    },
    async drain(timeoutMs) {
      draining = true;
      for (const act of toTell) act();
      toTell.clear();
      if (count > 0) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, timeoutMs);
          onEmpty = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      isOver = true;
      return count;
    },
  };
}
