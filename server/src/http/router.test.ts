import { describe, expect, test } from "bun:test";
import { gunzipSync } from "node:zlib";
import * as z from "zod/mini";
import { endpoint } from "@tollgate/contract/endpoint";
import { getStatus } from "@tollgate/contract/status";
import { intText } from "@tollgate/contract/codecs";
import { useTestApps } from "../../test/support/test-app.ts";
import type { TestAppOptions } from "../../test/support/test-app.ts";
import { AppError } from "../lib/app-error.ts";
import { PasswordsBusyError } from "../secrets/passwords.ts";
import { route } from "./route.ts";
import type { Route } from "./route.ts";

const echo = endpoint("POST /api/echo/:id", "open", {
  query: z.object({ count: z.optional(intText), text: z.optional(z.string()) }),
  body: z.object({
    name: z.string().check(z.trim(), z.minLength(1, "token.name-required")),
    size: z._default(z.int(), 7),
  }),
  data: z.object({
    id: z.int(),
    count: z.optional(z.int()),
    name: z.string(),
    size: z.int(),
    ip: z.string(),
  }),
});
const search = endpoint("GET /api/search-here", "user", { limit: "search" });
const critical = endpoint("POST /api/critical-here", "open", { limit: "critical" });
const broken = endpoint("GET /api/broken", "open", {});
const busy = endpoint("GET /api/busy", "open", {});
const refused = endpoint("GET /api/refused", "open", { top: z.object({ time: z.number() }) });
const long = endpoint("GET /api/long", "open", { data: z.string() });

const routes = (): Route[] => [
  // `secret` is not in the contract: it must not leave.
  route(echo, ({ id, query, body, ip }) => ({ id, count: query.count, ...body, ip, secret: "hidden" })),
  route(search, () => undefined),
  route(critical, () => undefined),
  route(broken, () => {
    throw new Error("the password is hunter22");
  }),
  route(busy, () => {
    throw new PasswordsBusyError("busy");
  }),
  route(refused, () => {
    throw new AppError("channel.test-failed", { reason: "no such model" }, { top: { time: 0.5 } });
  }),
  route(long, () => "long ".repeat(2000)),
  route(getStatus, () => {
    throw new Error("not part of this suite");
  }),
];

