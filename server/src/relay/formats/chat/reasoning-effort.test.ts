import { expect, test } from "bun:test";
import { REASONING_EFFORTS } from "./chat-request.ts";
import { budgetFromEffort, effortFromBudget, nearestEffort } from "./reasoning-effort.ts";

test("an effort comes back from its budget", () => {
  for (const effort of REASONING_EFFORTS) expect(effortFromBudget(budgetFromEffort(effort))).toBe(effort);
});

test("a budget between two efforts is the larger one, beyond all it is the largest", () => {
  expect(effortFromBudget(5000)).toBe("medium");
  expect(effortFromBudget(1)).toBe("minimal");
  expect(effortFromBudget(1_000_000)).toBe("max");
});

test("the nearest effort that is known is the next larger one, or the largest", () => {
  const known = ["low", "medium", "high"] as const;
  expect(nearestEffort("medium", known)).toBe("medium");
  expect(nearestEffort("minimal", known)).toBe("low");
  expect(nearestEffort("max", known)).toBe("high");
  expect(nearestEffort("low", [])).toBeUndefined();
});
