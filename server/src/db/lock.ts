/** A fair mutual exclusion: waiters get it in the order they asked. */
export interface Lock {
  /** Takes the lock at once when it is free. */
  tryAcquire(): boolean;
  /** Rejects once the lock is closed. */
  acquire(): Promise<void>;
  release(): void;
  /** Takes the lock for good: whoever waits or comes later is refused with the error. */
  close(error: Error): Promise<void>;
}

export function createLock(): Lock {
  let held = false;
  let closed: Error | undefined;
  const waiters: { resolve: () => void; reject: (error: Error) => void }[] = [];
  return {
    tryAcquire() {
      if (held || closed) return false;
      held = true;
      return true;
    },
    acquire() {
      if (!held && !closed) {
        held = true;
        return Promise.resolve();
      }
      if (closed) return Promise.reject(closed);
      return new Promise((resolve, reject) => waiters.push({ resolve, reject }));
    },
    release() {
      const next = waiters.shift();
      if (next) next.resolve();
      else held = false;
    },
    async close(error) {
      await this.acquire();
      closed = error;
      for (const waiter of waiters.splice(0)) waiter.reject(error);
    },
  };
}
