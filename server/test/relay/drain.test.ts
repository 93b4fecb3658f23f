import { afterEach, describe, expect, test } from "bun:test";
import { openRawHttpClient } from "../support/fake-upstream/raw-http-client.ts";
import type { RawHttpClient } from "../support/fake-upstream/raw-http-client.ts";
import { ENGINES } from "../support/test-app.ts";
import { startGatewayProcess } from "./gateway-process.ts";
import type { GatewayProcess } from "./gateway-process.ts";
import { HELLO, useRelayStages } from "./relay-stage.ts";
import type { RelayStage, StageOptions } from "./relay-stage.ts";

const gateways: GatewayProcess[] = [];
// Before the stages look at what was left behind.
afterEach(async () => {
  for (const gateway of gateways.splice(0)) await gateway[Symbol.asyncDispose]();
});
const stages = useRelayStages();
const STREAM = { model: "chat", messages: HELLO, stream: true };

/** A stage whose gateway runs as a process of its own. The stage's app is stopped; `books` starts it again to look. */
async function startProcess(options: StageOptions, env: Record<string, string> = {}) {
  const stage = await stages.create(options);
  await stage.app.stop();
  const gateway = await startGatewayProcess(stage.app.parts.config, env);
  gateways.push(gateway);
  const call = (client: RawHttpClient, body: object) =>
    client.request("/v1/chat/completions", body, { authorization: `Bearer ${stage.apiKey}` });
  const books = async () => {
    await stage.app.restart();
    return { logs: await stage.logs(), spending: await stage.spending() };
  };
  return { stage, gateway, call, books };
}

/** As many calls at once, each on a connection of its own; `fetch` would open no more than 256. */
function openMany(stage: RelayStage, port: number, count: number, body: object): Promise<RawHttpClient[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const client = await openRawHttpClient(port);
      client.request("/v1/chat/completions", body, { authorization: `Bearer ${stage.apiKey}` });
      return client;
    }),
  );
}

describe.each(ENGINES)("a gateway that is asked to stop, on %s", (engine) => {
  test("finishes a running stream, charges it, takes no new call, and ends with code 0", async () => {
    const { stage, gateway, call, books } = await startProcess({ engine });
    stage.upstream.setDefault({ chunkCount: 30, chunkPaceMs: 30 });
    using running = await openRawHttpClient(gateway.port);
    call(running, STREAM);
    await running.waitForText("word0");
    using other = await openRawHttpClient(gateway.port);
    other.request("/v1/models", undefined, { authorization: `Bearer ${stage.apiKey}` });
    await other.waitForText('"object":"list"');

    await gateway.askToStop();
    // An idle connection is closed, a new one refused; one that slips in between is told why.
    await other.waitForEnding();
    const late = await fetch(`${gateway.url}/v1/chat/completions`, {
      method: "POST",
      headers: { authorization: `Bearer ${stage.apiKey}` },
      body: JSON.stringify(STREAM),
    }).catch(() => undefined);
    if (late)
      expect([late.status, await late.text()]).toEqual([503, expect.stringContaining("server_draining")]);
    expect(running.received.toString()).not.toContain("[DONE]");
    expect(await running.waitForText("data: [DONE]\n\n\r\n0\r\n\r\n")).toContain("word29");
    expect(await gateway.exited).toBe(0);

    const { logs, spending } = await books();
    expect(logs).toMatchObject([{ quota: 140, other: { stream_status: { end_reason: "done" } } }]);
    expect(spending).toEqual({ user: 140, token: 140, charges: 1, held: 0 });
    expect(stage.upstream.requestCount).toBe(1);
  }, 15_000);

  test("cuts what does not end in time, and leaves no hold", async () => {
    const env = { SHUTDOWN_TIMEOUT_SECONDS: "0" };
    const { stage, gateway, call, books } = await startProcess({ engine }, env);
    stage.upstream.setDefault({ fault: "hang-mid-stream" });
    using running = await openRawHttpClient(gateway.port);
    call(running, STREAM);
    await running.waitForText("Hello");
    stage.upstream.setDefault({ fault: "hang" });
    using waiting = await openRawHttpClient(gateway.port);
    call(waiting, { ...STREAM, stream: false });
    await stage.upstream.waitForRequest(1);

    await gateway.askToStop();
    await Promise.all([running.waitForEnding(), waiting.waitForEnding()]);
    expect(running.received.toString()).not.toContain("[DONE]");
    expect(await gateway.exited).toBe(0);
    expect(await gateway.errorOutput()).toContain("calls were cut off");
    await Promise.all([stage.upstream.waitForClientClose(0), stage.upstream.waitForClientClose(1)]);

    const { logs, spending } = await books();
    // The stream pays for what it had produced, the call without an answer pays nothing.
    expect(logs).toMatchObject([{ is_stream: 1, other: { stream_status: { end_reason: "shutdown" } } }]);
    expect(spending).toMatchObject({ user: logs[0]?.quota, charges: 1, held: 0 });
  }, 15_000);
});

describe("300 calls at once", () => {
  const CALLS = 300;

  test("are all at the upstream at the same time; clients that leave free their holds and connections", async () => {
    const { stage, gateway, books } = await startProcess({ engine: "sqlite" });
    // Never answered: the runtime's own limit of 256 would keep the last ones waiting for ever.
    stage.upstream.setDefault({ fault: "hang" });
    const clients = await openMany(stage, gateway.port, CALLS, STREAM);
    await stage.upstream.waitForRequest(CALLS - 1);
    for (const client of clients) client.close();
    await stage.upstream.waitForOpenConnections(0);
    await gateway.askToStop();
    expect(await gateway.exited).toBe(0);
    const { logs, spending } = await books();
    expect(logs).toEqual([]);
    expect(spending).toEqual({ user: 0, token: 0, charges: 0, held: 0 });
  }, 20_000);

  test("stream at the same time, and each is charged for what it was sent", async () => {
    const { stage, gateway, books } = await startProcess({ engine: "sqlite" });
    stage.upstream.setDefault({ fault: "hang-mid-stream" });
    const clients = await openMany(stage, gateway.port, CALLS, STREAM);
    await Promise.all(clients.map((client) => client.waitForText("Hello", 8000)));
    for (const client of clients) client.close();
    await stage.upstream.waitForOpenConnections(0);
    await gateway.askToStop();
    expect(await gateway.exited).toBe(0);
    const { logs, spending } = await books();
    expect(logs).toHaveLength(CALLS);
    expect(new Set(logs.map(({ other }) => other.stream_status?.end_reason))).toEqual(
      new Set(["client_gone"]),
    );
    const charged = logs.reduce((sum, { quota }) => sum + quota, 0);
    expect(spending).toEqual({ user: charged, token: charged, charges: CALLS, held: 0 });
  }, 20_000);
});
