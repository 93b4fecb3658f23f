import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { BodyOf } from "@tollgate/contract/endpoint";
import { listGroups } from "@tollgate/contract/groups";
import {
  createUser,
  getUser,
  listUsers,
  manageUser,
  searchUsers,
  updateUser,
  type User,
  type UserAction,
} from "@tollgate/contract/users";
import { call } from "../../api/api-client.ts";

export interface UserFilters {
  keyword: string;
  group: string;
}

/** One page of the users, cancelled ones included. */
export function useUsers(filters: UserFilters, page: number, pageSize: number) {
  return useQuery({
    queryKey: ["users", "list", filters, page, pageSize],
    queryFn({ signal }) {
      const paging = { p: page, page_size: pageSize };
      return filters.keyword === "" && filters.group === ""
        ? call(listUsers, { query: paging, signal })
        : call(searchUsers, { query: { ...filters, ...paging }, signal });
    },
    placeholderData: keepPreviousData,
  });
}

/** One user, fresh from the server, for the editor. */
export function useUser(id: number) {
  return useQuery({
    queryKey: ["users", "one", id],
    queryFn: ({ signal }) => call(getUser, { id, signal }),
    gcTime: 0,
  });
}

/** Names of the groups that a user can be in. */
export function useGroupNames() {
  return useQuery({ queryKey: ["groups"], queryFn: ({ signal }) => call(listGroups, { signal }) });
}

export function useCreateUser() {
  const refresh = useRefreshUsers();
  return useMutation({
    mutationFn: (body: BodyOf<typeof createUser>) => call(createUser, { body }),
    onSuccess: refresh,
  });
}

export function useUpdateUser() {
  const refresh = useRefreshUsers();
  return useMutation({
    mutationFn: (body: BodyOf<typeof updateUser>) => call(updateUser, { body }),
    onSuccess: refresh,
  });
}

/** What can be done from a row; quota is changed in the editor. */
export type RowAction = Exclude<UserAction, "add_quota">;

export function useManageUser() {
  const refresh = useRefreshUsers();
  return useMutation({
    mutationFn: ({ id, action }: { id: number; action: RowAction }) =>
      call(manageUser, { body: { id, action, mode: "add" } }),
    onSuccess: refresh,
  });
}

function useRefreshUsers() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ["users"] });
}

export type { User };
