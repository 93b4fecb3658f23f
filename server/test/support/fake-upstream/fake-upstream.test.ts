import { afterAll, beforeEach, describe, expect, test } from "bun:test";

import { startFakeUpstream } from "./fake-upstream.ts";
import { dechunked, openRawHttpClient, rawBody } from "./raw-http-client.ts";

const upstream = await startFakeUpstream();
const CHAT = "/v1/chat/completions";
const chat = { model: "gpt-4o", messages: [{ role: "user", content: "hi" }] };

function post(path: string, json: unknown, init: RequestInit = {}): Promise<Response> {
  return fetch(upstream.url + path, { method: "POST", body: JSON.stringify(json), ...init });
}

beforeEach(() => upstream.reset());
afterAll(() => upstream.stop());

describe("recording", () => {
  test("a request is recorded as it came", async () => {
    const startedAtMs = performance.now();
    await (await post(`${CHAT}?a=1`, chat, { headers: { authorization: "Bearer sk-1" } })).text();
    const [request] = upstream.requests;
    expect(request).toMatchObject({ method: "POST", path: CHAT, key: "sk-1", model: "gpt-4o", index: 0 });
    expect(request?.headers["authorization"]).toBe("Bearer sk-1");
    expect(request?.query.get("a")).toBe("1");
    expect(request?.body.toString()).toBe(JSON.stringify(chat));
    expect(request?.json).toEqual(chat);
    expect(request?.receivedAtMs).toBeGreaterThan(startedAtMs);
    expect(request).toMatchObject({ state: "answered", piecesSent: 1 });
    expect(request?.endedAtMs).toBeGreaterThanOrEqual(request?.receivedAtMs ?? Infinity);
  });

  test.each([
    ["/v1/models", { "x-api-key": "k2" }, "k2"],
    ["/v1/models", { "x-goog-api-key": "k3" }, "k3"],
    ["/v1/models?key=k4", {}, "k4"],
    ["/v1/models", {}, undefined],
  ])("the key is found in every place (%#)", async (path, headers, key) => {
    await (await fetch(upstream.url + path, { headers })).text();
    expect(upstream.requests[0]?.key).toBe(key);
  });

  test("a request can be awaited before it comes", async () => {
    const second = upstream.waitForRequest(1);
    await (await post(CHAT, chat)).text();
    await (await post(CHAT, { ...chat, model: "other" })).text();
    expect((await second).model).toBe("other");
    await expect(upstream.waitForRequest(2, 5)).rejects.toThrow("request 2");
  });

  test("requests that are not kept are counted", async () => {
    await using other = await startFakeUpstream({ isRecording: false });
    await (await fetch(`${other.url}/v1/models`)).text();
    expect(other.requests).toHaveLength(0);
    expect(other.requestCount).toBe(1);
  });
});

describe("a client that leaves", () => {
  test("stops the stream, and when it left is recorded", async () => {
    upstream.setDefault({ chunkCount: 10_000, chunkPaceMs: 5 });
    const leaving = new AbortController();
    const response = await post(CHAT, { ...chat, stream: true }, { signal: leaving.signal });
    await response.body?.getReader().read();
    expect(upstream.requests[0]?.state).toBe("open");
    const leftAtMs = performance.now();
    leaving.abort();
    const request = await upstream.waitForClientClose(0);
    expect(request.state).toBe("client-closed");
    expect((request.endedAtMs ?? Infinity) - leftAtMs).toBeLessThan(1000);
    expect(request.piecesSent).toBeLessThan(1000);
    await upstream.waitForOpenConnections(0);
  });

  test("is noticed before the headers", async () => {
    upstream.setDefault({ fault: "hang" });
    using client = await openRawHttpClient(upstream.port);
    client.request(CHAT, chat);
    await upstream.waitForRequest(0);
    client.close();
    await upstream.waitForClientClose(0);
  });

  test("is told apart from an answer in full", async () => {
    await (await post(CHAT, chat)).text();
    await expect(upstream.waitForClientClose(0)).rejects.toThrow("answered");
  });

  test("does not take more than it reads", async () => {
    upstream.setDefault({ content: Array.from({ length: 2000 }, () => "x".repeat(20_000)) });
    const leaving = new AbortController();
    const response = await post(CHAT, { ...chat, stream: true }, { signal: leaving.signal });
    await response.body?.getReader().read();
    leaving.abort();
    const request = await upstream.waitForClientClose(0);
    expect(request.piecesSent).toBeLessThan(2000);
  });
});

