import { expect, test } from "bun:test";
import type { OverrideCall } from "./override-call.ts";
import { compileParamOverride } from "./param-override.ts";

const CALL: OverrideCall = {
  originalModel: "asked",
  upstreamModel: "sent",
  apiKey: "the-key",
  headers: new Headers({ "x-trace": "t1", authorization: "Bearer sk-client", session: "s1" }),
};

function changed(setting: unknown, body: Record<string, unknown>, headers: Record<string, string> = {}) {
  const draft = { body: structuredClone(body), headers: { ...headers } };
  const refusal = compileParamOverride(setting)?.(draft, CALL);
  return { ...draft, refusal };
}

const bodyOf = (operation: object, body: Record<string, unknown>) =>
  changed({ operations: [operation] }, body).body;

test("fields are merged into the body, whatever their names", () => {
  const body = { temperature: 1, stop: ["a"], kept: true };
  expect(changed({ temperature: 0, stop: null, "a.b": 1 }, body).body).toEqual({
    temperature: 0,
    stop: null,
    kept: true,
    "a.b": 1,
  });
});

test("a setting that says nothing changes nothing", () => {
  for (const setting of [undefined, null, {}, { operations: [] }, { operations: [{ mode: "dance" }] }, [], 1])
    expect(compileParamOverride(setting)).toBeUndefined();
});

const MESSAGES = { messages: [{ content: "one" }, { content: "two" }] };

test.each<[object, Record<string, unknown>, Record<string, unknown>]>([
  [{ mode: "set", path: "a.b", value: 1 }, {}, { a: { b: 1 } }],
  [{ mode: "set", path: "a", value: 1, keep_origin: true }, { a: 2 }, { a: 2 }],
  [{ mode: "set", path: "a.b", value: 1 }, { a: "text" }, { a: "text" }],
  [{ mode: "set", path: "__proto__.x", value: 1 }, {}, {}],
  [
    { mode: "set", path: "messages.-1.content", value: "x" },
    MESSAGES,
    { messages: [{ content: "one" }, { content: "x" }] },
  ],
  [{ mode: "set", path: "messages.9.content", value: "x" }, MESSAGES, MESSAGES],
  [{ mode: "set", path: "a\\.b", value: 1 }, {}, { "a.b": 1 }],
  [{ mode: "delete", path: "messages.0" }, MESSAGES, { messages: [{ content: "two" }] }],
  [{ mode: "delete", path: "a.b" }, { a: { b: 1, c: 2 } }, { a: { c: 2 } }],
  [
    { mode: "move", from: "messages.0.content", to: "system" },
    MESSAGES,
    {
      messages: [{}, { content: "two" }],
      system: "one",
    },
  ],
  [{ mode: "move", from: "missing", to: "a" }, { a: 1 }, { a: 1 }],
  [{ mode: "copy", from: "a", to: "b" }, { a: [1] }, { a: [1], b: [1] }],
  [{ mode: "prepend", path: "a", value: "x" }, { a: "y" }, { a: "xy" }],
  [{ mode: "append", path: "a", value: "x" }, { a: "y" }, { a: "yx" }],
  [{ mode: "append", path: "a", value: [2, 3] }, { a: [1] }, { a: [1, 2, 3] }],
  [{ mode: "prepend", path: "a", value: 0 }, { a: [1] }, { a: [0, 1] }],
  [{ mode: "append", path: "a", value: { b: 2, c: 3 } }, { a: { b: 1 } }, { a: { b: 2, c: 3 } }],
  [
    { mode: "append", path: "a", value: { b: 2, c: 3 }, keep_origin: true },
    { a: { b: 1 } },
    { a: { b: 1, c: 3 } },
  ],
  [{ mode: "trim_prefix", path: "model", value: "openai/" }, { model: "openai/gpt" }, { model: "gpt" }],
  [{ mode: "trim_suffix", path: "model", value: "-x" }, { model: "gpt-x" }, { model: "gpt" }],
  [{ mode: "ensure_prefix", path: "model", value: "a/" }, { model: "gpt" }, { model: "a/gpt" }],
  [{ mode: "ensure_suffix", path: "model", value: "-x" }, { model: "gpt-x" }, { model: "gpt-x" }],
  [{ mode: "trim_space", path: "a" }, { a: " x\n" }, { a: "x" }],
  [{ mode: "to_lower", path: "a" }, { a: "GPT" }, { a: "gpt" }],
  [{ mode: "to_upper", path: "a" }, { a: 7 }, { a: 7 }],
  [{ mode: "replace", path: "a", from: "x", to: "$&" }, { a: "xax" }, { a: "$&a$&" }],
  [{ mode: "regex_replace", path: "a", from: "(\\d)-(\\d)", to: "$2-$1" }, { a: "1-2" }, { a: "2-1" }],
  [
    { mode: "prune_objects", value: "thinking" },
    { messages: [{ content: [{ type: "thinking" }, { type: "text" }] }] },
    { messages: [{ content: [{ type: "text" }] }] },
  ],
  [
    { mode: "prune_objects", path: "tools", value: { where: { name: "a" }, type: "f" } },
    {
      tools: [
        { type: "f", name: "a" },
        { type: "f", name: "b" },
      ],
      other: [{ type: "f", name: "a" }],
    },
    { tools: [{ type: "f", name: "b" }], other: [{ type: "f", name: "a" }] },
  ],
])("%j", (operation, body, expected) => {
  expect(bodyOf(operation, body)).toEqual(expected);
});

