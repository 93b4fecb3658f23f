import { describe, expect, test } from "bun:test";
import { sampleRequest } from "../../../../test/relay/sample-relay-call.ts";
import { conversationName } from "./conversation-name.ts";

/** The name of a chat that began with this and went on so far. */
function nameOf(parts: { system?: string; first?: string; turns?: number; userId?: number; model?: string }) {
  const { system = "You are helpful.", first = "Hello", turns = 0, userId = 1, model = "m" } = parts;
  const messages = [
    { role: "system", content: system },
    { role: "user", content: [{ type: "text", text: first }] },
    ...Array.from({ length: turns }, (_, turn) => ({ role: "assistant", content: `answer ${turn}` })),
  ];
  const { prompt, cacheKey } = sampleRequest({ messages });
  return conversationName({ userId, model, cacheKey, session: null, ...prompt });
}

describe("a conversation's name", () => {
  test("stays while it goes on", () => {
    expect(nameOf({ turns: 1 })).toBe(nameOf({ turns: 9 }) ?? "");
  });
  test("is another for another beginning, user or model", () => {
    const names = [nameOf({}), nameOf({ first: "Bye" }), nameOf({ system: "x" }), nameOf({ userId: 2 })];
    expect(new Set([...names, nameOf({ model: "n" })]).size).toBe(5);
  });
  test("is not shifted by where one text ends and the next begins", () => {
    expect(nameOf({ system: "ab", first: "c" })).not.toBe(nameOf({ system: "a", first: "bc" }) ?? "");
  });
  test("follows the client's own key, else its session, before the text", () => {
    const facts = { userId: 1, model: "m", texts: ["a"], openingTexts: 1 };
    const byKey = conversationName({ ...facts, cacheKey: "k", session: null });
    expect(conversationName({ ...facts, cacheKey: "k", session: "s", texts: ["b"] })).toBe(byKey ?? "");
    expect(conversationName({ ...facts, cacheKey: undefined, session: "s" })).not.toBe(byKey ?? "");
  });
  test("is none where nothing tells", () => {
    const facts = { userId: 1, model: "m", texts: [], openingTexts: 0, cacheKey: undefined };
    expect(conversationName({ ...facts, session: null })).toBeUndefined();
  });
  test("is made from a bounded part of a long prompt", () => {
    const long = "x".repeat(10_000);
    expect(nameOf({ system: `${long}a` })).toBe(nameOf({ system: `${long}b` }) ?? "");
  });
});

test("a client's own key is its prompt_cache_key, else metadata.user_id", () => {
  const keyOf = (body: object) => sampleRequest(body).cacheKey;
  expect(keyOf({ prompt_cache_key: "k", metadata: { user_id: "u" } })).toBe("k");
  expect(keyOf({ metadata: { user_id: "u" } })).toBe("u");
  expect([keyOf({}), keyOf({ prompt_cache_key: 3 }), keyOf({ prompt_cache_key: "" })]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
