import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { gunzipSync } from "node:zlib";

import type { Fault } from "./behaviour.ts";
import { startFakeUpstream } from "./fake-upstream.ts";
import { dechunked, openRawHttpClient, rawBody, type RawEnding } from "./raw-http-client.ts";

const upstream = await startFakeUpstream();
const CHAT = "/v1/chat/completions";
const DONE = "data: [DONE]\n\n";
const SPOKEN = ["one", "two", "thr€e", "four"];

interface Seen {
  readonly head: string;
  readonly body: Buffer;
  readonly ending: RawEnding | "open";
}

/** What a client on the bare socket sees of a fault, until the server ends or the text has come. */
async function see(fault: Fault, isStream: boolean, until: "ending" | string = "ending"): Promise<Seen> {
  upstream.setDefault({ fault, content: SPOKEN, tricklePaceMs: 0 });
  using client = await openRawHttpClient(upstream.port);
  const messages = [{ role: "user", content: "hi" }];
  client.request(CHAT, { model: "m", messages, stream: isStream });
  const ending = until === "ending" ? await client.waitForEnding() : "open";
  if (until !== "ending") await client.waitForText(until);
  const headEnd = client.received.indexOf("\r\n\r\n");
  const head = client.received.toString("latin1", 0, Math.max(headEnd, 0)).toLowerCase();
  return { head, body: headEnd === -1 ? client.received : rawBody(client.received), ending };
}

/** The texts of the events that arrived whole. */
function textsOf(events: string): string[] {
  const whole = events.split("\n\n").slice(0, -1);
  return whole.flatMap((event) => /"delta":\{"content":"([^"]+)"/.exec(event)?.[1] ?? []);
}

function isUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

beforeEach(() => upstream.reset());
afterAll(() => upstream.stop());

