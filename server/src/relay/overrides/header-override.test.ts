import { expect, test } from "bun:test";
import { compileHeaderOverride } from "./header-override.ts";

const CALL = {
  originalModel: "asked",
  upstreamModel: "sent",
  apiKey: "the-key",
  headers: new Headers({ "x-trace": "t1", authorization: "Bearer sk-client", cookie: "session=1" }),
};

test.each<[Record<string, string>, Record<string, string>]>([
  [{ "X-Key": "{api_key}" }, { "x-key": "the-key" }],
  [{ Authorization: "Token {api_key}" }, { authorization: "Token the-key" }],
  [{ "X-Trace": "{client_header:X-Trace}/up" }, { "x-trace": "t1/up" }],
  [{ "X-Missing": "{client_header:x-none}" }, {}],
  [{ "X-Stolen": "{client_header:Authorization}{client_header:cookie}" }, {}],
  [{ "X-Empty": "" }, { "x-empty": "" }],
  [{ Host: "other.example", "Content-Length": "1" }, {}],
])("%j", (setting, expected) => {
  const headers: Record<string, string> = {};
  compileHeaderOverride(setting)?.({ headers }, CALL);
  expect(headers).toEqual(expected);
});

test("a setting without headers costs nothing", () => {
  for (const setting of [undefined, null, {}, [], { a: 1 }])
    expect(compileHeaderOverride(setting)).toBeUndefined();
});
