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
  const { BUN_CONFIG_MAX_HTTP_REQUESTS: _, ...env } = process.env;
  const fixture = join(import.meta.dir, "process-limits.fixture.ts");
  const program = Bun.spawn([process.execPath, fixture, upstream.url.href, String(CALLS)], { env });
  expect(await new Response(program.stdout).json()).toEqual({ pid: program.pid, answers: CALLS });
});
