import { createChannel, searchChannels, testChannel, updateChannel } from "@tollgate/contract/channels";
import { getSelf, login } from "@tollgate/contract/session";
import { listTokens } from "@tollgate/contract/tokens";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { startI18n } from "../i18n/i18n.ts";
import { sessionUser } from "../session/session-user.ts";
import { buildChannel, buildSelf } from "../test/factories.ts";
import { answerTop, createFakeServer, FakeRefusal } from "../test/fake-server.ts";
import { call, callWhole } from "./api-client.ts";
import { ApiError } from "./api-error.ts";

const server = createFakeServer();

beforeEach(() => {
  server.calls.length = 0;
  vi.stubGlobal("fetch", server.fetch);
});

describe("a call", () => {
  test("says who calls, in which language, and that nothing is to be cached", async () => {
    sessionUser.set({ id: 7, username: "ann", display_name: "Ann", role: 1 });
    server.on(getSelf, () => buildSelf({ id: 7 }));
    await startI18n("en");
    expect((await call(getSelf)).id).toBe(7);
    const headers = server.callsOf(getSelf)[0]?.headers;
    expect(headers?.get("New-Api-User")).toBe("7");
    expect(headers?.get("Cache-Control")).toBe("no-store");
    expect(headers?.get("Accept-Language")).toBe("en");
    await startI18n("zh");
  });
  test("carries the wire's form of queries and bodies, and answers the decoded form", async () => {
    const channel = buildChannel({ group: ["default", "vip"], models: ["a", "b"], auto_ban: false });
    const wire = vi.spyOn(server, "fetch");
    vi.stubGlobal("fetch", wire);
    server.on(updateChannel, () => channel);
    const answer = await call(updateChannel, { body: { id: 1, models: ["a", "b"], auto_ban: false } });
    expect(answer.group).toEqual(["default", "vip"]);
    expect(JSON.parse(String(wire.mock.calls[0]?.[1]?.body))).toEqual({ id: 1, models: "a,b", auto_ban: 0 });
    server.on(searchChannels, () => ({ items: [], page: 2, page_size: 10, total: 0 }));
    await call(searchChannels, { query: { keyword: "", model: "gpt", id_sort: true, p: 2 } });
    expect(wire.mock.calls[1]?.[0]).toBe("/api/channel/search?model=gpt&id_sort=true&p=2");
  });
  test("fills the id into the path and reads what stands beside data", async () => {
    server.on(testChannel, ({ id }) => answerTop({ time: id / 10 }));
    const { top } = await callWhole(testChannel, { id: 9, query: {} });
    expect(top.time).toBe(0.9);
  });
});

async function failureOf(action: () => Promise<unknown>): Promise<ApiError> {
  const error = await action().catch((caught: unknown) => caught);
  if (!(error instanceof ApiError)) throw new Error("the call did not fail as it should");
  return error;
}

describe("a call that fails", () => {
  test("with success:false keeps the server's message and code", async () => {
    server.on(login, () => {
      throw new FakeRefusal("user.sign-in-wrong");
    });
    const error = await failureOf(() => call(login, { query: {}, body: { username: "a", password: "b" } }));
    expect([error.kind, error.code, error.message]).toEqual([
      "refused",
      "user.sign-in-wrong",
      "用户名或密码错误，或用户已被封禁",
    ]);
  });
  test.each([
    [401, "expired", "未登录或登录已过期，请重新登录！"],
    [429, "too-many-requests", "请求次数过多，请稍后再试"],
    [500, "server", "服务器内部错误，请联系管理员"],
    [405, "demo", "本站仅作演示之用，无服务端"],
    [418, "other", "错误：teapot"],
  ])("with HTTP %d is %s", async (status, kind, message) => {
    server.on(getSelf, () => {
      throw new FakeRefusal("teapot", status);
    });
    const error = await failureOf(() => call(getSelf));
    expect([error.kind, error.message]).toEqual([kind, message]);
  });
  test("without an answer says that the server cannot be reached", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("failed")));
    expect((await failureOf(() => call(getSelf))).kind).toBe("network");
  });
  test.each([
    ["not JSON", "<html>"],
    ["no envelope", "[]"],
    ["data of another shape", '{"success":true,"message":"","data":{"items":"none"}}'],
  ])("with %s says that the answer is not understood", async (_what, body) => {
    vi.stubGlobal("fetch", () => Promise.resolve(new Response(body)));
    expect((await failureOf(() => call(listTokens, { query: {} }))).kind).toBe("shape");
  });
  test("never leaves when the body is not what the contract says", async () => {
    const body = { name: "x", type: 1, key: "k", group: ["default"], models: [] };
    await expect(call(createChannel, { body })).rejects.toThrow();
    expect(server.calls).toEqual([]);
  });
});
