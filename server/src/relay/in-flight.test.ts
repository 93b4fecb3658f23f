import { describe, expect, test } from "bun:test";
import { createInFlight } from "./in-flight.ts";

describe("calls in flight", () => {
  test("are counted until each has left, once", () => {
    const inFlight = createInFlight();
    const [leaveFirst, leaveSecond] = [inFlight.enter(), inFlight.enter()];
    expect(inFlight.count).toBe(2);
    leaveFirst();
    leaveFirst();
    expect(inFlight.count).toBe(1);
    leaveSecond();
    expect(inFlight.count).toBe(0);
    expect(inFlight.draining).toBe(false);
  });
  test("are waited for by a drain, which refuses new ones at once", async () => {
    const inFlight = createInFlight();
    const leave = inFlight.enter();
    const drained = inFlight.drain(60_000);
    expect([inFlight.draining, inFlight.isOver]).toEqual([true, false]);
    leave();
    expect(await drained).toBe(0);
    expect(inFlight.isOver).toBe(true);
  });
  test("that do not end are told when the time is over", async () => {
    const inFlight = createInFlight();
    inFlight.enter();
    expect(await inFlight.drain(1)).toBe(1);
    expect(inFlight.isOver).toBe(true);
  });
  test("of which there are none need no waiting", async () => {
    expect(await createInFlight().drain(60_000)).toBe(0);
  });
});
