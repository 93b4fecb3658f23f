import { describe, expect, test } from "bun:test";
import { allKnowingChooser, healthyChooser, memorylessChooser, runDay } from "./simulated-day.ts";
import type { DayReport } from "./simulated-day.ts";
import { simulatedWorld } from "./simulated-world.ts";

/** How much better than a chooser without memory the product must be, at least. */
const TIMES_FEWER_ERRORS = 20;

function daysOf(seed: number, retryTimes: number) {
  const world = simulatedWorld(seed);
  const options = { seed, retryTimes, requestsPerSecond: 1 };
  return {
    world,
    ours: runDay(world, options, healthyChooser(world, options)),
    memoryless: runDay(world, options, memorylessChooser(world, options)),
    ideal: runDay(world, options, allKnowingChooser(world)),
  };
}

/** How often something was left alone, told of once each time. */
const openings = ({ incidents }: DayReport, channelId: number) =>
  incidents.filter(
    (incident) =>
      incident.channelId === channelId && ["moved-away", "cooled", "parked"].includes(incident.kind),
  ).length;

describe("a day of fifty channels on which faults of every class come and go", () => {
  for (const seed of [1, 2, 3])
    test(`clients see hardly any of it, and nothing flaps (seed ${seed})`, () => {
      const { world, ours, memoryless, ideal } = daysOf(seed, 1);
      expect(new Set(world.faults.map(({ kind }) => kind)).size).toBe(8);
      // There was always something that worked; one request in a thousand and less met the first sign of a fault twice.
      expect(ideal.errors).toBe(0);
      expect(ours.errors / ours.requests).toBeLessThan(0.001);
      expect(memoryless.errors).toBeGreaterThan(ours.errors * TIMES_FEWER_ERRORS);
      expect(ours.repeats).toBe(0);
      for (const { id, models } of world.channels) {
        expect(ours.statusChanges.get(id) ?? 0).toBeLessThanOrEqual(4);
        // A fault is met by each model of its channel, and once by each is enough.
        expect(openings(ours, id)).toBeLessThanOrEqual(world.faultsOf(id).length * models.length);
      }
    });

  test("a second retry leaves nearly nothing", () => {
    const { ours, memoryless } = daysOf(4, 2);
    expect(ours.errors / ours.requests).toBeLessThan(0.0002);
    expect(memoryless.errors).toBeGreaterThan(Math.max(ours.errors, 1) * TIMES_FEWER_ERRORS);
  });

  test("without retries it is still a fifth of the errors and less", () => {
    const { ours, memoryless } = daysOf(5, 0);
    expect(memoryless.errors).toBeGreaterThan(ours.errors * 5);
  });

  test("the same seed gives the same day", () => {
    expect(daysOf(6, 1).ours.errors).toBe(daysOf(6, 1).ours.errors);
  });
});
