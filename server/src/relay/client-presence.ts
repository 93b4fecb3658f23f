/** Whether the client of a call is still there. */
export interface ClientPresence {
  /** Known only while somebody watches, and a tenth of a second late at most. */
  readonly hasLeft: boolean;
  /** Calls back once when the client leaves, at once when it has left. One watcher at a time: it replaces the last. */
  watch(onLeft: () => void): void;
  /** Ends the watch. */
  unwatch(): void;
}

/**
 * Asking the runtime for a request's signal costs more than the rest of a short call's bookkeeping, and most calls are
 * over before anybody could leave: so it is asked for when a call has lasted one to two turns of this.
 */
const TURN_MS = 50;

type Watched = ClientPresence & { attach(): void };

/** Watched calls whose signal has not been asked for: those that came in this turn, and those of the turn before. */
let young = new Set<Watched>();
let older = new Set<Watched>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** The client of a request that has just arrived. */
export function clientOf(request: { readonly signal: AbortSignal }): ClientPresence {
  let signal: AbortSignal | undefined;
  let callback: (() => void) | undefined;
  const leave = () => {
    const told = callback;
    callback = undefined;
    told?.();
  };
  const client: Watched = {
    get hasLeft() {
      return signal?.aborted ?? false;
    },
    watch(onLeft) {
      callback = onLeft;
      if (signal?.aborted) leave();
      else if (!signal) attachLater(client);
    },
    unwatch() {
      callback = undefined;
      if (!signal && !young.delete(client)) older.delete(client);
    },
    attach() {
      ({ signal } = request);
      if (signal.aborted) leave();
      else signal.addEventListener("abort", leave, { once: true });
    },
  };
  return client;
}

function attachLater(client: Watched): void {
  young.add(client);
  timer ??= setTimeout(endTurn, TURN_MS);
}

function endTurn(): void {
  for (const client of older) client.attach();
  older.clear();
  [young, older] = [older, young];
  timer = older.size === 0 ? undefined : setTimeout(endTurn, TURN_MS);
}
