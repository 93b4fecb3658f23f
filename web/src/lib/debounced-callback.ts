import { useEffect, useMemo, useRef } from "react";

/** A function that runs `callback` once, `delayMs` after the last call; `flush` runs a waiting call at once. */
export function useDebouncedCallback<Arguments extends unknown[]>(
  callback: (...args: Arguments) => void,
  delayMs: number,
): { call: (...args: Arguments) => void; flush: () => void } {
  const latest = useRef(callback);
  useEffect(() => {
    latest.current = callback;
  });
  const debounced = useMemo(() => createDebounced<Arguments>((...args) => latest.current(...args), delayMs), [delayMs]);
  useEffect(() => debounced.cancel, [debounced]);
  return debounced;
}

function createDebounced<Arguments extends unknown[]>(run: (...args: Arguments) => void, delayMs: number) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waiting: Arguments | undefined;
  const cancel = () => {
    clearTimeout(timer);
    waiting = undefined;
  };
  const flush = () => {
    const args = waiting;
    cancel();
    if (args !== undefined) run(...args);
  };
  const call = (...args: Arguments) => {
    cancel();
    waiting = args;
    timer = setTimeout(flush, delayMs);
  };
  return { call, flush, cancel };
}
