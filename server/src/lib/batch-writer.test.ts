import { expect, test } from "bun:test";
import { createBatchWriter } from "./batch-writer.ts";

function setUp() {
  const batches: string[][] = [];
  const problems: unknown[] = [];
  let isAway = false;
  const writer = createBatchWriter<string>({
    delayMs: 1,
    onProblem: (problem) => problems.push(problem),
    async write(items) {
      await Promise.resolve();
      if (isAway) throw new Error("away");
      batches.push([...items]);
    },
  });
  return { writer, batches, problems, setAway: (away: boolean) => (isAway = away) };
}

test("the newest of each name is written, all in one batch", async () => {
  const { writer, batches } = setUp();
  writer.put("a", "first");
  writer.put("b", "other");
  writer.put("a", "second");
  await writer.flush();
  expect(batches).toEqual([["other", "second"]]);
});

test("what waits is written by itself", async () => {
  const written = Promise.withResolvers<readonly string[]>();
  const writer = createBatchWriter<string>({
    delayMs: 1,
    write: async (items) => written.resolve(items),
    onProblem: written.reject,
  });
  writer.put("a", "alone");
  expect(await written.promise).toEqual(["alone"]);
});

test("what cannot be written waits for the next time, unless something newer has come, and is told once", async () => {
  const { writer, batches, problems, setAway } = setUp();
  setAway(true);
  writer.put("a", "old");
  writer.put("b", "kept");
  await writer.flush();
  await writer.flush();
  expect(problems).toHaveLength(1);
  writer.put("a", "new");
  setAway(false);
  await writer.flush();
  expect(batches.flat().sort()).toEqual(["kept", "new"]);
});

test("what can never be written holds up nothing else", async () => {
  const batches: string[][] = [];
  const writer = createBatchWriter<string>({
    delayMs: 1,
    onProblem: () => {},
    async write(items) {
      if (items.includes("bad")) throw new Error("bad");
      batches.push([...items]);
    },
  });
  for (const item of ["a", "bad", "b"]) writer.put(item, item);
  for (let times = 0; times < 4; times++) await writer.flush();
  expect(batches.flat().sort()).toEqual(["a", "b"]);
});

test("many are written in several batches", async () => {
  const { writer, batches } = setUp();
  for (let n = 0; n < 450; n++) writer.put(String(n), String(n));
  await writer.flush();
  expect(batches.map(({ length }) => length)).toEqual([200, 200, 50]);
});

test("what is taken out is not written, and closing writes the rest", async () => {
  const { writer, batches } = setUp();
  writer.put("a", "gone");
  writer.put("b", "here");
  writer.drop((item) => item === "gone");
  await writer.close();
  writer.put("c", "too late");
  await writer.flush();
  expect(batches).toEqual([["here"]]);
});