test.each<[object | object[], string | undefined, boolean]>([
  [{ path: "a", value: 5 }, undefined, true],
  [{ path: "a", mode: "gt", value: 5 }, undefined, false],
  [{ path: "a", mode: "gte", value: 5 }, undefined, true],
  [{ path: "a", mode: "lt", value: 6 }, undefined, true],
  [{ path: "t", mode: "prefix", value: "gpt" }, undefined, true],
  [{ path: "t", mode: "suffix", value: "gpt", invert: true }, undefined, true],
  [{ path: "t", mode: "contains", value: "-5" }, undefined, true],
  [{ path: "missing", value: 1 }, undefined, false],
  [{ path: "missing", value: 1, pass_missing_key: true }, undefined, true],
  [{ path: "original_model", value: "asked" }, undefined, true],
  [{ path: "upstream_model", value: "sent" }, undefined, true],
  [{ path: "a", mode: "unheard", value: 5 }, undefined, false],
  [
    [
      { path: "a", value: 5 },
      { path: "a", value: 6 },
    ],
    undefined,
    true,
  ],
  [
    [
      { path: "a", value: 5 },
      { path: "a", value: 6 },
    ],
    "AND",
    false,
  ],
])("under the conditions %j, %s", (conditions, logic, holds) => {
  const operation = { mode: "set", path: "done", value: true, conditions: [conditions].flat(), logic };
  expect(bodyOf(operation, { a: 5, t: "gpt-5" })["done"]).toBe(holds ? true : undefined);
});

test("headers are set, removed, copied and passed, but never the client's key or how the message travels", () => {
  const { headers, body } = changed(
    {
      operations: [
        { mode: "set_header", path: "X-Own", value: "1" },
        { mode: "set_header", path: "Content-Length", value: "1" },
        { mode: "set_header", path: "x-split", value: "a\r\nb: c" },
        { mode: "delete_header", path: "X-Gone" },
        { mode: "pass_headers", value: "x-trace, authorization" },
        { mode: "copy_header", from: "x-api-key", to: "x-copied-key" },
        { mode: "move_header", from: "x-own", to: "x-moved" },
        { mode: "sync_fields", from: "header:session", to: "json:prompt_cache_key" },
        { mode: "sync_fields", from: "header:x-user", to: "json:user" },
      ],
    },
    { user: "u1" },
    { "x-gone": "1", "x-api-key": "the-key" },
  );
  expect(headers).toEqual({ "x-api-key": "the-key", "x-trace": "t1", "x-moved": "1", "x-user": "u1" });
  expect(body).toEqual({ user: "u1", prompt_cache_key: "s1" });
});

test("a refusal ends the steps and is told with its status", () => {
  const value = { message: "not here", status_code: 451, code: "no" };
  const { refusal, body } = changed(
    {
      operations: [
        { mode: "return_error", value },
        { mode: "set", path: "a", value: 1 },
      ],
    },
    {},
  );
  expect(refusal).toEqual({ status: 451, message: "not here", code: "no" });
  expect(body).toEqual({});
  expect(
    changed({ operations: [{ mode: "return_error", value: { status: 200 } }] }, {}).refusal?.status,
  ).toBe(400);
});

test("what a setting adds to one body is not the next one's", () => {
  const apply = compileParamOverride({ metadata: { tags: [] } });
  const first = { body: {} as Record<string, unknown>, headers: {} };
  apply?.(first, CALL);
  Object(first.body["metadata"]).tags.push("mine");
  const second = { body: {}, headers: {} };
  apply?.(second, CALL);
  expect(second.body).toEqual({ metadata: { tags: [] } });
});
