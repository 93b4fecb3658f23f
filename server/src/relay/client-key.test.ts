import { describe, expect, test } from "bun:test";
import { readClientKey } from "./client-key.ts";

const keyOf = (headers: Record<string, string>, query = "") =>
  readClientKey(new Request(`http://gate.test/v1/chat/completions${query}`, { headers }));

describe("a client's key", () => {
  test("is read from every place that a dialect has for it", () => {
    const key = { key: "abc", channelId: undefined };
    for (const headers of [
      { authorization: "Bearer sk-abc" },
      { authorization: "bearer   abc " },
      { authorization: "sk-abc" },
      { "x-api-key": "sk-abc" },
      { "api-key": "abc" },
      { "x-goog-api-key": "sk-abc" },
      { "mj-api-secret": "sk-abc" },
      { authorization: "midjourney-proxy", "mj-api-secret": "sk-abc" },
      { "sec-websocket-protocol": "realtime, openai-insecure-api-key.sk-abc, openai-beta.realtime-v1" },
    ])
      expect(keyOf(headers)).toEqual(key);
    for (const query of ["?alt=sse&key=sk-abc", "?api-version=v&api-key=sk-abc", "?key=&api-key=abc"])
      expect(keyOf({}, query)).toEqual(key);
  });
  test("in the authorization comes before any other", () => {
    const others = { "x-api-key": "other", "mj-api-secret": "other" };
    expect(keyOf({ authorization: "Bearer first", ...others }, "?key=other")?.key).toBe("first");
    expect(keyOf({ "x-api-key": "first", "x-goog-api-key": "other" })?.key).toBe("first");
  });
  test("is looked for further where a place is empty", () => {
    expect(keyOf({ authorization: "Bearer ", "x-api-key": "", "api-key": "abc" })?.key).toBe("abc");
    expect(keyOf({ "x-api-key": "" }, "?key=abc")?.key).toBe("abc");
  });
  test("that did not come is none", () => {
    for (const headers of [
      {},
      { authorization: "" },
      { authorization: "Bearer" },
      { authorization: "Bearer sk-" },
    ])
      expect(keyOf(headers)).toBeUndefined();
    expect(keyOf({}, "?monkey=abc")).toBeUndefined();
    expect(keyOf({ authorization: "midjourney-proxy" })).toBeUndefined();
    expect(keyOf({ "sec-websocket-protocol": "realtime" })).toBeUndefined();
  });
  test("may name a channel, by its number alone", () => {
    expect(keyOf({ authorization: "Bearer sk-abc-12" })).toEqual({ key: "abc", channelId: 12 });
    for (const suffix of ["-", "-x", "--1", "-1.5", "-1234567890123456"])
      expect(keyOf({ authorization: `Bearer sk-abc${suffix}` })).toEqual({
        key: "abc",
        channelId: undefined,
      });
  });
});
