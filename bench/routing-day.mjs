/**
 * A simulated day of fifty channels with faults of every class, seen by the product's chooser, by one without memory and by
 * one that knows every fault in advance: `bun bench/routing-day.mjs '<settings>'`. Settings: `{ retryTimes: [0, 1], seeds:
 * [1, 2] }`. Prints JSON `{ days: [{ retryTimes, requests, ours, memoryless, ideal, attempts, repeats, changesMax }] }`;
 * the errors are those that clients saw, on all days of the seeds together.
 */
import {
  allKnowingChooser,
  healthyChooser,
  memorylessChooser,
  runDay,
} from "../server/test/routing/simulated-day.ts";
import { simulatedWorld } from "../server/test/routing/simulated-world.ts";

const { retryTimes, seeds } = JSON.parse(process.argv[2] ?? "{}");
process.stdout.write(JSON.stringify({ days: retryTimes.map(daysWith) }));

function daysWith(retries) {
  const days = seeds.map((seed) => {
    const world = simulatedWorld(seed);
    const options = { seed, retryTimes: retries, requestsPerSecond: 1 };
    return {
      ours: runDay(world, options, healthyChooser(world, options)),
      memoryless: runDay(world, options, memorylessChooser(world, options)),
      ideal: runDay(world, options, allKnowingChooser(world)),
    };
  });
  const sum = (read) => days.reduce((total, day) => total + read(day), 0);
  return {
    retryTimes: retries,
    requests: sum(({ ours }) => ours.requests),
    ours: sum(({ ours }) => ours.errors),
    memoryless: sum(({ memoryless }) => memoryless.errors),
    ideal: sum(({ ideal }) => ideal.errors),
    attempts: sum(({ ours }) => ours.attempts),
    repeats: sum(({ ours }) => ours.repeats),
    changesMax: Math.max(0, ...days.map(({ ours }) => Math.max(0, ...ours.statusChanges.values()))),
  };
}
