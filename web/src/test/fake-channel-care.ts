import * as health from "@tollgate/contract/channel-health";
import * as operations from "@tollgate/contract/channel-operations";
import * as tags from "@tollgate/contract/channel-tags";
import type { Channel } from "@tollgate/contract/channels";
import * as upstream from "@tollgate/contract/upstream-models";
import { buildRun } from "./factories.ts";
import { answerTop, type FakeServer } from "./fake-server.ts";

/** Channels and what is known of them. */
export interface FakeChannelState {
  channels: Channel[];
  troubles: health.ChannelTrouble[];
  incidents: health.ChannelIncident[];
  /** Of whichever channel. */
  keys: health.ChannelKeyState[];
  /** How vendors' lists of models differ, by channel. */
  modelDifferences: Record<number, upstream.ModelListDifference>;
}

/** Everything about channels beside storing them: health, work over all, tags, questions to vendors. */
export function serveChannelCare(server: FakeServer, state: FakeChannelState): void {
  serveChannelOperations(server, state);
  serveTags(server, state);
  serveChannelHealth(server, state);
  serveUpstreamModels(server, state);
}

function serveChannelHealth(server: FakeServer, state: FakeChannelState): void {
  server.on(health.listChannelTroubles, () => state.troubles);
  server.on(health.listChannelIncidents, () => state.incidents);
  server.on(health.listChannelKeys, () => state.keys);
  server.on(health.releaseChannelKey, ({ body }) => {
    state.keys = state.keys.map((key) =>
      key.number === body.number ? { ...key, state: "working", away: null } : key,
    );
    return state.keys;
  });
}

function serveUpstreamModels(server: FakeServer, state: FakeChannelState): void {
  const differenceOf = (id: number) => state.modelDifferences[id] ?? { checked_at: 0, added: [], gone: [] };
  server.on(upstream.listModelDifferences, () =>
    Object.entries(state.modelDifferences).flatMap(([id, { added, gone }]) =>
      added.length + gone.length === 0 ? [] : [{ id: Number(id), added: added.length, gone: gone.length }],
    ),
  );
  server.on(upstream.getModelDifference, ({ id }) => differenceOf(id));
  server.on(upstream.detectModelDifference, ({ body: { id } }) => {
    state.modelDifferences[id] = { ...differenceOf(id), checked_at: 1_763_700_000 };
    return differenceOf(id);
  });
  server.on(upstream.applyModelDifference, ({ body }) => {
    const { id, add_models: added, remove_models: removed, ignore_models: ignored } = body;
    const decided = new Set([...added, ...removed, ...ignored]);
    const left = (names: string[]) => names.filter((name) => !decided.has(name));
    const told = differenceOf(id);
    return (state.modelDifferences[id] = { ...told, added: left(told.added), gone: left(told.gone) });
  });
}

/** Runs end as soon as somebody asks how far they are. */
function serveChannelOperations(server: FakeServer, state: FakeChannelState): void {
  const serveRun = (
    start:
      | typeof operations.testAllChannels
      | typeof operations.updateAllBalances
      | typeof upstream.detectAllModelDifferences,
    status: typeof operations.getTestRun | typeof operations.getBalanceRun | typeof upstream.getModelListRun,
    cancel:
      | typeof operations.cancelTestRun
      | typeof operations.cancelBalanceRun
      | typeof upstream.cancelModelListRun,
  ) => {
    let run = buildRun();
    server.on(start, () => (run = buildRun({ running: true, total: state.channels.length, started_at: 9 })));
    server.on(status, () => (run = { ...run, running: false, done: run.total }));
    server.on(cancel, () => (run = { ...run, running: false, cancelled: true }));
  };
  serveRun(operations.testAllChannels, operations.getTestRun, operations.cancelTestRun);
  serveRun(upstream.detectAllModelDifferences, upstream.getModelListRun, upstream.cancelModelListRun);
  serveRun(operations.updateAllBalances, operations.getBalanceRun, operations.cancelBalanceRun);
  server.on(operations.updateChannelBalance, ({ id }) => {
    changeChannels(state, (channel) => channel.id === id, {
      balance: 12.5,
      balance_updated_time: 1_763_700_000,
    });
    return answerTop({ balance: 12.5 });
  });
  server.on(operations.deleteDisabledChannels, () => {
    const before = state.channels.length;
    state.channels = state.channels.filter((channel) => channel.status === 1);
    return before - state.channels.length;
  });
  server.on(operations.repairChannels, () => 3);
  server.on(operations.fetchChannelModels, () => ["stored-model"]);
  server.on(operations.fetchModels, () => ["vendor-model", "gpt-4o"]);
}

function serveTags(server: FakeServer, state: FakeChannelState): void {
  server.on(tags.updateTag, ({ body }) => {
    const { tag, new_tag, models, groups, priority, weight } = body;
    const part = { tag: new_tag, models: models || null, group: groups || null, priority, weight };
    const given = Object.fromEntries(Object.entries(part).filter(([, value]) => value != null));
    return changeChannels(state, (channel) => channel.tag === tag, given);
  });
  server.on(tags.enableTag, ({ body }) =>
    changeChannels(state, ({ tag }) => tag === body.tag, { status: 1 }),
  );
  server.on(tags.disableTag, ({ body }) =>
    changeChannels(state, ({ tag }) => tag === body.tag, { status: 2 }),
  );
  server.on(tags.listTagModels, ({ query }) => [
    ...new Set(state.channels.filter(({ tag }) => tag === query.tag).flatMap(({ models }) => models)),
  ]);
  server.on(tags.setTagOfChannels, ({ body }) =>
    changeChannels(state, ({ id }) => body.ids.includes(id), { tag: body.tag ?? "" }),
  );
}

/** Answers how many there were. */
function changeChannels(
  state: FakeChannelState,
  isMeant: (channel: Channel) => boolean,
  part: Partial<Channel>,
): number {
  const meant = state.channels.filter(isMeant);
  state.channels = state.channels.map((channel) => (isMeant(channel) ? { ...channel, ...part } : channel));
  return meant.length;
}
