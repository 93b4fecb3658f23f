/** Work that goes on until it is stopped. */
export interface RecurringWork {
  /** Begins nothing more, asks what runs to stop, and resolves when it has. */
  stop(): Promise<void>;
}

/** Does the work at intervals, never twice at once. It must not reject; the signal fires when it should stop early. */
export function startRecurringWork(
  work: (signal: AbortSignal) => Promise<unknown>,
  intervalMs: number,
): RecurringWork {
  const stopping = new AbortController();
  let running: Promise<unknown> | undefined;
  const timer = setInterval(() => {
    running ??= work(stopping.signal).finally(() => (running = undefined));
  }, intervalMs);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await running;
    },
  };
}
