import { ChannelStatus } from "@tollgate/contract/statuses";
import type { ModelListDifference } from "@tollgate/contract/upstream-models";
import type { OpenOutbound } from "../../lib/egress/outbound.ts";
import { AppError } from "../../lib/app-error.ts";
import { nowSeconds } from "../../lib/clock.ts";
import type { Clock } from "../../lib/clock.ts";
import type { RunTarget } from "./channel-list-store.ts";
import type { RunPlan } from "./channel-run-work.ts";
import type { ChannelStore } from "./channel-store.ts";
import { modelDifference } from "./model-difference.ts";
import type { ModelListStore } from "./model-list-store.ts";
import type { RelayChannel } from "./relay-channels.ts";
import { VendorError } from "./vendor-call.ts";
import { hasModelList, readModels } from "./vendor-models.ts";

export interface ModelListDeps {
  channels: Pick<ChannelStore, "get" | "runTargets" | "update">;
  modelLists: ModelListStore;
  clock: Clock;
  loadChannel(id: number): Promise<RelayChannel | undefined>;
  openExchange: OpenOutbound;
  /** Under which name a channel's vendor lists a model that the channel serves. */
  listedName(channel: RelayChannel, model: string): string;
}

/** Asks the vendors of all enabled channels that offer a list. */
export function planModelListRun(deps: ModelListDeps): RunPlan<RunTarget> {
  return {
    async load() {
      const targets = await deps.channels.runTargets([ChannelStatus.enabled]);
      return targets.filter(({ type }) => hasModelList(type));
    },
    async work({ id }) {
      await detectDifference(deps, id);
      return {};
    },
  };
}

/** Asks one channel's vendor and keeps how its list differs. Throws VendorError, and AppError for an unfit channel. */
export async function detectDifference(deps: ModelListDeps, id: number): Promise<void> {
  const channel = await deps.loadChannel(id);
  if (!channel) throw new AppError("channel.not-found");
  if (!hasModelList(channel.type)) throw new AppError("channel.models-unsupported");
  const listed = await readModels(channel, deps.openExchange);
  // Rather a fault than the end of all that the channel serves.
  if (listed.length === 0) throw new VendorError("the list of models is empty");
  const found = modelDifference(channel.models, listed, (model) => deps.listedName(channel, model));
  await deps.modelLists.record(id, found, nowSeconds(deps.clock));
}

export interface ModelDecision {
  readonly add: readonly string[];
  readonly remove: readonly string[];
  readonly ignore: readonly string[];
}

/** Carries out what an administrator has decided of the differences that are told. Throws AppError. */
export async function decideDifference(
  { channels, modelLists }: Pick<ModelListDeps, "channels" | "modelLists">,
  id: number,
  { add, remove, ignore }: ModelDecision,
): Promise<ModelListDifference> {
  const channel = await channels.get(id);
  if (!channel) throw new AppError("channel.not-found");
  const told = await modelLists.read(id);
  const removed = new Set(remove.filter((name) => told.gone.includes(name)));
  const added = told.added.filter((name) => add.includes(name));
  if (added.length + removed.size > 0) {
    const models = [...channel.models.split(",").filter((name) => !removed.has(name)), ...added];
    if (models.length === 0) throw new AppError("channel.models-none-left");
    await channels.update(id, { models });
  }
  if (ignore.length > 0) await modelLists.ignore(id, ignore);
  return modelLists.read(id);
}
