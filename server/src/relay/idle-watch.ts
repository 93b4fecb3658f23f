/** Calls back once when nothing was seen for a time. Touching it is free: no timer is set per touch. */
export interface IdleWatch {
  touch(): void;
  stop(): void;
}

/** `idleMs` of 0 never fires. */
export function watchIdle(idleMs: number, onIdle: () => void): IdleWatch {
  return idleMs <= 0 ? ENDLESS : new RunningWatch(idleMs, onIdle);
}

const ENDLESS: IdleWatch = { touch: () => {}, stop: () => {} };

class RunningWatch implements IdleWatch {
  readonly #idleMs: number;
  readonly #onIdle: () => void;
  #lastMs = performance.now();
  #timer: ReturnType<typeof setTimeout>;

  constructor(idleMs: number, onIdle: () => void) {
    this.#idleMs = idleMs;
    this.#onIdle = onIdle;
    this.#timer = setTimeout(check, idleMs, this);
  }

  touch(): void {
    this.#lastMs = performance.now();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  check(): void {
    const leftMs = this.#lastMs + this.#idleMs - performance.now();
    if (leftMs <= 0) this.#onIdle();
    else this.#timer = setTimeout(check, leftMs, this);
  }
}

function check(watch: RunningWatch): void {
  watch.check();
}