describe("console API", () => {
  const apps = useTestApps();
  const open = (options: Omit<TestAppOptions, "engine"> = {}) =>
    apps.create({ engine: "sqlite", ...options, overrides: { routes, ...options.overrides } });
  const guestOf = async (options?: Omit<TestAppOptions, "engine">) => (await open(options)).as("guest");

  test("what comes in is decoded and what goes out holds the contract's fields only", async () => {
    const guest = await guestOf();
    const answer = await guest.call("POST /api/echo/12/?count=3&text=", { body: { name: " n " } });
    expect(answer.json).toEqual({
      success: true,
      message: "",
      data: { id: 12, count: 3, name: "n", size: 7, ip: "127.0.0.1" },
    });
  });

  test("every answer has its number, and is neither cached nor framed", async () => {
    const guest = await guestOf();
    for (const call of ["GET /api/broken", "GET /api/nonsense", "GET /api/long"] as const) {
      const { headers } = await guest.call(call);
      expect(headers.get("x-request-id")).toMatch(/^\d{17}\w{12}$/);
      expect(headers.get("x-oneapi-request-id")).toBe(headers.get("x-request-id"));
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    }
  });

  test("input that the contract refuses is a business refusal with its own code", async () => {
    const guest = await guestOf();
    const echoed = (query: string, body: unknown) => guest.call(`POST /api/echo/1${query}`, { body });
    expect(await echoed("", { name: " " })).toMatchObject({ status: 200, code: "token.name-required" });
    expect(await echoed("?count=x", { name: "n" })).toMatchObject({ code: "input.not-a-whole-number" });
    expect(await echoed("", { name: 5 })).toMatchObject({
      status: 200,
      code: "input.invalid",
      message: "无效的参数：name (string)",
    });
    expect(await echoed("", [])).toMatchObject({
      code: "input.invalid",
      message: "无效的参数：body (object)",
    });
  });

  test("a NUL, which PostgreSQL cannot store, is refused in a query and in a body", async () => {
    const guest = await guestOf();
    const echoed = (query: string, body: unknown) => guest.call(`POST /api/echo/1${query}`, { body });
    expect(await echoed("", { name: "a\0b" })).toMatchObject({
      code: "input.invalid",
      message: "无效的参数：name",
    });
    expect(await echoed("?text=%00", { name: "n" })).toMatchObject({ code: "input.invalid" });
    expect(await echoed("", { name: "n", other: [{ "a\0": 1 }] })).toMatchObject({ code: "input.invalid" });
  });

  test("a body must be JSON and say so", async () => {
    const guest = await guestOf();
    expect(await guest.call("POST /api/echo/1", { body: "{" })).toMatchObject({
      status: 400,
      success: false,
      code: "input.body-not-json",
    });
    const nested = `{"name":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
    expect(await guest.call("POST /api/echo/1", { body: nested })).toMatchObject({
      status: 400,
      code: "input.body-not-json",
    });
    expect(await guest.call("POST /api/echo/1")).toMatchObject({
      status: 415,
      code: "input.body-not-labelled",
    });
    const asForm = { "content-type": "text/plain" };
    expect(await guest.call("POST /api/echo/1", { body: { name: "n" }, headers: asForm })).toMatchObject({
      status: 415,
    });
    const withCharset = { "content-type": "application/json; charset=utf-8" };
    expect(await guest.call("POST /api/echo/1", { body: { name: "n" }, headers: withCharset })).toMatchObject(
      {
        success: true,
      },
    );
  });

  test("a body of half a megabyte is too large for a guest, of four megabytes for anyone", async () => {
    const app = await open();
    const name = (bytes: number) => ({ name: "n".repeat(bytes) });
    const guest = await app.as("guest");
    expect(await guest.call("POST /api/echo/1", { body: name(520 * 1024) })).toMatchObject({
      status: 413,
      code: "input.body-too-large",
      message: "请求体过大，上限为 512 KB",
    });
    const user = await app.as("user");
    expect(await user.call("POST /api/echo/1", { body: name(520 * 1024) })).toMatchObject({ success: true });
    expect(await user.call("POST /api/echo/1", { body: name(4100 * 1024) })).toMatchObject({ status: 413 });
  });

  test("a body without a length is cut off at the limit", async () => {
    const app = await open();
    const chunk = new TextEncoder().encode(`"${"n".repeat(65_536)}`);
    let sent = 0;
    const endless = new ReadableStream({
      pull(controller) {
        sent += chunk.byteLength;
        controller.enqueue(chunk);
      },
    });
    const response = await app.request("/api/echo/1", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: endless,
    });
    expect(response.status).toBe(413);
    expect(sent).toBeLessThan(2 * 1024 * 1024);
  });

  test("what fails inside tells the reader a number, and the log the reason", async () => {
    const logged: unknown[] = [];
    const logger = { debug() {}, info() {}, warn() {}, error: (...line: unknown[]) => logged.push(line) };
    const guest = await guestOf({ overrides: { logger } });
    const answer = await guest.call("GET /api/broken", { headers: { "accept-language": "en" } });
    expect(answer).toMatchObject({ status: 500, success: false, code: "server.internal" });
    expect(answer.message).toContain(answer.headers.get("x-request-id") ?? "no number");
    expect(answer.text).not.toContain("hunter22");
    expect(logged).toEqual([
      ["a call failed", expect.objectContaining({ path: "/api/broken", error: expect.any(Error) })],
    ]);
  });

  test("a refusal may carry fields at the top of the envelope", async () => {
    const guest = await guestOf();
    expect((await guest.call("GET /api/refused")).json).toEqual({
      success: false,
      message: "测试失败：no such model",
      code: "channel.test-failed",
      time: 0.5,
    });
  });

  test("too many passwords at once is a request to come back later", async () => {
    const guest = await guestOf();
    const answer = await guest.call("GET /api/busy");
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, "5"]);
  });

  test("long answers are compressed for those who take it", async () => {
    const app = await open();
    const get = (path: string) => app.request(path, { headers: { "accept-encoding": "gzip, br" } });
    const compressed = await get("/api/long");
    expect(compressed.headers.get("content-encoding")).toBe("gzip");
    expect(gunzipSync(await compressed.bytes()).toString()).toContain("long long");
    expect((await get("/api/refused")).headers.get("content-encoding")).toBeNull();
    expect((await app.request("/api/long")).headers.get("content-encoding")).toBeNull();
  });

  test("the windows of an address and of a user refuse with Retry-After", async () => {
    const rule = (limit: number) => ({ limit, windowSeconds: 60 });
    const app = await open({
      config: { rateLimits: { general: rule(6), critical: rule(1), search: rule(2) } },
    });
    const guest = await app.as("guest");
    const user = await app.as("user");
    const admin = await app.as("admin");
    expect(await guest.call("POST /api/critical-here")).toMatchObject({ status: 200 });
    const refusedCall = await guest.call("POST /api/critical-here");
    expect(refusedCall).toMatchObject({ status: 429, code: "rate.too-many", success: false });
    expect(refusedCall.headers.get("retry-after")).toBe("60");
    const searches = [user, user, user, admin].map((client) => client.call("GET /api/search-here"));
    expect((await Promise.all(searches)).map(({ status }) => status)).toEqual([200, 200, 429, 200]);
    expect(await guest.call("GET /api/long")).toMatchObject({ status: 429 });
    app.clock.advance(60_000);
    expect(await guest.call("GET /api/long")).toMatchObject({ status: 200 });
  });

  test("an app that stops refuses new calls", async () => {
    const app = await open({ config: { shutdownTimeoutMs: 0 } });
    const url = app.listen();
    expect((await fetch(`${url}/api/long`)).status).toBe(200);
    const stopped = app.stop();
    const answer = await app.request("/api/long");
    expect([answer.status, answer.headers.get("connection")]).toEqual([503, "close"]);
    await stopped;
    await expect(fetch(`${url}/api/long`)).rejects.toThrow();
  });
});
