import { expect, test } from "vitest";
import { channelStatusView, readDisableNote, responseTimeTone } from "./channel-status.ts";

test.each([
  [0, "neutral"],
  [1, "green"],
  [1000, "green"],
  [1001, "lime"],
  [3000, "lime"],
  [3001, "yellow"],
  [5000, "yellow"],
  [5001, "red"],
])("a response time of %d ms is %s", (milliseconds, tone) => {
  expect(responseTimeTone(milliseconds)).toBe(tone);
});

test("a status of another version is unknown", () => {
  expect(channelStatusView(3).text).toBe("autoDisabled");
  expect(channelStatusView(9).text).toBe("unknown");
});

test.each(["", "{}", "[]", "null", "broken", '{"status_reason":7}'])("%j notes no reason", (text) => {
  expect(readDisableNote(text)).toBeUndefined();
});

test("the reason and the time of an automatic disabling are read", () => {
  expect(readDisableNote('{"status_reason":"no quota","status_time":1763700000}')).toEqual({
    reason: "no quota",
    timeSeconds: 1_763_700_000,
  });
});
