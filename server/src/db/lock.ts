/** A fair mutual exclusion: waiters get it in the order they asked. */
export interface Lock {
  /** Takes the lock at once when it is free. */
  tryAcquire(): boolean;
  acquire(): Promise<void>;
  release(): void;
}

export function createLock(): Lock {
  let held = false;
  const waiters: (() => void)[] = [];
  return {
    tryAcquire() {
      if (held) return false;
      held = true;
      return true;
    },
    acquire() {
      if (!held) {
        held = true;
        return Promise.resolve();
      }
      return new Promise((resolve) => waiters.push(resolve));
    },
    release() {
      const next = waiters.shift();
      if (next) next();
      else held = false;
    },
  };
}
