import { useMutation, useQueryClient } from "@tanstack/react-query";
import { login } from "@tollgate/contract/session";
import { call } from "../../api/api-client.ts";
import { sessionUser } from "../../session/session-user.ts";
import { toSessionUser } from "../../session/use-session.ts";

/** Signs in and keeps the user; what an earlier user loaded is forgotten. */
export function useLogin() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (credentials: { username: string; password: string }) => call(login, { body: credentials }),
    onSuccess(user) {
      queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== "status" });
      sessionUser.set(toSessionUser(user));
    },
  });
}

export const credentialsSchema = login.shapes.body;
