import { expect, test } from "bun:test";
import { derivedCallId, readToolArguments, toolNames } from "./tool-calls.ts";

test("arguments are an object or nothing", () => {
  expect(readToolArguments('{"a":1}')).toEqual({ a: 1 });
  expect(readToolArguments(" ")).toEqual({});
  for (const text of ['{"a":', "[1]", "7", "null", "yes"]) expect(readToolArguments(text)).toBeUndefined();
});

test("a derived id is what every vendor takes, and differs by call", () => {
  const long = derivedCallId(`req/${"x".repeat(60)}`, 12);
  expect(long).toMatch(/^call_[A-Za-z0-9_-]{1,35}$/);
  expect(derivedCallId("R1", 0)).not.toBe(derivedCallId("R1", 1));
});

test("the names of tools are found by the ids of their calls", () => {
  const names = toolNames({
    messages: [
      { role: "user", parts: [{ type: "text", text: "Go." }] },
      { role: "assistant", parts: [{ type: "tool-call", id: "a", name: "f", arguments: "" }] },
    ],
  });
  expect([...names]).toEqual([["a", "f"]]);
});
