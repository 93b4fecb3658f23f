import type { Clock } from "../../lib/clock.ts";
import type { OptionStore } from "../options/option-store.ts";
import type { ChannelCare } from "./channel-care.ts";
import type { ChannelTester } from "./channel-test.ts";
import type { WorkClaims } from "./scheduled-work-store.ts";

/** Begins tests of all channels, updates of all balances and checks of all models when the options say that they are due. */
export interface ChannelSchedule {
  /** Begins what is due; a call while one decides joins it. Never rejects. */
  run(): Promise<void>;
  /** Begins nothing more; resolves when nothing is being decided. */
  stop(): Promise<void>;
}

export interface ChannelScheduleDeps {
  care: ChannelCare;
  options: Pick<OptionStore, "get">;
  clock: Clock;
  /** Of all nodes one may begin the work, unless it has been begun within the time. */
  claim: WorkClaims["claim"];
  reportFault(message: string, error: unknown): void;
}

/** What the clock begins; the first user of every installation is its root. */
const SCHEDULED_TESTER: ChannelTester = { id: 1, username: "root", ip: "" };
const MINUTE_MS = 60_000;
/** A node that looks a moment earlier than the last time is not too early. */
const SPARE_MS = 30_000;

interface Timetable {
  readonly name: string;
  isOn(): boolean;
  minutes(): number;
  isRunning(): Promise<boolean>;
  begin(): Promise<unknown>;
}

export function createChannelSchedule(deps: ChannelScheduleDeps): ChannelSchedule {
  const { clock } = deps;
  const timetables = timetablesOf(deps);
  /** When each was begun last; one that has just been switched on waits for its first time. */
  const begunAtMs = new Map<Timetable, number>();
  let isStopped = false;
  let running: Promise<void> | undefined;

  const isDue = (timetable: Timetable): boolean => {
    if (!timetable.isOn()) {
      begunAtMs.delete(timetable);
      return false;
    }
    const sinceMs = begunAtMs.get(timetable);
    if (sinceMs === undefined) begunAtMs.set(timetable, clock.nowMs());
    return sinceMs !== undefined && clock.nowMs() - sinceMs >= timetable.minutes() * MINUTE_MS;
  };
  const runOnce = async () => {
    const due = timetables.filter(isDue);
    if (due.length === 0) return;
    for (const timetable of due) {
      if (isStopped) return;
      // Nodes that come too late count along, so that they do not ask again at once.
      begunAtMs.set(timetable, clock.nowMs());
      const withinMs = timetable.minutes() * MINUTE_MS - SPARE_MS;
      if ((await timetable.isRunning()) || !(await deps.claim(timetable.name, withinMs))) continue;
      await timetable
        .begin()
        .catch((error: unknown) => deps.reportFault(`${timetable.name} could not begin`, error));
    }
  };
  return {
    run() {
      running ??= runOnce()
        .catch((error: unknown) => deps.reportFault("work over all channels could not be decided", error))
        .finally(() => (running = undefined));
      return running;
    },
    async stop() {
      isStopped = true;
      await running;
    },
  };
}

function timetablesOf({ care, options }: ChannelScheduleDeps): Timetable[] {
  return [
    {
      name: "a test of all channels",
      isOn: () => options.get("monitor_setting.auto_test_channel_enabled"),
      minutes: () => options.get("monitor_setting.auto_test_channel_minutes"),
      isRunning: async () => (await care.tests.status()).running,
      begin: () => care.testAll(SCHEDULED_TESTER),
    },
    {
      name: "an update of all balances",
      isOn: () => options.get("AutomaticUpdateBalanceEnabled"),
      minutes: () => options.get("AutomaticUpdateBalanceMinutes"),
      isRunning: async () => (await care.balances.status()).running,
      begin: () => care.updateBalances(),
    },
    {
      name: "a check of all vendors' models",
      isOn: () => options.get("UpstreamModelUpdateMinutes") > 0,
      minutes: () => options.get("UpstreamModelUpdateMinutes"),
      isRunning: async () => (await care.models.status()).running,
      begin: () => care.detectModels(),
    },
  ];
}
