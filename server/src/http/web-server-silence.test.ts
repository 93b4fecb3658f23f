import { expect, test } from "bun:test";
import { silentLogger } from "../lib/logger.ts";
import { startWebServer } from "./web-server.ts";

/** Longer than the ten seconds after which the runtime's server gives up a silent connection by default. */
const SILENCE_MS = 12_500;

test("a connection that is silent for long lives on, before the answer and in the middle of it", async () => {
  const server = startWebServer({
    host: "127.0.0.1",
    port: 0,
    maxRequestBodyBytes: 1000,
    logger: silentLogger,
    async fetch(request) {
      const isSilentFirst = new URL(request.url).pathname === "/first";
      if (isSilentFirst) await Bun.sleep(SILENCE_MS);
      return new Response(
        async function* () {
          yield "a";
          if (!isSilentFirst) await Bun.sleep(SILENCE_MS);
          yield "b";
        } as unknown as ConstructorParameters<typeof Response>[0], // Bun takes generators; its types do not say so.
      );
    },
  });
  const answers = await Promise.all(
    ["/first", "/middle"].map(async (path) =>
      (await fetch(`${server.url}${path}`, { timeout: false })).text(),
    ),
  );
  expect(answers).toEqual(["ab", "ab"]);
  await server.close();
}, 20_000);
