import { expect, test } from "bun:test";
import { mergeAnthropicUsage, usageFromAnthropic } from "./anthropic-usage.ts";

const merged = (start: object, end: object) => usageFromAnthropic(mergeAnthropicUsage(start, end));

test("zeros at the end of a stream do not erase the input of its start", () => {
  const usage = merged(
    { input_tokens: 25, cache_read_input_tokens: 100, output_tokens: 1 },
    { input_tokens: 0, cache_read_input_tokens: 0, cache_creation_input_tokens: 0, output_tokens: 15 },
  );
  expect(usage?.input).toMatchObject({ uncached: 25, cacheRead: 100 });
  expect(usage?.output.text).toBe(15);
});

test("an end that splits what the start gave as one replaces it, and counts nothing twice", () => {
  const usage = merged(
    { input_tokens: 1000, cache_read_input_tokens: 0, output_tokens: 1 },
    { input_tokens: 100, cache_read_input_tokens: 900, output_tokens: 9 },
  );
  expect(usage?.input).toMatchObject({ uncached: 100, cacheRead: 900 });
});

test("an end that tells the output alone leaves the input as it is", () => {
  const usage = merged(
    { input_tokens: 5, cache_creation_input_tokens: 70, cache_creation: { ephemeral_1h_input_tokens: 70 } },
    { input_tokens: null, output_tokens: 9 },
  );
  expect(usage?.input).toMatchObject({ uncached: 5, cacheWrite1h: 70, cacheWrite5m: 0 });
});

test("writes that come after the breakdown live as long as the first", () => {
  const usage = merged(
    {
      input_tokens: 5,
      cache_creation_input_tokens: 70,
      cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 70 },
    },
    { input_tokens: 5, cache_creation_input_tokens: 100, output_tokens: 9 },
  );
  expect(usage?.input).toMatchObject({ cacheWrite1h: 100, cacheWrite5m: 0 });
});

test("output never shrinks", () => {
  expect(merged({ input_tokens: 1, output_tokens: 50 }, { output_tokens: 0 })?.output.text).toBe(50);
});

test("a report without any input, or with a total that cannot be read, is none", () => {
  for (const raw of [
    { output_tokens: 5 },
    { input_tokens: -5, output_tokens: 5 },
    { input_tokens: 5, output_tokens: "5" },
    { input_tokens: 5, cache_read_input_tokens: 1e300 },
    [],
    null,
  ])
    expect(usageFromAnthropic(raw)).toBeUndefined();
});

test("a breakdown above its sum is believed: nothing that was written is lost", () => {
  const usage = usageFromAnthropic({
    input_tokens: 1,
    cache_creation: { ephemeral_5m_input_tokens: 456, ephemeral_1h_input_tokens: 100 },
    output_tokens: 1,
  });
  expect(usage?.input).toMatchObject({ cacheWrite5m: 456, cacheWrite1h: 100 });
});
