import { useBlocker } from "@tanstack/react-router";
import { useRef, useState } from "react";

interface UnsavedGuard {
  /** Leaves at once when nothing would be lost; else asks first. */
  requestLeave: () => void;
  /** Leaves without asking: everything is saved. */
  leave: () => void;
  isAsking: boolean;
  answer: (isDiscarded: boolean) => void;
}

/** Keeps typed text from being lost by closing, navigating or closing the tab. `onLeave` closes the editor. */
export function useUnsavedGuard(isDirty: boolean, onLeave: () => void): UnsavedGuard {
  const [isAsking, setAsking] = useState(false);
  const isLeaving = useRef(false);
  const blocker = useBlocker({
    shouldBlockFn: () => isDirty && !isLeaving.current,
    enableBeforeUnload: () => isDirty && !isLeaving.current,
    withResolver: true,
  });
  const leave = () => {
    isLeaving.current = true;
    onLeave();
  };
  return {
    leave,
    requestLeave: () => (isDirty && !isLeaving.current ? setAsking(true) : leave()),
    isAsking: isAsking || blocker.status === "blocked",
    answer(isDiscarded) {
      setAsking(false);
      if (blocker.status === "blocked") {
        if (!isDiscarded) return blocker.reset();
        isLeaving.current = true;
        return blocker.proceed();
      }
      if (isDiscarded) leave();
    },
  };
}
