import { expect, test } from "bun:test";
import { createEventTap } from "./event-tap.ts";

const event = (type: string, more = {}) =>
  Buffer.from(`event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`);

function heard(...events: Uint8Array[]) {
  const tap = createEventTap();
  for (const one of events) tap.hear(one);
  return tap;
}

const partial = event("image_generation.partial_image", { b64_json: "aGk=" });
const completed = event("image_generation.completed", { b64_json: "aGk=" });

test("pictures are counted as they come, with the one that is begun", () => {
  const counts = [heard(), heard(partial, partial), heard(partial, completed), heard(completed, partial)];
  expect(counts.map((tap) => [tap.pictures(), tap.isUnfinished()])).toEqual([
    [0, false],
    [1, true],
    [1, false],
    [2, true],
  ]);
  expect(heard(event("image_edit.completed"), event("image_generation.partial_succeeded")).pictures()).toBe(
    2,
  );
});

test("a type is read from the data where the event has no name, and a last event without an empty line", () => {
  const tap = heard(Buffer.from('data: {"type":"speech.audio.delta","audio":"aGk="}\n\n'));
  expect(tap.isUnfinished()).toBe(true);
  tap.hear(Buffer.from('data: {"type":"speech.audio.done","usage":{"input_tokens":1}}'));
  expect([tap.isUnfinished(), tap.reported()]).toEqual([true, undefined]);
  tap.end();
  expect([tap.isUnfinished(), tap.reported()]).toMatchObject([false, { usage: { input_tokens: 1 } }]);
});

test("an error is heard, and events of other words are none of its business", () => {
  expect(heard(event("error", { error: { message: "no" } })).hasFailed()).toBe(true);
  const other = heard(Buffer.from('data: {"object":"transcription.chunk","choices":[]}\n\ndata: [DONE]\n\n'));
  expect([other.hasFailed(), other.isUnfinished(), other.pictures()]).toEqual([false, false, 0]);
});
