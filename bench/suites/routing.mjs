import { fileURLToPath } from "node:url";
import { bunBinary } from "../../scripts/lib/bun-binary.mjs";
import { capture } from "../../scripts/lib/child-process.mjs";
import { pinned } from "../lib/cores.mjs";
import { summary } from "../lib/statistics.mjs";

const ROUTING_BENCH = fileURLToPath(new URL("../routing-bench.mjs", import.meta.url));
const CASES = [
  { name: "1 channel", channels: 1, models: 1, modelsOfEach: 1, away: 0 },
  { name: "1,000 channels, 100 of 500 models each", channels: 1000, models: 500, modelsOfEach: 100, away: 0 },
  { name: "10,000 channels, 500 models each", channels: 10_000, models: 500, modelsOfEach: 500, away: 0 },
  { name: "the same, half of them away", channels: 10_000, models: 500, modelsOfEach: 500, away: 0.5 },
];

/**
 * What choosing a channel and learning from its answer cost, without HTTP, on one core. Answers `[{ name, abilities,
 * buildMs, bytesPerAbility, choose, learn }]`; the last two are nanoseconds a request.
 */
export async function runRouting({ cores, quick, log }) {
  const settings = JSON.stringify({ cases: CASES, seconds: quick ? 0.2 : 1, rounds: quick ? 1 : 5 });
  const { command, args } = pinned(cores.gateway, bunBinary(), [ROUTING_BENCH, settings]);
  const { code, output } = await capture(command, args);
  if (code !== 0) throw new Error(`the benchmark of the choice failed:\n${output.trim()}`);
  const results = JSON.parse(output).results.map(
    ({ nanoseconds, name, abilities, buildMs, bytesPerAbility }) => ({
      name,
      abilities,
      buildMs,
      bytesPerAbility,
      choose: summary(nanoseconds.map(({ choose }) => choose)),
      learn: summary(nanoseconds.map(({ learn }) => learn)),
    }),
  );
  for (const { name, choose } of results) log(`${name}: ${choose.median.toFixed(0)} ns a choice`);
  return results;
}
