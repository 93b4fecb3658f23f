import { expect, test } from "bun:test";

import { createConditionWaiter } from "./condition-waiter.ts";

test("a condition resolves at once or after the change that fulfils it", async () => {
  const waiter = createConditionWaiter();
  let value: number | undefined = 1;
  expect(await waiter.until("a value", 1000, () => value)).toBe(1);
  value = undefined;
  const later = waiter.until("a value", 1000, () => value);
  waiter.changed();
  value = 2;
  waiter.changed();
  expect(await later).toBe(2);
});

test("what never holds is rejected with its name", async () => {
  const waiter = createConditionWaiter();
  const never = () => undefined;
  await expect(waiter.until("the impossible", 5, never)).rejects.toThrow("the impossible");
  const failing = waiter.until("a failure", 1000, () => {
    throw new Error("will not come");
  });
  await expect(failing).rejects.toThrow("will not come");
  const abandoned = waiter.until("an end", 1000, never);
  waiter.giveUp("stopped");
  await expect(abandoned).rejects.toThrow("stopped");
});
