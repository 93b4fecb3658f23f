import { expect, test } from "bun:test";
import { findCohereUsage, usageFromCohere } from "./cohere-usage.ts";

test("version 1 puts its usage elsewhere, at the end of a stream too", () => {
  const meta = { billed_units: { input_tokens: 57, output_tokens: 9 } };
  expect(findCohereUsage({ text: "Hello", meta })).toBe(meta);
  expect(findCohereUsage({ event_type: "stream-end", response: { meta } })).toBe(meta);
  expect(usageFromCohere(meta)?.input.uncached).toBe(57);
});

test("tokens count where nothing says what is billed", () => {
  expect(usageFromCohere({ tokens: { input_tokens: 5, output_tokens: 2 } })?.output.text).toBe(2);
  expect(usageFromCohere({ cached_tokens: 5 })).toBeUndefined();
});

test("many documents take more than one search unit", () => {
  expect(usageFromCohere({ billed_units: { search_units: 3 } })?.requests).toBe(3);
});