describe("connections that break", () => {
  test.each([
    ["reset-before-headers", "reset"],
    ["close-before-headers", "end"],
  ] as const)("%s: not a byte comes", async (fault, ending) => {
    expect(await see(fault, false)).toEqual({ head: "", body: Buffer.alloc(0), ending });
    expect(upstream.requests[0]?.state).toBe("cut-by-upstream");
  });

  test.each([true, false])("reset-after-headers: a head and nothing else (stream: %p)", async (isStream) => {
    const { head, body, ending } = await see("reset-after-headers", isStream);
    expect(head).toStartWith("http/1.1 200 ok");
    expect({ size: body.length, ending }).toEqual({ size: 0, ending: "reset" });
  });

  test.each([
    ["reset-mid-body", "reset"],
    ["close-mid-body", "end"],
  ] as const)("%s: a stream stops between two events", async (fault, expected) => {
    const { body, ending } = await see(fault, true);
    const events = dechunked(body).toString();
    expect(textsOf(events)).toEqual(["one", "two"]);
    expect(events).toEndWith("\n\n");
    expect(body.toString()).not.toContain("\r\n0\r\n");
    expect(ending).toBe(expected);
  });

  test.each([
    ["reset-mid-body", "reset"],
    ["close-mid-body", "end"],
    ["reset-mid-event", "reset"],
  ] as const)("%s: a JSON body is shorter than declared", async (fault, expected) => {
    const { head, body, ending } = await see(fault, false);
    const declared = Number(/content-length: (\d+)/.exec(head)?.[1]);
    expect(body.length).toBeGreaterThan(0);
    expect(body.length).toBeLessThan(declared);
    expect(ending).toBe(expected);
  });

  test("reset-mid-event: whole events and a piece of the next", async () => {
    const { body, ending } = await see("reset-mid-event", true);
    const events = dechunked(body).toString();
    expect(textsOf(events)).toEqual(["one", "two"]);
    expect(events.split("\n\n").at(-1)).toMatch(/^data: \{"id":"/);
    expect(ending).toBe("reset");
  });

  test.each([true, false])(
    "reset-mid-utf8: the last character is not whole (stream: %p)",
    async (isStream) => {
      const { body, ending } = await see("reset-mid-utf8", isStream);
      const bytes = isStream ? dechunked(body) : body;
      expect(isUtf8(bytes)).toBe(false);
      expect(isUtf8(bytes.subarray(0, -1))).toBe(true);
      expect(bytes.at(-1)).toBe(Buffer.from("€")[0]);
      expect(ending).toBe("reset");
    },
  );
});

describe("answers that do not end", () => {
  test("hang: the request is taken and nothing comes back", async () => {
    upstream.setDefault({ fault: "hang" });
    using client = await openRawHttpClient(upstream.port);
    client.request("/v1/models");
    await upstream.waitForRequest(0);
    await expect(client.waitForText("H", 50)).rejects.toThrow();
    expect(upstream.requests[0]?.state).toBe("open");
    client.close();
    await upstream.waitForClientClose(0);
  });

  test.each([true, false])("hang-mid-stream: half of the body comes (stream: %p)", async (isStream) => {
    upstream.setDefault({ fault: "hang-mid-stream", content: SPOKEN });
    using client = await openRawHttpClient(upstream.port);
    client.request(CHAT, { model: "m", messages: [{}], stream: isStream });
    await client.waitForText("chatcmpl-");
    await expect(client.waitForText(isStream ? "four" : "usage", 50)).rejects.toThrow();
    expect(upstream.requests[0]?.state).toBe("open");
    client.close();
    await upstream.waitForClientClose(0);
  });

  test("slow-loris: head and body come byte by byte, and whole in the end", async () => {
    upstream.setDefault({ fault: "slow-loris", tricklePaceMs: 1, body: { ok: true } });
    using client = await openRawHttpClient(upstream.port);
    client.request("/v1/models");
    await client.waitForText('{"ok":true}');
    expect(client.arrivals.length).toBeGreaterThan(client.received.length / 3);
    expect(client.received.toString()).toStartWith("HTTP/1.1 200 OK\r\n");
  });

  test("slow-loris: a client that leaves stops it", async () => {
    upstream.setDefault({ fault: "slow-loris", tricklePaceMs: 20 });
    using client = await openRawHttpClient(upstream.port);
    client.request("/v1/models");
    await client.waitForText("HTTP");
    client.close();
    expect((await upstream.waitForClientClose(0)).piecesSent).toBe(0);
  });
});

describe("framing that lies", () => {
  test.each([true, false])(
    "content-length-too-long: less comes, then a close (stream: %p)",
    async (isStream) => {
      const { head, body, ending } = await see("content-length-too-long", isStream);
      expect(head).not.toContain("transfer-encoding");
      expect(Number(/content-length: (\d+)/.exec(head)?.[1])).toBe(body.length + 64);
      expect(body.toString()).toEndWith(isStream ? DONE : "}");
      expect(ending).toBe("end");
    },
  );

  test.each([true, false])(
    "content-length-too-short: more comes on an open connection (%p)",
    async (isStream) => {
      const { head, body } = await see("content-length-too-short", isStream, isStream ? DONE : '"usage"');
      expect(Number(/content-length: (\d+)/.exec(head)?.[1])).toBe(Math.floor(body.length / 2));
    },
  );

  test.each([true, false])(
    "malformed-chunked: a chunk size is not a number (stream: %p)",
    async (isStream) => {
      const { head, body, ending } = await see("malformed-chunked", isStream);
      expect(head).toContain("transfer-encoding: chunked");
      expect(head).not.toContain("content-length");
      expect(body.toString()).toEndWith("\r\nnot-a-size\r\n");
      expect(ending).toBe("end");
    },
  );

  test("gzip: a JSON body is packed though nobody asked", async () => {
    const { head, body } = await see("gzip", false, "\r\n\r\n");
    expect(head).toContain("content-encoding: gzip");
    expect(JSON.parse(gunzipSync(body).toString()).object).toBe("chat.completion");
  });

  test("gzip: a stream is packed event by event", async () => {
    upstream.setDefault({ fault: "gzip", content: SPOKEN, chunkPaceMs: 10 });
    const body = { model: "m", messages: [{}], stream: true };
    const response = await fetch(upstream.url + CHAT, { method: "POST", body: JSON.stringify(body) });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader?.read())?.value).toContain("one");
    expect(upstream.requests[0]?.state).toBe("open");
    let rest = "";
    for (let part = await reader?.read(); part?.done === false; part = await reader?.read())
      rest += part.value;
    expect(textsOf(rest)).toEqual(SPOKEN.slice(1));
    expect(rest).toEndWith(DONE);
  });
});

