import type { DataOf } from "@tollgate/contract/endpoint";
import type { previewPrices } from "@tollgate/contract/prices";
import type { Database } from "../../db/database.ts";
import { charge } from "../../pricing/charge.ts";
import type { CompiledPriceTables } from "../../pricing/compile-price-tables.ts";
import { findRate } from "../../pricing/find-rate.ts";
import { readLogOther } from "../logs/log-other.ts";
import { readStoredUsage } from "../logs/stored-usage.ts";
import { listPastCalls } from "./price-preview-store.ts";
import type { PastCall } from "./price-preview-store.ts";
import { rateAsCalled } from "./rate-as-called.ts";

export type PricePreview = DataOf<typeof previewPrices>;

export interface PreviewRequest {
  readonly tables: CompiledPriceTables;
  readonly selfUseModeEnabled: boolean;
  readonly fromSeconds: number;
  readonly toSeconds: number;
  /** Ends the work early; what has been summed up by then is answered as truncated. */
  readonly signal: AbortSignal;
}

export interface PreviewLimits {
  /** The newest calls that are looked at. */
  readonly callsMax: number;
  /** Read and priced in one turn of the event loop: a few milliseconds of work. */
  readonly pageSize: number;
}

const LIMITS: PreviewLimits = { callsMax: 200_000, pageSize: 200 };
const LISTED_MAX = 50;

interface Sum {
  calls: number;
  charged_quota: number;
  quota: number;
}

/** What the charged calls of a time would have cost with other tables. Reads on the reader, changes nothing. */
export async function previewTraffic(
  database: Pick<Database, "reader">,
  request: PreviewRequest,
  { callsMax, pageSize }: PreviewLimits = LIMITS,
): Promise<PricePreview> {
  const { fromSeconds, toSeconds, signal } = request;
  const sums = newSums();
  let last: PastCall | undefined;
  let isWhole = false;
  while (!signal.aborted) {
    // One more than may be summed up tells whether there were more.
    const limit = Math.min(pageSize, callsMax - sums.calls + 1);
    const page = await listPastCalls(database, { fromSeconds, toSeconds, limit, after: last });
    const room = callsMax - sums.calls;
    for (const call of page.slice(0, room)) addCall(sums, call, request);
    last = page.slice(0, room).at(-1) ?? last;
    isWhole = page.length < limit;
    if (isWhole || page.length > room) break;
    await new Promise((resolve) => setImmediate(resolve));
  }
  return {
    from: isWhole ? fromSeconds : (last?.created_at ?? toSeconds),
    to: toSeconds,
    calls: sums.calls,
    calls_priced: sums.total.calls,
    charged_quota: sums.total.charged_quota,
    quota: sums.total.quota,
    truncated: !isWhole,
    models: listed(sums.models).map(([model_name, sum]) => Object.assign({ model_name }, sum)),
    groups: listed(sums.groups).map(([group, sum]) => Object.assign({ group }, sum)),
    unpriced: [...sums.unpriced].sort(),
  };
}

function newSums() {
  return {
    calls: 0,
    total: newSum(),
    models: new Map<string, Sum>(),
    groups: new Map<string, Sum>(),
    unpriced: new Set<string>(),
  };
}

const newSum = (): Sum => ({ calls: 0, charged_quota: 0, quota: 0 });

function addCall(sums: ReturnType<typeof newSums>, call: PastCall, request: PreviewRequest): void {
  sums.calls += 1;
  const rate = findRate(request.tables, {
    model: call.model_name,
    userGroup: call.user_group,
    usingGroup: call.group,
    selfUseModeEnabled: request.selfUseModeEnabled,
  });
  if ("error" in rate) {
    sums.unpriced.add(call.model_name);
    return;
  }
  const other = readLogOther(call.other);
  const usage = readStoredUsage(other?.usage);
  if (usage === undefined) return;
  const { quota } = charge(rateAsCalled(rate, other?.rate), usage);
  for (const sum of [sums.total, sumIn(sums.models, call.model_name), sumIn(sums.groups, call.group)]) {
    sum.calls += 1;
    sum.charged_quota += call.quota;
    sum.quota += quota;
  }
}

function sumIn(sums: Map<string, Sum>, name: string): Sum {
  const known = sums.get(name);
  if (known !== undefined) return known;
  const sum = newSum();
  sums.set(name, sum);
  return sum;
}

/** The largest differences first. */
function listed(sums: ReadonlyMap<string, Sum>): [string, Sum][] {
  const difference = ({ quota, charged_quota }: Sum) => Math.abs(quota - charged_quota);
  return [...sums]
    .sort(([left, a], [right, b]) => difference(b) - difference(a) || (left < right ? -1 : 1))
    .slice(0, LISTED_MAX);
}
