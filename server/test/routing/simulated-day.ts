import { createChannelRouter } from "../../src/relay/routing/choice/channel-router.ts";
import type { AttemptPlan, Attempted } from "../../src/relay/routing/choice/attempt-plan.ts";
import { compileDisablingRule } from "../../src/relay/routing/failures/disabling-rule.ts";
import { createChannelHealth } from "../../src/relay/routing/health/channel-health.ts";
import { createIncidentLog } from "../../src/relay/routing/health/incident-log.ts";
import type { Incident } from "../../src/relay/routing/health/incident-log.ts";
import { compileRetryableStatus } from "../../src/relay/routing/retryable-status.ts";
import { buildRoutingTable } from "../../src/relay/routing/routing-table.ts";
import { seededRandom } from "./seeded-random.ts";
import { DAY_MS, DAY_START_MS, factsOfFault, faultAt } from "./simulated-world.ts";
import type { SimulatedFault, SimulatedWorld } from "./simulated-world.ts";

/** What clients and operators saw of a day. */
export interface DayReport {
  requests: number;
  /** Requests that ended in an error. */
  errors: number;
  attempts: number;
  /** Attempts that repeated a (channel, key) of the same request. */
  repeats: number;
  /** Changes of status by channel. */
  statusChanges: Map<number, number>;
  incidents: Incident[];
}

/** Sends one request on its way; calls `done` when the client has its answer or its error. */
interface Chooser {
  begin(model: string, done: (answered: boolean) => void): void;
}

/** Work that waits for its moment, in order. A day passes as fast as it can be computed. */
function createTimeline() {
  const waiting: { atMs: number; act: () => void }[] = [];
  const timeline = {
    nowMs: DAY_START_MS,
    after(delayMs: number, act: () => void) {
      const atMs = timeline.nowMs + delayMs;
      let index = waiting.length;
      while (index > 0 && (waiting[index - 1]?.atMs ?? 0) < atMs) index--;
      waiting.splice(index, 0, { atMs, act });
    },
    /** Does everything that is due until then. */
    runUntil(untilMs: number) {
      for (let next = waiting.at(-1); next && next.atMs <= untilMs; next = waiting.at(-1)) {
        waiting.pop();
        timeline.nowMs = Math.max(timeline.nowMs, next.atMs);
        next.act();
      }
      timeline.nowMs = Math.max(timeline.nowMs, untilMs);
    },
  };
  return timeline;
}
type Timeline = ReturnType<typeof createTimeline>;

interface DayOptions {
  readonly seed: number;
  readonly retryTimes: number;
  readonly requestsPerSecond: number;
}

/** A day of requests, evenly mixed over the models, against a chooser. */
export function runDay(
  world: SimulatedWorld,
  options: DayOptions,
  make: (timeline: Timeline, report: DayReport, random: () => number) => Chooser,
): DayReport {
  const random = seededRandom(options.seed);
  const timeline = createTimeline();
  const report: DayReport = {
    requests: 0,
    errors: 0,
    attempts: 0,
    repeats: 0,
    statusChanges: new Map(),
    incidents: [],
  };
  const chooser = make(timeline, report, random);
  const requests = (DAY_MS / 1000) * options.requestsPerSecond;
  for (let index = 0; index < requests; index++) {
    timeline.runUntil(DAY_START_MS + (index * DAY_MS) / requests);
    const model = world.models[Math.floor(random() * world.models.length)] ?? "";
    report.requests++;
    chooser.begin(model, (answered) => {
      if (!answered) report.errors++;
    });
  }
  timeline.runUntil(DAY_START_MS + 2 * DAY_MS);
  return report;
}

/** How long it takes until an attempt's outcome is known. */
function outcomeAfterMs(fault: SimulatedFault | undefined, random: () => number): number {
  if (!fault) return 400 + random() * 1200;
  return fault.kind === "timeout" ? 30_000 : 50 + random() * 200;
}

const RETRYABLE = compileRetryableStatus("100-199,300-399,401-407,409-499,500-503,505-523,525-599");

