import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { getSelf, logout, type Self } from "@tollgate/contract/session";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../api/api-client.ts";
import { notify } from "../components/toaster.ts";
import { sessionUser, useSessionUser, type SessionUser } from "./session-user.ts";

/** The part of an account that the browser keeps. */
export function toSessionUser(self: SessionUser): SessionUser {
  const { id, username, display_name, role } = self;
  return { id, username, display_name, role };
}

/** One's own account as the server knows it; keeps the stored name and role in step. */
export function useSelf() {
  const user = useSessionUser();
  const query = useQuery<Self>({
    queryKey: ["self"],
    queryFn: ({ signal }) => call(getSelf, { signal }),
    enabled: user !== undefined,
  });
  const self = query.data;
  useEffect(() => {
    const stored = sessionUser.get();
    if (self === undefined || stored === undefined || stored.id !== self.id) return;
    const fresh = toSessionUser(self);
    if (JSON.stringify(fresh) !== JSON.stringify(stored)) sessionUser.set(fresh);
  }, [self]);
  return query;
}

/** Ends the session here and at the server. */
export function useSignOut(): () => void {
  const { t } = useTranslation("shell");
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: () => call(logout),
    meta: { isQuiet: true },
    onSettled: async () => {
      sessionUser.set(undefined);
      await navigate({ to: "/login" });
      queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== "status" });
      notify.success(t("signedOut"));
    },
  });
  return mutate;
}
