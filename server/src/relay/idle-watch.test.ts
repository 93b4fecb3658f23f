import { describe, expect, test } from "bun:test";
import { watchIdle } from "./idle-watch.ts";

describe("an idle watch", () => {
  test("calls once when nothing was seen for its time", async () => {
    const startedMs = performance.now();
    let calls = 0;
    await new Promise<void>((resolve) => {
      watchIdle(20, () => {
        calls++;
        resolve();
      });
    });
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(19);
    await Bun.sleep(40);
    expect(calls).toBe(1);
  });
  test("begins anew with every touch", async () => {
    let firedMs = 0;
    const watch = watchIdle(400, () => (firedMs = performance.now()));
    await Bun.sleep(200);
    watch.touch();
    const touchedMs = performance.now();
    while (firedMs === 0) await Bun.sleep(5);
    expect(firedMs - touchedMs).toBeGreaterThanOrEqual(399);
  });
  test("that is stopped, or has no time, never calls", async () => {
    let calls = 0;
    watchIdle(5, () => calls++).stop();
    const endless = watchIdle(0, () => calls++);
    endless.touch();
    await Bun.sleep(20);
    endless.stop();
    expect(calls).toBe(0);
  });
});