/** The product's own chooser, with channels switched off and brought back as the operator's rules say. */
export function healthyChooser(world: SimulatedWorld, { retryTimes }: DayOptions) {
  return (timeline: Timeline, report: DayReport, random: () => number): Chooser => {
    const off = new Set<number>();
    let table = buildRoutingTable(world.channels);
    const change = (id: number) => {
      report.statusChanges.set(id, (report.statusChanges.get(id) ?? 0) + 1);
      table = buildRoutingTable(world.channels.filter((channel) => !off.has(channel.id)));
    };
    const rule = compileDisablingRule({
      AutomaticDisableChannelEnabled: true,
      AutomaticEnableChannelEnabled: true,
      AutomaticDisableKeywords: "",
      AutomaticDisableStatusCodes: "401",
      ChannelDisableThreshold: 5,
    });
    const incidents = createIncidentLog({
      maxIncidents: 5000,
      onIncident: (incident) => report.incidents.push(incident),
    });
    const health = createChannelHealth({ random, incidents });
    const router = createChannelRouter({
      table: () => table,
      nowMs: () => timeline.nowMs,
      random,
      incidents,
      health,
      isRetryable: () => RETRYABLE,
      rule: () => rule,
      prefersFast: () => false,
      onDisable(id) {
        if (off.has(id)) return;
        off.add(id);
        change(id);
        testLater(id, 60_000);
      },
    });
    const testLater = (id: number, waitMs: number) =>
      timeline.after(waitMs, () => {
        const channel = world.channels.find((one) => one.id === id);
        const key = channel?.key.split("\n")[0] ?? "";
        const request = { channelId: id, key, model: channel?.models[0] ?? "" };
        if (faultAt(world, request, timeline.nowMs, 0)) return testLater(id, waitMs * 2);
        off.delete(id);
        health.forget(id);
        change(id);
      });
    const step = (plan: AttemptPlan, done: (answered: boolean) => void): void => {
      const attempted = router.next(plan);
      if (!attempted) return done(false);
      noteAttempt(report, plan, attempted);
      const { channel, keyIndex, model } = attempted;
      const request = { channelId: channel.id, key: channel.keys[keyIndex] ?? "", model };
      const fault = faultAt(world, request, timeline.nowMs, random());
      const latencyMs = outcomeAfterMs(fault, random);
      timeline.after(latencyMs, () => {
        if (!fault) {
          router.answered(plan, attempted, latencyMs);
          router.ended(attempted);
          done(true);
        } else if (router.failed(plan, attempted, factsOfFault(fault, timeline.nowMs))) step(plan, done);
        else done(false);
      });
    };
    return {
      begin(model, done) {
        const facts = { model, groups: ["default"], maxTries: retryTimes + 1, conversation: () => undefined };
        step(router.plan(facts), done);
      },
    };
  };
}

/** By priority, one tier an attempt, at random inside it by weight, remembering nothing: what gateways of this family do. */
export function memorylessChooser(world: SimulatedWorld, { retryTimes }: DayOptions) {
  return (timeline: Timeline, report: DayReport, random: () => number): Chooser => {
    const table = buildRoutingTable(world.channels);
    const step = (model: string, tries: number, done: (answered: boolean) => void): void => {
      const tiers = table.tiers("default", model);
      const tier = tiers[Math.min(tries, tiers.length - 1)];
      let point = random() * (tier?.channels.reduce((sum, { weight }) => sum + weight, 0) ?? 0);
      const channel = tier?.channels.find(({ weight }) => (point -= weight) < 0);
      if (!channel) return done(false);
      const key = channel.keys[Math.floor(random() * channel.keys.length)] ?? "";
      report.attempts++;
      const fault = faultAt(world, { channelId: channel.id, key, model }, timeline.nowMs, random());
      timeline.after(outcomeAfterMs(fault, random), () => {
        if (!fault) return done(true);
        if (tries >= retryTimes) return done(false);
        step(model, tries + 1, done);
      });
    };
    return { begin: (model, done) => step(model, 0, done) };
  };
}

/** Knows every fault in advance: it errs only when nothing works at all. */
export function allKnowingChooser(world: SimulatedWorld) {
  return (timeline: Timeline, report: DayReport): Chooser => ({
    begin(model, done) {
      report.attempts++;
      done(
        world.channels.some(
          (channel) =>
            channel.models.includes(model) &&
            channel.key
              .split("\n")
              .some((key) => !faultAt(world, { channelId: channel.id, key, model }, timeline.nowMs, 0)),
        ),
      );
    },
  });
}

function noteAttempt(report: DayReport, plan: AttemptPlan, { channel, keyIndex }: Attempted): void {
  report.attempts++;
  const same = plan.tried.filter(
    (sent) => sent.channel.id === channel.id && sent.channel.keys[sent.keyIndex] === channel.keys[keyIndex],
  );
  if (same.length > 1) report.repeats++;
}
