import { expect, test } from "bun:test";
import { overridesOf } from "./channel-overrides.ts";

const FACTS = {
  operation: "chat",
  dialect: "openai-chat",
  originalModel: "a",
  upstreamModel: "b",
  apiKey: "the-key",
  headers: new Headers(),
} as const;

test("a channel without such settings has no overrides at all", () => {
  for (const setting of [{}, { proxy: "http://127.0.0.1:1" }, { force_format: false, system_prompt: "" }])
    expect(overridesOf(setting)).toBeUndefined();
});

test("overrides are made once for a setting", () => {
  const setting = { param_override: { temperature: 0 } };
  expect(overridesOf(setting)).toBe(overridesOf(setting));
});

test("the given headers and bytes stay as they are", () => {
  const request = { headers: { a: "1" }, body: '{"messages":[]}' };
  const setting = { param_override: { temperature: 0 }, header_override: { b: "2" } };
  expect(overridesOf(setting)?.apply(request, FACTS)).toEqual({
    request: { headers: { a: "1", b: "2" }, body: '{"messages":[],"temperature":0}' },
  });
  expect(request).toEqual({ headers: { a: "1" }, body: '{"messages":[]}' });
});

test("a body that passes is not changed by the other settings, its headers are", () => {
  const body = new TextEncoder().encode('{ "model" : "a" }');
  const overrides = overridesOf({
    pass_through_body_enabled: true,
    param_override: { temperature: 0 },
    header_override: { b: "2" },
    system_prompt: "be",
  });
  expect(overrides?.passesBody).toBe(true);
  expect(overrides?.apply({ headers: {}, body }, FACTS)).toEqual({ request: { headers: { b: "2" }, body } });
});

test("instructions are for chats alone", () => {
  const overrides = overridesOf({ system_prompt: "be" });
  const request = { headers: {}, body: '{"input":"x"}' };
  expect(overrides?.apply(request, { ...FACTS, operation: "embeddings" })).toEqual({ request });
});
