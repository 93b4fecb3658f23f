import { useMutation } from "@tanstack/react-query";
import { auditLedger } from "@tollgate/contract/ledger";
import { useEffect, useState } from "react";
import { call } from "../../api/api-client.ts";

/** Proves the books on the live database; its failure is shown where it was asked for. */
export function useAudit() {
  return useMutation({ mutationFn: () => call(auditLedger), meta: { isQuiet: true } });
}

/** Whole seconds since `isRunning` became true; 0 while it is not. */
export function useElapsedSeconds(isRunning: boolean): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    if (!isRunning) return;
    const startMs = Date.now();
    const timer = setInterval(() => setSeconds(Math.floor((Date.now() - startMs) / 1000)), 1000);
    return () => {
      clearInterval(timer);
      setSeconds(0);
    };
  }, [isRunning]);
  return seconds;
}
