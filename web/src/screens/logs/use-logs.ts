import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getLogStat, getOwnLogStat, listLogs, listOwnLogs, type Log } from "@tollgate/contract/logs";
import { call } from "../../api/api-client.ts";

/** What the log list is filtered by. Empty texts and 0 mean any. */
export interface LogFilters {
  type: number;
  start: number;
  end: number;
  token: string;
  model: string;
  group: string;
  channel: number;
  username: string;
  /** A request's id. */
  request: string;
}

/** One page of the logs: everybody's for an admin, one's own otherwise. */
export function useLogs(filters: LogFilters, page: number, pageSize: number, isAdmin: boolean) {
  return useQuery({
    queryKey: ["logs", "list", isAdmin, filters, page, pageSize],
    queryFn({ signal }) {
      const paging = { p: page, page_size: pageSize };
      return isAdmin
        ? call(listLogs, { query: { ...adminQuery(filters), ...paging }, signal })
        : call(listOwnLogs, { query: { ...ownQuery(filters), ...paging }, signal });
    },
    placeholderData: keepPreviousData,
  });
}

/** Used quota over the filters; requests and tokens of the last minute. */
export function useLogTotals(filters: LogFilters, isAdmin: boolean) {
  return useQuery({
    queryKey: ["logs", "totals", isAdmin, filters],
    queryFn: ({ signal }) =>
      isAdmin
        ? call(getLogStat, { query: adminQuery(filters), signal })
        : call(getOwnLogStat, { query: ownQuery(filters), signal }),
    placeholderData: keepPreviousData,
  });
}

function ownQuery({ type, start, end, token, model, group, request }: LogFilters) {
  return {
    ...(type === 0 ? {} : { type }),
    ...(start === 0 ? {} : { start_timestamp: start }),
    ...(end === 0 ? {} : { end_timestamp: end }),
    token_name: token,
    model_name: model,
    group,
    request_id: request,
  };
}

function adminQuery(filters: LogFilters) {
  const { channel, username } = filters;
  return { ...ownQuery(filters), ...(channel === 0 ? {} : { channel }), username };
}

export type { Log };
