import type { Log } from "@tollgate/contract/logs";
import { readLogOther } from "./log-other.ts";
import type { LogRow } from "./log-record.ts";

/** A row as administrators see it. */
export function logView({ channel_id: channel, ...row }: LogRow, channelName: string): Log {
  return { ...row, channel, channel_name: channelName, is_stream: row.is_stream !== 0 };
}

/** A row as its user sees it: which channels served him is the operator's business. */
export function ownLogView(row: LogRow): Log {
  return { ...logView(row, ""), channel: 0, other: withoutAdminInfo(row.other) };
}

function withoutAdminInfo(other: string): string {
  const details = readLogOther(other);
  if (details === undefined) return "";
  const { admin_info: _, upstream_usage: __, ...shown } = details;
  return JSON.stringify(shown);
}
