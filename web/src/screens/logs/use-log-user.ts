import { useQuery } from "@tanstack/react-query";
import { getUser } from "@tollgate/contract/users";
import { call } from "../../api/api-client.ts";

/** The user whose row it is, as he is now; an admin is refused equals and superiors. */
export function useLogUser(id: number) {
  return useQuery({
    queryKey: ["users", "one", id],
    queryFn: ({ signal }) => call(getUser, { id, signal }),
    gcTime: 0,
  });
}
