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

/** Watched calls whose signal has not been asked for: those that came in this turn, and those of the turn before. */
let young = new Set<RequestClient>();
let older = new Set<RequestClient>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** The client of a request that has just arrived. */
export function clientOf(request: { readonly signal: AbortSignal }): ClientPresence {
  return new RequestClient(request);
}

/** A class, because every call makes one: closures would be nine objects more. */
class RequestClient implements ClientPresence {
  readonly #request: { readonly signal: AbortSignal };
  #signal: AbortSignal | undefined;
  #onLeft: (() => void) | undefined;

  constructor(request: { readonly signal: AbortSignal }) {
    this.#request = request;
  }

  get hasLeft(): boolean {
    return this.#signal?.aborted ?? false;
  }

  watch(onLeft: () => void): void {
    this.#onLeft = onLeft;
    if (this.#signal?.aborted) this.#leave();
    else if (!this.#signal) attachLater(this);
  }

  unwatch(): void {
    this.#onLeft = undefined;
    if (!this.#signal && !young.delete(this)) older.delete(this);
  }

  attach(): void {
    const { signal } = this.#request;
    this.#signal = signal;
    if (signal.aborted) this.#leave();
    else signal.addEventListener("abort", () => this.#leave(), { once: true });
  }

  #leave(): void {
    const told = this.#onLeft;
    this.#onLeft = undefined;
    told?.();
  }
}

function attachLater(client: RequestClient): void {
  young.add(client);
  timer ??= setTimeout(endTurn, TURN_MS);
}

function endTurn(): void {
  for (const client of older) client.attach();
  older.clear();
  [young, older] = [older, young];
  timer = older.size === 0 ? undefined : setTimeout(endTurn, TURN_MS);
}
