import type { RelayChannel } from "../../resources/channels/relay-channels.ts";
import { buildRoutingTableInSlices } from "./routing-table.ts";
import type { RoutingTable } from "./routing-table.ts";

/** The current routing table, rebuilt in the background whenever channels change. */
export interface LiveRouting {
  current(): RoutingTable;
  /** Rebuilds; calls that arrive while one runs share the next. Resolves when the newest state is in place. */
  refresh(): Promise<void>;
}

/** Lets waiting work go first. */
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

export async function createLiveRouting(load: () => Promise<readonly RelayChannel[]>): Promise<LiveRouting> {
  const build = async () => buildRoutingTableInSlices(await load(), nextTurn);
  let table = await build();
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const rebuild = async () => {
    table = await build();
  };
  const start = (): Promise<void> => {
    running = rebuild().finally(() => (running = undefined));
    return running;
  };
  return {
    current: () => table,
    refresh() {
      if (!running) return start();
      next ??= running
        .catch(() => {})
        .then(() => {
          next = undefined;
          // Who came just now was first. Two at a time could end in the older state.
          return running ?? start();
        });
      return next;
    },
  };
}
