/** Stores things in the background, several at a time, the newest of each name. */
export interface BatchWriter<Item> {
  /** Replaces what waits under the same name. Returns at once. */
  put(name: string, item: Item): void;
  /** Takes out what waits and is meant. */
  drop(isMeant: (item: Item) => boolean): void;
  /** Resolves when everything that waits has been tried once. Never rejects. */
  flush(): Promise<void>;
  /** Writes what waits, as far as that works, and takes nothing more. */
  close(): Promise<void>;
}

export interface BatchWriterOptions<Item> {
  write(items: readonly Item[]): Promise<void>;
  /** How long the first of a batch waits for others. */
  delayMs: number;
  /** Hears when writing begins to fail; until it works again, no more. */
  onProblem(problem: unknown): void;
}

const BATCH_MAX = 200;
/** Beyond this many the oldest are given up: what stores them has been away for long. */
const WAITING_MAX = 10_000;
const RETRY_MS = 2000;

/** What cannot be written is tried again, and given up when there is too much of it. */
export function createBatchWriter<Item>({
  write,
  delayMs,
  onProblem,
}: BatchWriterOptions<Item>): BatchWriter<Item> {
  const waiting = new Map<string, Item>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let writing: Promise<boolean> | undefined;
  let isFailing = false;
  let isClosed = false;

  const plan = (afterMs: number) => {
    if (isClosed) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      void writeAll();
    }, afterMs);
    timer.unref();
  };
  const writeBatches = async (): Promise<boolean> => {
    while (waiting.size > 0) {
      // One at a time after a failure, so that something that can never be stored holds up nothing else.
      const batch = [...waiting].slice(0, isFailing ? 1 : BATCH_MAX);
      for (const [name] of batch) waiting.delete(name);
      try {
        await write(batch.map(([, item]) => item));
        isFailing = false;
      } catch (problem) {
        // What came in the meantime is newer.
        for (const [name, item] of batch) if (!waiting.has(name)) waiting.set(name, item);
        if (!isFailing) onProblem(problem);
        isFailing = true;
        return false;
      }
    }
    return true;
  };
  const writeAll = (): Promise<boolean> => {
    writing ??= writeBatches().finally(() => {
      writing = undefined;
      if (waiting.size > 0) plan(isFailing ? RETRY_MS : delayMs);
    });
    return writing;
  };

  return {
    put(name, item) {
      if (isClosed) return;
      waiting.delete(name);
      waiting.set(name, item);
      const [oldest] = waiting.keys();
      if (waiting.size > WAITING_MAX && oldest !== undefined) waiting.delete(oldest);
      plan(delayMs);
    },
    drop(isMeant) {
      for (const [name, item] of waiting) if (isMeant(item)) waiting.delete(name);
    },
    async flush() {
      await writing;
      await writeAll();
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await writing;
      await writeAll();
    },
  };
}
