import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { BodyOf } from "@tollgate/contract/endpoint";
import { getOwnGroups, getOwnModels } from "@tollgate/contract/session";
import { TokenStatus } from "@tollgate/contract/statuses";
import {
  createToken,
  deleteToken,
  deleteTokens,
  getToken,
  listTokens,
  searchTokens,
  updateToken,
  type Token,
} from "@tollgate/contract/tokens";
import { call } from "../../api/api-client.ts";

export interface TokenFilters {
  keyword: string;
  token: string;
}

/** One page of one's own tokens. */
export function useTokens(filters: TokenFilters, page: number, pageSize: number) {
  return useQuery({
    queryKey: ["tokens", "list", filters, page, pageSize],
    queryFn({ signal }) {
      const paging = { p: page, page_size: pageSize };
      const isSearch = filters.keyword !== "" || filters.token !== "";
      return isSearch
        ? call(searchTokens, { query: { ...filters, ...paging }, signal })
        : call(listTokens, { query: paging, signal });
    },
    placeholderData: keepPreviousData,
  });
}

/** One token, fresh from the server, for the editor. */
export function useToken(id: number | undefined) {
  return useQuery({
    queryKey: ["tokens", "one", id],
    queryFn: ({ signal }) =>
      id === undefined ? Promise.reject(new Error()) : call(getToken, { id, signal }),
    enabled: id !== undefined,
    gcTime: 0,
  });
}

/** What the editor offers: groups with their ratio, and model names. */
export function useTokenChoices() {
  const groups = useQuery({
    queryKey: ["own-groups"],
    queryFn: ({ signal }) => call(getOwnGroups, { signal }),
  });
  const models = useQuery({
    queryKey: ["own-models"],
    queryFn: ({ signal }) => call(getOwnModels, { query: {}, signal }),
  });
  return { groups: groups.data, models: models.data };
}

export const newTokenSchema = createToken.shapes.body;
export type TokenValues = BodyOf<typeof createToken>;

/** Creates one or several tokens, or changes one. */
export function useSaveToken(id: number | undefined) {
  const refresh = useRefreshTokens();
  return useMutation({
    async mutationFn(values: TokenValues): Promise<void> {
      if (id === undefined) await call(createToken, { body: values });
      else await call(updateToken, { query: {}, body: { id, ...values } });
    },
    onSuccess: refresh,
  });
}

/** Switches a token on or off. */
export function useSetTokenStatus() {
  const refresh = useRefreshTokens();
  return useMutation({
    mutationFn: ({ id, isOn }: { id: number; isOn: boolean }) =>
      call(updateToken, {
        query: { status_only: true },
        body: { id, status: isOn ? TokenStatus.enabled : TokenStatus.disabled },
      }),
    onSuccess: refresh,
  });
}

/** Deletes one token or several; answers how many. */
export function useDeleteTokens() {
  const refresh = useRefreshTokens();
  return useMutation({
    async mutationFn(ids: number[]): Promise<number> {
      const [first, ...rest] = ids;
      if (first === undefined) return 0;
      if (rest.length > 0) return call(deleteTokens, { body: { ids } });
      await call(deleteToken, { id: first });
      return 1;
    },
    onSuccess: refresh,
  });
}

function useRefreshTokens() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ["tokens"] });
}

export type { Token };
