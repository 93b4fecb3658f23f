import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { BodyOf } from "@tollgate/contract/endpoint";
import {
  createRedemptions,
  deleteInvalidRedemptions,
  deleteRedemption,
  getRedemption,
  listRedemptions,
  RedemptionStatus,
  searchRedemptions,
  updateRedemption,
  type Redemption,
} from "@tollgate/contract/redemptions";
import { call } from "../../api/api-client.ts";

/** One page of the redemption codes, newest first. */
export function useRedemptions(keyword: string, page: number, pageSize: number) {
  return useQuery({
    queryKey: ["redemptions", "list", keyword, page, pageSize],
    queryFn({ signal }) {
      const paging = { p: page, page_size: pageSize };
      return keyword === ""
        ? call(listRedemptions, { query: paging, signal })
        : call(searchRedemptions, { query: { keyword, ...paging }, signal });
    },
    placeholderData: keepPreviousData,
  });
}

/** One code, fresh from the server, for the editor. */
export function useRedemption(id: number | undefined) {
  return useQuery({
    queryKey: ["redemptions", "one", id],
    queryFn: ({ signal }) =>
      id === undefined ? Promise.reject(new Error()) : call(getRedemption, { id, signal }),
    enabled: id !== undefined,
    gcTime: 0,
  });
}

export const newRedemptionsSchema = createRedemptions.shapes.body;
export type RedemptionValues = BodyOf<typeof createRedemptions>;

/** Makes codes; answers them. */
export function useCreateRedemptions() {
  const refresh = useRefreshRedemptions();
  return useMutation({
    mutationFn: (body: RedemptionValues) => call(createRedemptions, { body }),
    onSuccess: refresh,
  });
}

/** Changes a code that nobody has used. */
export function useUpdateRedemption() {
  const refresh = useRefreshRedemptions();
  return useMutation({
    mutationFn: (body: BodyOf<typeof updateRedemption>) => call(updateRedemption, { query: {}, body }),
    onSuccess: refresh,
  });
}

/** Switches a code on or off. */
export function useSetRedemptionStatus() {
  const refresh = useRefreshRedemptions();
  return useMutation({
    mutationFn: ({ id, isOn }: { id: number; isOn: boolean }) =>
      call(updateRedemption, {
        query: { status_only: true },
        body: { id, status: isOn ? RedemptionStatus.unused : RedemptionStatus.disabled },
      }),
    onSuccess: refresh,
  });
}

export function useDeleteRedemption() {
  const refresh = useRefreshRedemptions();
  return useMutation({
    mutationFn: (id: number) => call(deleteRedemption, { id }),
    onSuccess: refresh,
  });
}

/** Deletes what nobody can redeem; answers how many codes there were. */
export function useDeleteInvalidRedemptions() {
  const refresh = useRefreshRedemptions();
  return useMutation({ mutationFn: () => call(deleteInvalidRedemptions), onSuccess: refresh });
}

function useRefreshRedemptions() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ["redemptions"] });
}

export type { Redemption };