describe("connections", () => {
  test("one connection serves request after request", async () => {
    using client = await openRawHttpClient(upstream.port);
    client.request(CHAT, { ...chat, model: "one" });
    await client.waitForText('"one"');
    client.request(CHAT, { ...chat, model: "two", stream: true });
    await client.waitForText("[DONE]\n\n\r\n0\r\n\r\n");
    client.request("/v1/models/gpt-4o", undefined, { connection: "close" });
    expect(await client.waitForEnding()).toBe("end");
    const connectionIndexes = upstream.requests.map((request) => request.connectionIndex);
    expect(new Set(connectionIndexes).size).toBe(1);
    expect(upstream.requests.map((request) => request.state)).toEqual(["answered", "answered", "answered"]);
  });

  test("requests sent together are answered in turn", async () => {
    using client = await openRawHttpClient(upstream.port);
    client.request(CHAT, { ...chat, model: "one" });
    client.request(CHAT, { ...chat, model: "two" });
    const received = await client.waitForText('"two"');
    expect(received.indexOf('"one"')).toBeLessThan(received.indexOf('"two"'));
  });

  test("a body is asked for when the client waits for that", async () => {
    using client = await openRawHttpClient(upstream.port);
    const body = JSON.stringify(chat);
    client.write(`POST ${CHAT} HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: ${body.length}\r\n\r\n`);
    await client.waitForText("HTTP/1.1 100 Continue\r\n\r\n");
    client.write(body);
    await client.waitForText("HTTP/1.1 200 OK");
  });

  test("what is not HTTP is refused", async () => {
    using client = await openRawHttpClient(upstream.port);
    client.write("nonsense\r\n\r\n");
    expect(await client.waitForEnding()).toBe("end");
    expect(client.received.toString()).toStartWith("HTTP/1.1 400 Bad Request");
  });

  test("a mistake in a behaviour function is shown to the client", async () => {
    upstream.setDefault(() => {
      throw new Error("a mistake of the test");
    });
    const response = await post(CHAT, chat);
    expect(response.status).toBe(500);
    expect(await response.text()).toBe("a mistake of the test");
    expect(upstream.requests[0]?.state).toBe("cut-by-upstream");
  });
});

describe("timing", () => {
  test("latency comes before the headers, the first delay before the body, the pace between events", async () => {
    upstream.setDefault({ latencyMs: 60, firstChunkDelayMs: 50, chunkPaceMs: 40, content: ["a", "b", "c"] });
    using client = await openRawHttpClient(upstream.port);
    const sentAtMs = performance.now();
    client.request(CHAT, { ...chat, stream: true });
    await client.waitForText("[DONE]\n\n\r\n0\r\n\r\n");
    const atMs = client.arrivals.map((arrival) => arrival.atMs - sentAtMs);
    expect(atMs).toHaveLength(4);
    // the last bound is generous: only a pause left out must be found
    for (const [index, leastMs] of [60, 110, 150, 190].entries()) {
      expect(atMs[index]).toBeGreaterThanOrEqual(leastMs - 3);
    }
    expect(dechunked(rawBody(client.received)).toString()).toEndWith("data: [DONE]\n\n");
  });

  test("without a pace a stream arrives at once", async () => {
    upstream.setDefault({ chunkCount: 50 });
    using client = await openRawHttpClient(upstream.port);
    client.request(CHAT, { ...chat, stream: true });
    await client.waitForText("[DONE]\n\n\r\n0\r\n\r\n");
    expect(client.arrivals.length).toBeLessThan(5);
    expect(upstream.requests[0]?.piecesSent).toBe(51);
  });
});

describe("stopping", () => {
  test("cuts what is open and frees the port, and may be repeated", async () => {
    const other = await startFakeUpstream();
    other.setDefault({ fault: "hang-mid-stream" });
    using client = await openRawHttpClient(other.port);
    client.request(CHAT, { ...chat, stream: true });
    await client.waitForText("data: ");
    const [request] = other.requests;
    expect(other.openConnections).toBe(1);
    await other.stop();
    expect(request?.state).toBe("cut-by-upstream");
    expect(other.openConnections).toBe(0);
    await client.waitForEnding();
    expect(other.requests).toHaveLength(1);
    await expect(openRawHttpClient(other.port)).rejects.toThrow();
    await other.stop();
  });

  test("a reset cuts answers under way and leaves idle connections", async () => {
    using idle = await openRawHttpClient(upstream.port);
    idle.request("/v1/models");
    await idle.waitForText('"list"');
    upstream.setDefault({ fault: "hang" });
    using hanging = await openRawHttpClient(upstream.port);
    hanging.request(CHAT, chat);
    await upstream.waitForRequest(1);
    upstream.reset();
    await hanging.waitForEnding();
    expect(upstream.requests).toHaveLength(0);
    idle.request(CHAT, chat);
    await idle.waitForText("chat.completion");
  });

  test("a process with a stopped upstream ends by itself", async () => {
    const script = `
      import { startFakeUpstream } from ${JSON.stringify(`${import.meta.dir}/fake-upstream.ts`)};
      const upstream = await startFakeUpstream();
      upstream.setDefault({ latencyMs: 60_000 });
      const failed = fetch(upstream.url + '/v1/models').catch(() => 'failed');
      await upstream.waitForRequest(0);
      await upstream.stop();
      process.stdout.write(await failed);`;
    const child = Bun.spawn([process.execPath, "-e", script], {
      stdout: "pipe",
      stderr: "inherit",
      timeout: 4000,
    });
    expect(await child.stdout.text()).toBe("failed");
    expect(await child.exited).toBe(0);
  });
});