describe("answers that are wrong", () => {
  test("malformed-sse: broken events stand between good ones", async () => {
    const { body } = await see("malformed-sse", true, DONE);
    const events = dechunked(body).toString();
    expect(textsOf(events)).toEqual(SPOKEN);
    const data = events.split("\n\n").filter((event) => event.startsWith("data: {"));
    expect(data.filter((event) => !isJson(event.slice(6)))).toHaveLength(1);
    expect(events).toContain("\n\nno field in this line\n\n");
  });

  test("malformed-sse: a JSON body lacks its end", async () => {
    const { head, body } = await see("malformed-sse", false, '"usage"');
    expect(head).toContain(`content-length: ${body.length}`);
    expect(isJson(body.toString())).toBe(false);
    expect(isJson(`${body.toString()}}`)).toBe(true);
  });

  test("no-done: everything but the terminator comes", async () => {
    const { body } = await see("no-done", true, "\r\n0\r\n\r\n");
    const events = dechunked(body).toString();
    expect(textsOf(events)).toEqual(SPOKEN);
    expect(events).toContain('"finish_reason":"stop"');
    expect(events).not.toContain("[DONE]");
  });

  test("ends-early: a correct HTTP body without a finish reason", async () => {
    const { body } = await see("ends-early", true, "\r\n0\r\n\r\n");
    const events = dechunked(body).toString();
    expect(textsOf(events)).toEqual(["one", "two"]);
    expect(events).not.toContain('"stop"');
    expect(events).not.toContain("[DONE]");
  });

  test("error-event: an error is the last event", async () => {
    const { body } = await see("error-event", true, "\r\n0\r\n\r\n");
    const events = dechunked(body).toString().split("\n\n").slice(0, -1);
    expect(textsOf(events.join("\n\n") + "\n\n")).toEqual(["one", "two"]);
    expect(events.at(-1)).toStartWith('data: {"error":{"message":');
  });

  test("html-error: a page of a proxy", async () => {
    const { head, body } = await see("html-error", true, "</html>");
    expect(head).toStartWith("http/1.1 502 bad gateway");
    expect(head).toContain("content-type: text/html");
    expect(body.toString()).toStartWith("<html>");
  });

  test("redirect: to where the behaviour says", async () => {
    upstream.setDefault({ fault: "redirect", status: 307, redirectTo: "http://169.254.169.254/" });
    const response = await fetch(`${upstream.url}/v1/models`, { redirect: "manual" });
    expect(response.status).toBe(307);
    expect(response.headers.get("location")).toBe("http://169.254.169.254/");
  });

  test.each([true, false])(
    "wrong-content-type: the right body as text/plain (stream: %p)",
    async (isStream) => {
      const { head, body } = await see("wrong-content-type", isStream, isStream ? DONE : '"usage"');
      expect(head).toContain("content-type: text/plain");
      expect(body.toString()).toContain('"chat.completion');
    },
  );

  test.each([true, false])("error-in-200: an error body under status 200 (stream: %p)", async (isStream) => {
    const { head, body } = await see("error-in-200", isStream, "}}");
    expect(head).toStartWith("http/1.1 200 ok");
    expect(head).toContain("content-type: application/json");
    expect(JSON.parse(body.toString()).error.type).toBe("server_error");
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
