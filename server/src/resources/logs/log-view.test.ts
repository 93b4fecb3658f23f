import { expect, test } from "bun:test";
import type { LogRow } from "./log-record.ts";
import { logView, ownLogView } from "./log-view.ts";

const row: LogRow = {
  id: 9,
  created_at: 1_700_000_000,
  type: 2,
  user_id: 3,
  username: "alice",
  channel_id: 12,
  token_id: 4,
  token_name: "key",
  model_name: "gpt-4o",
  group: "default",
  is_stream: 1,
  use_time: 2,
  prompt_tokens: 10,
  completion_tokens: 20,
  quota: 300,
  content: "",
  ip: "192.0.2.7",
  request_id: "r1",
  other: JSON.stringify({ model_ratio: 1.25, admin_info: { use_channel: [11, 12] } }),
};

test("an administrator sees the channel and what was tried", () => {
  const { channel_id: _, ...same } = row;
  expect(logView(row, "Main")).toEqual({ ...same, channel: 12, channel_name: "Main", is_stream: true });
});

test("a user sees neither the channel nor what was tried", () => {
  const shown = ownLogView(row);
  expect(shown).toMatchObject({ channel: 0, channel_name: "", quota: 300 });
  expect(JSON.parse(shown.other)).toEqual({ model_ratio: 1.25 });
});

test.each(["", "not JSON", "[1]", '"admin_info"'])("a user is not shown %p as details", (other) => {
  expect(ownLogView({ ...row, other }).other).toBe("");
});

test("a user is not shown what the vendor reported", () => {
  const other = JSON.stringify({ model_ratio: 1.25, upstream_usage: { cost: 0.5 } });
  expect(JSON.parse(ownLogView({ ...row, other }).other)).toEqual({ model_ratio: 1.25 });
});
