import { afterEach, describe, expect, test } from "bun:test";
import { silentLogger } from "../lib/logger.ts";
import { startWebServer } from "./web-server.ts";
import type { WebServer, WebServerOptions } from "./web-server.ts";

describe("web server", () => {
  const servers: WebServer[] = [];
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close();
  });
  const start = (fetch: WebServerOptions["fetch"], changes: Partial<WebServerOptions> = {}) => {
    const server = startWebServer({
      host: "127.0.0.1",
      port: 0,
      maxRequestBodyBytes: 1000,
      fetch,
      logger: silentLogger,
      ...changes,
    });
    servers.push(server);
    return server;
  };

  test("an answer under way is finished when the server closes, and nothing new is taken", async () => {
    const arrived = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const server = start(async () => {
      arrived.resolve();
      await goOn.promise;
      return new Response("finished");
    });
    const answer = fetch(server.url);
    await arrived.promise;
    server.stopAccepting();
    await expect(fetch(server.url)).rejects.toThrow();
    const closed = server.close();
    goOn.resolve();
    expect(await (await answer).text()).toBe("finished");
    await closed;
  });

  test("idle connections do not hold up a close", async () => {
    const server = start(() => new Response("one"));
    expect(await (await fetch(server.url, { keepalive: true })).text()).toBe("one");
    const startedMs = performance.now();
    await server.close();
    expect(performance.now() - startedMs).toBeLessThan(2000);
  });

  test("a body somewhat over the limit reaches the handler, which can say so; one far over it does not", async () => {
    const server = start(async (request) => new Response(String((await request.bytes()).byteLength)));
    const send = (bytes: number) => fetch(server.url, { method: "POST", body: "x".repeat(bytes) });
    expect(await (await send(1500)).text()).toBe("1500");
    expect((await send(5000)).status).toBe(413);
  });

  test("a fault outside any handler is logged and tells the client nothing", async () => {
    const logged: string[] = [];
    const logger = { ...silentLogger, error: (message: string) => void logged.push(message) };
    const server = start(
      () => {
        throw new Error("the password is hunter22");
      },
      { logger },
    );
    const answer = await fetch(server.url);
    expect([answer.status, await answer.text()]).toEqual([500, "Internal Server Error"]);
    expect(logged).toEqual(["a request failed outside any handler"]);
  });

  test("a taken port and an address of another machine are refused with a reason", () => {
    const { port } = start(() => new Response());
    expect(() => start(() => new Response(), { port })).toThrow(`port ${port} is in use`);
    expect(() => start(() => new Response(), { host: "203.0.113.1" })).toThrow("not possible to listen on");
  });
});
