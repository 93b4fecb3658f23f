import { fileURLToPath } from "node:url";
import { bunBinary } from "../../scripts/lib/bun-binary.mjs";
import { capture } from "../../scripts/lib/child-process.mjs";
import { pinned } from "../lib/cores.mjs";
import { summary } from "../lib/statistics.mjs";

const ROUTING_BENCH = fileURLToPath(new URL("../routing-bench.mjs", import.meta.url));
const ROUTING_DAY = fileURLToPath(new URL("../routing-day.mjs", import.meta.url));
const CASES = [
  { name: "1 channel", channels: 1, models: 1, modelsOfEach: 1, away: 0 },
  { name: "1,000 channels, 100 of 500 models each", channels: 1000, models: 500, modelsOfEach: 100, away: 0 },
  { name: "10,000 channels, 500 models each", channels: 10_000, models: 500, modelsOfEach: 500, away: 0 },
  { name: "the same, half of them away", channels: 10_000, models: 500, modelsOfEach: 500, away: 0.5 },
];

const RETRY_TIMES = [0, 1, 2, 3];
const SEEDS = [1, 2, 3, 4, 5];

/**
 * What choosing a channel and learning from its answer cost, without HTTP, on one core, and what it saves on simulated days.
 * Answers `{ choices: [{ name, abilities, buildMs, bytesPerAbility, choose, learn }], days }`; `choose` and `learn` are
 * nanoseconds a request, `days` is what routing-day.mjs prints.
 */
export async function runRouting({ cores, quick, log }) {
  const settings = { cases: CASES, seconds: quick ? 0.2 : 1, rounds: quick ? 1 : 5 };
  const { results } = await runInBun(cores.gateway, ROUTING_BENCH, settings);
  const choices = results.map(({ nanoseconds, name, abilities, buildMs, bytesPerAbility }) => ({
    name,
    abilities,
    buildMs,
    bytesPerAbility,
    choose: summary(nanoseconds.map(({ choose }) => choose)),
    learn: summary(nanoseconds.map(({ learn }) => learn)),
  }));
  for (const { name, choose } of choices) log(`${name}: ${choose.median.toFixed(0)} ns a choice`);
  const { days } = await runInBun(cores.gateway, ROUTING_DAY, { retryTimes: RETRY_TIMES, seeds: SEEDS });
  for (const { retryTimes, ours, memoryless } of days)
    log(`simulated days, RetryTimes ${retryTimes}: ${ours} errors, without memory ${memoryless}`);
  return { choices, days };
}

async function runInBun(core, program, settings) {
  const { command, args } = pinned(core, bunBinary(), [program, JSON.stringify(settings)]);
  const { code, output } = await capture(command, args);
  if (code !== 0) throw new Error(`the benchmark of the choice failed:\n${output.trim()}`);
  return JSON.parse(output);
}
