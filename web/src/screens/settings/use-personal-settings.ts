import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getOwnModels, newAccessToken, updateSelf } from "@tollgate/contract/session";
import { call } from "../../api/api-client.ts";

/** Names of the models that one's groups reach. */
export function useOwnModels() {
  return useQuery({
    queryKey: ["own-models"],
    queryFn: ({ signal }) => call(getOwnModels, { query: {}, signal }),
  });
}

/** Makes a new system access token; the one before ends. */
export function useNewAccessToken() {
  return useMutation({ mutationFn: () => call(newAccessToken) });
}

export interface PasswordChange {
  original_password: string;
  password: string;
}

/** Changes one's own password. */
export function useChangePassword() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (change: PasswordChange) => call(updateSelf, { body: change }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ["self"] }),
  });
}
