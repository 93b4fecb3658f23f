import { expect, test } from "bun:test";
import { createWorkGate } from "./work-gate.ts";

/** Work that ends when told to. */
function openEnded() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  return { work: () => promise, finish: resolve, fail: reject };
}

const busy = (): Error => new Error("busy");

test("no more than the allowed number run at once, the others in order", async () => {
  const gate = createWorkGate(2, 10, busy);
  const pieces = Array.from({ length: 5 }, openEnded);
  const started: number[] = [];
  const runs = pieces.map((piece, index) =>
    gate.run(() => {
      started.push(index);
      return piece.work();
    }),
  );
  expect(started).toEqual([0, 1]);
  pieces[1]?.finish("one");
  expect(await runs[1]).toBe("one");
  expect(started).toEqual([0, 1, 2]);
  for (const piece of pieces) piece.finish("done");
  await Promise.all(runs);
  expect(started).toEqual([0, 1, 2, 3, 4]);
});

test("work beyond the queue is refused at once and the queue goes on", async () => {
  const gate = createWorkGate(1, 1, busy);
  const [first, second] = [openEnded(), openEnded()];
  const runs = [gate.run(first.work), gate.run(second.work)];
  await expect(gate.run(async () => "third")).rejects.toThrow("busy");
  first.finish("a");
  second.finish("b");
  expect(await Promise.all(runs)).toEqual(["a", "b"]);
  expect(await gate.run(async () => "later")).toBe("later");
});

test("failed work gives its place back", async () => {
  const gate = createWorkGate(1, 1, busy);
  const first = openEnded();
  const failing = gate.run(first.work);
  const next = gate.run(async () => "next");
  first.fail(new Error("broken"));
  await expect(failing).rejects.toThrow("broken");
  expect(await next).toBe("next");
});
