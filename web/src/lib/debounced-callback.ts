import { useEffect, useRef, useState } from "react";

interface DebouncedCallback<Arguments extends unknown[]> {
  /** Runs once, when no further call came for the delay. */
  call: (...args: Arguments) => void;
  /** Runs a waiting call at once. */
  flush: () => void;
}

/** `callback`, run `delayMs` after the last call. A waiting call is dropped when the component goes. */
export function useDebouncedCallback<Arguments extends unknown[]>(
  callback: (...args: Arguments) => void,
  delayMs: number,
): DebouncedCallback<Arguments> {
  const latest = useRef(callback);
  const [timer] = useState(() => createTimer<Arguments>());
  useEffect(() => {
    latest.current = callback;
  });
  useEffect(() => timer.cancel, [timer]);
  return {
    call: (...args) => timer.start(args, delayMs, (waiting) => latest.current(...waiting)),
    flush: timer.flush,
  };
}

function createTimer<Arguments extends unknown[]>() {
  let timeout: ReturnType<typeof setTimeout> | undefined;
  let run: (() => void) | undefined;
  const cancel = () => {
    clearTimeout(timeout);
    run = undefined;
  };
  const flush = () => {
    const due = run;
    cancel();
    due?.();
  };
  const start = (args: Arguments, delayMs: number, action: (args: Arguments) => void) => {
    cancel();
    run = () => action(args);
    timeout = setTimeout(flush, delayMs);
  };
  return { cancel, flush, start };
}
