/** Calls back once when nothing was seen for a time. Touching it is free: no timer is set per touch. */
export interface IdleWatch {
  touch(): void;
  stop(): void;
}

/** `idleMs` of 0 never fires. */
export function watchIdle(idleMs: number, onIdle: () => void): IdleWatch {
  if (idleMs <= 0) return { touch: () => {}, stop: () => {} };
  let lastMs = performance.now();
  let timer = setTimeout(check, idleMs);
  function check() {
    const leftMs = lastMs + idleMs - performance.now();
    if (leftMs <= 0) onIdle();
    else timer = setTimeout(check, leftMs);
  }
  return {
    touch: () => {
      lastMs = performance.now();
    },
    stop: () => clearTimeout(timer),
  };
}
