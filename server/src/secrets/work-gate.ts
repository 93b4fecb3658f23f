/** Lets a bounded number of pieces of work run at once and a bounded number wait, in order of arrival. */
export interface WorkGate {
  /** Runs the work when its turn comes. Throws what `refuse` makes when too many wait already. */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** `refuse` makes the error for work that may not even wait. */
export function createWorkGate(maxRunning: number, maxWaiting: number, refuse: () => Error): WorkGate {
  let running = 0;
  const waiting: (() => void)[] = [];

  return {
    async run(work) {
      if (running < maxRunning) running += 1;
      else if (waiting.length >= maxWaiting) throw refuse();
      // Whoever finishes hands its place over without giving it up, so nobody can slip in between.
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next === undefined) running -= 1;
        else next();
      }
    },
  };
}
