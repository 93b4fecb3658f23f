import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getAffiliateCode, redeemCode, transferAffiliateQuota } from "@tollgate/contract/wallet";
import { call } from "../../api/api-client.ts";

/** Redeems a code; answers how much was added. */
export function useRedeemCode() {
  const refresh = useRefreshSelf();
  return useMutation({
    mutationFn: (key: string) => call(redeemCode, { body: { key } }),
    onSuccess: refresh,
  });
}

/** One's own affiliate code; the server makes it at the first call. */
export function useAffiliateCode() {
  return useQuery({
    queryKey: ["affiliate-code"],
    queryFn: ({ signal }) => call(getAffiliateCode, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

interface Transfer {
  quota: number;
  /** The same for a repeated call of the same transfer. */
  requestKey: string;
}

/** Moves what invitations earned to the balance. */
export function useTransferAffiliateQuota() {
  const refresh = useRefreshSelf();
  return useMutation({
    mutationFn: ({ quota, requestKey }: Transfer) =>
      call(transferAffiliateQuota, { body: { quota, request_key: requestKey } }),
    onSuccess: refresh,
  });
}

function useRefreshSelf() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ["self"] });
}
