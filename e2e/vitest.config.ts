import { defineConfig } from "vitest/config";

/** Each journey drives a real browser against a product of its own: two at a time is what two cores bear. */
export default defineConfig({
  test: {
    include: ["journeys/**/*.test.ts"],
    testTimeout: 90_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
});
