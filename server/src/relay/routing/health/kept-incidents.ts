import type { ChannelIncident } from "@tollgate/contract/channel-health";
import { createBatchWriter } from "../../../lib/batch-writer.ts";
import { createIncidentLog } from "./incident-log.ts";
import type { Incident, IncidentLog } from "./incident-log.ts";
import type { IncidentStore } from "./incident-store.ts";

/** The incidents of all nodes; what this one adds is stored a moment later, never on a request's way. */
export interface KeptIncidents extends IncidentLog {
  /** Of one channel, newest first: those of every node, and all that this one has added. */
  list(channelId: number, limit: number): Promise<ChannelIncident[]>;
  close(): Promise<void>;
}

export interface KeptIncidentsDeps {
  readonly store: IncidentStore;
  nowMs(): number;
  onProblem(problem: unknown): void;
}

const WRITE_DELAY_MS = 100;
/** How many this node remembers, to tell one that happens again under the same row. */
const REMEMBERED_MAX = 2000;
const KEPT_MS = 30 * 24 * 3_600_000;
const ROWS_MAX = 20_000;
const PRUNE_EVERY_MS = 3_600_000;

export async function openKeptIncidents({
  store,
  nowMs,
  onProblem,
}: KeptIncidentsDeps): Promise<KeptIncidents> {
  const logId = crypto.randomUUID();
  const writer = createBatchWriter<Incident>({
    delayMs: WRITE_DELAY_MS,
    onProblem,
    write: (incidents) => store.write(logId, incidents),
  });
  const log = createIncidentLog({
    maxIncidents: REMEMBERED_MAX,
    onIncident: (incident) => writer.put(String(incident.id), incident),
  });
  const prune = () => store.prune(nowMs() - KEPT_MS, ROWS_MAX).catch(onProblem);
  await prune();
  const pruning = setInterval(() => void prune(), PRUNE_EVERY_MS);
  pruning.unref();
  return {
    add: log.add,
    async list(channelId, limit) {
      await writer.flush();
      return store.list(channelId, limit);
    },
    async close() {
      clearInterval(pruning);
      await writer.close();
    },
  };
}
