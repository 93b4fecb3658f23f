import { useQuery } from "@tanstack/react-query";
import { explainLog, explainOwnLog } from "@tollgate/contract/logs";
import { call } from "../../api/api-client.ts";

/** How the charge of a log row was computed; what was charged never changes, so it is asked for once. */
export function useExplanation(id: number, isAdmin: boolean, isCharged: boolean) {
  return useQuery({
    queryKey: ["logs", "explanation", isAdmin, id],
    queryFn: ({ signal }) => call(isAdmin ? explainLog : explainOwnLog, { query: { id }, signal }),
    enabled: isCharged,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
