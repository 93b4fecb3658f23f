/**
 * What choosing a channel costs, in this process: `bun bench/routing-bench.mjs '<settings>'`. Settings: `{ cases: [{
 * name, channels, models, modelsOfEach, away }], seconds, rounds }`; `away` is the share of channels whose breakers
 * are open. Prints JSON `{ results: [{ name, abilities, buildMs, bytesPerAbility, nanoseconds }] }`.
 */
import { createChannelRouter } from "../server/src/relay/routing/choice/channel-router.ts";
import { compileDisablingRule } from "../server/src/relay/routing/failures/disabling-rule.ts";
import { createIncidentLog } from "../server/src/relay/routing/health/incident-log.ts";
import { buildRoutingTable } from "../server/src/relay/routing/routing-table.ts";

const CALLS_AT_ONCE = 1000;
const GROUPS = ["default"];

const { cases, seconds, rounds } = JSON.parse(process.argv[2] ?? "{}");
const results = [];
for (const settings of cases) results.push(measure(settings));
process.stdout.write(JSON.stringify({ results }));

function measure({ name, channels: count, models: modelCount, modelsOfEach, away }) {
  const models = Array.from({ length: modelCount }, (_, index) => `model-${index}`);
  const channels = Array.from({ length: count }, (_, id) => channelOf(id + 1, models, modelsOfEach));
  const before = usedBytes();
  const startedMs = performance.now();
  const table = buildRoutingTable(channels);
  const buildMs = performance.now() - startedMs;
  const bytesPerAbility = (usedBytes() - before) / table.abilities;
  const router = routerOf(table);
  for (const channel of channels.slice(0, Math.floor(count * away))) breakChannel(router, table, channel);
  const nanoseconds = [];
  for (let round = 0; round < rounds; round++) nanoseconds.push(measureCalls(router, models));
  return { name, abilities: table.abilities, buildMs, bytesPerAbility, nanoseconds };
}

/** Nanoseconds a call of CPU time: to choose, and to learn from the answer. */
function measureCalls(router, models) {
  const spentMs = { choose: 0, learn: 0 };
  let calls = 0;
  while (spentMs.choose < seconds * 1000) {
    const chosen = [];
    spentMs.choose += cpuMs(() => {
      for (let call = 0; call < CALLS_AT_ONCE; call++) {
        const plan = router.plan({
          model: models[(calls + call) % models.length],
          groups: GROUPS,
          maxTries: 3,
          conversation: noConversation,
        });
        chosen.push([plan, router.next(plan)]);
      }
    });
    spentMs.learn += cpuMs(() => {
      for (const [plan, attempted] of chosen) {
        router.answered(plan, attempted, 100);
        router.ended(attempted);
      }
    });
    calls += CALLS_AT_ONCE;
  }
  return { choose: (spentMs.choose * 1e6) / calls, learn: (spentMs.learn * 1e6) / calls };
}

function cpuMs(work) {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function noConversation() {
  return undefined;
}

function routerOf(table) {
  const rule = compileDisablingRule({
    AutomaticDisableChannelEnabled: true,
    AutomaticEnableChannelEnabled: true,
    AutomaticDisableKeywords: "",
    AutomaticDisableStatusCodes: "401",
    ChannelDisableThreshold: 5,
  });
  return createChannelRouter({
    table: () => table,
    nowMs: Date.now,
    random: Math.random,
    incidents: createIncidentLog({ maxIncidents: 1000, onIncident() {} }),
    isRetryable: () => () => true,
    rule: () => rule,
    prefersFast: () => false,
    onDisable() {},
  });
}

/** Its network fails, for all models at once. */
function breakChannel(router, table, { id, models }) {
  const only = table.channel(id);
  for (let count = 0; count < 3; count++) {
    const again = router.plan({
      model: models[0],
      groups: GROUPS,
      maxTries: 1,
      conversation: noConversation,
      only,
    });
    router.failed(again, router.next(again), { kind: "network", retryAfter: "3600" });
  }
}

function channelOf(id, models, modelsOfEach) {
  const start = modelsOfEach === models.length ? 0 : (id * 7919) % models.length;
  return {
    id,
    name: `channel ${id}`,
    type: 1,
    status: 1,
    key: `sk-${id}`,
    baseUrl: "https://upstream.test",
    groups: GROUPS,
    models: Array.from({ length: modelsOfEach }, (_, index) => models[(start + index) % models.length]),
    modelMapping: new Map(),
    statusCodeMapping: new Map(),
    priority: id % 3,
    weight: (id % 5) + 1,
    autoBan: true,
    organization: "",
    other: "",
    setting: {},
    testModel: "",
  };
}

function usedBytes() {
  Bun.gc(true);
  return process.memoryUsage().heapUsed;
}
