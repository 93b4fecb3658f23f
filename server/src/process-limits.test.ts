import { expect, test } from "bun:test";
import { join } from "node:path";

const CALLS = 300;

test("more than 256 upstream connections run at once, in a process that keeps its number", async () => {
  let waiting = 0;
  const everyoneIsHere = Promise.withResolvers<void>();
  using upstream = Bun.serve({
    port: 0,
    idleTimeout: 0,
    async fetch() {
      if (++waiting === CALLS) everyoneIsHere.resolve();
      await everyoneIsHere.promise;
      return new Response("answered");
    },
  });
  const { program, told } = await run([upstream.url.href, String(CALLS)], {});
  expect(told).toEqual({ pid: program.pid, answers: CALLS, purgeDelay: "5000" });
});

test("what the operator has set for the runtime stays", async () => {
  const { told } = await run(["http://127.0.0.1", "0"], { MIMALLOC_PURGE_DELAY: "7" });
  expect(told).toMatchObject({ purgeDelay: "7" });
});

async function run(args: string[], variables: Record<string, string>) {
  const { BUN_CONFIG_MAX_HTTP_REQUESTS: _, MIMALLOC_PURGE_DELAY: __, ...rest } = process.env;
  const fixture = join(import.meta.dir, "process-limits.fixture.ts");
  const program = Bun.spawn([process.execPath, fixture, ...args], { env: { ...rest, ...variables } });
  const told: unknown = await new Response(program.stdout).json();
  return { program, told };
}
