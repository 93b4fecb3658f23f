interface Waiter {
  check(): void;
  fail(error: Error): void;
}

export interface ConditionWaiter {
  /**
   * Resolves with the first value other than undefined that `probe` gives, now or after a change.
   * Rejects when `probe` throws, or after `timeoutMs` with what was waited for.
   */
  until<T>(awaited: string, timeoutMs: number, probe: () => T | undefined): Promise<T>;
  /** To be called after each change that a probe may look at. */
  changed(): void;
  /** Rejects everything still waited for. */
  giveUp(reason: string): void;
}

/** Waits for conditions that hold after some change, without polling. */
export function createConditionWaiter(): ConditionWaiter {
  const waiters = new Set<Waiter>();

  return {
    until(awaited, timeoutMs, probe) {
      return new Promise((resolve, reject) => {
        function settle(act: () => void): void {
          clearTimeout(timer);
          waiters.delete(waiter);
          act();
        }
        const waiter: Waiter = {
          check() {
            try {
              const value = probe();
              if (value !== undefined) settle(() => resolve(value));
            } catch (error) {
              settle(() => reject(error));
            }
          },
          fail(error) {
            settle(() => reject(error));
          },
        };
        const timer = setTimeout(
          () => waiter.fail(new Error(`Waited ${timeoutMs} ms in vain for ${awaited}.`)),
          timeoutMs,
        );
        waiters.add(waiter);
        waiter.check();
      });
    },
    changed() {
      for (const waiter of waiters) waiter.check();
    },
    giveUp(reason) {
      for (const waiter of waiters) waiter.fail(new Error(reason));
    },
  };
}
