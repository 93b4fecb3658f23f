import { screen, within } from "@testing-library/react";
import type { ChannelIncident, ChannelTrouble } from "@tollgate/contract/channel-health";
import { beforeAll, describe, expect, test } from "vitest";
import { formatShortly, nowSeconds } from "../../lib/format-time.ts";
import { buildChannel } from "../../test/factories.ts";
import { renderConsole } from "../../test/render-console.tsx";

const soon = nowSeconds() + 600;
const trouble = (part: Partial<ChannelTrouble>): ChannelTrouble => ({
  id: 7,
  away: null,
  keys: 1,
  parked_keys: 0,
  cooling_keys: 0,
  models: [],
  ...part,
});
const incident = (part: Partial<ChannelIncident>): ChannelIncident => ({
  id: 1,
  kind: "moved-away",
  at: soon - 600,
  first_at: soon - 600,
  times: 1,
  key: 0,
  model: "gpt-4o",
  cause: "rate-limit",
  status: 429,
  text: "",
  answers: 50,
  failures: 19,
  until: 0,
  away_seconds: 0,
  ...part,
});
const show = (state: Parameters<typeof renderConsole>[1]) => renderConsole("/channel", state);
const channels = [buildChannel({ id: 7, name: "甲" })];

// Chunks of their own, whose first load may take longer than a query waits.
beforeAll(() => Promise.all([import("./channels-screen.tsx"), import("./channel-incidents.tsx")]));

describe("the health column", () => {
  test.each<[string, ChannelTrouble[]]>([
    ["正常", []],
    [`冷却至 ${formatShortly(soon)}`, [trouble({ away: { cause: "rate-limit", until: soon } })]],
    [`停用至 ${formatShortly(soon)}`, [trouble({ away: { cause: "auth", until: soon } })]],
    ["等待重试", [trouble({ away: { cause: "server", until: soon - 700 } })]],
    ["停用密钥 1 / 3", [trouble({ keys: 3, parked_keys: 1 })]],
    ["1 个模型暂停", [trouble({ models: [{ model: "gpt-4o", cause: "overload", until: soon }] })]],
  ])("says %s", async (text, troubles) => {
    await show({ state: { channels, troubles } });
    expect(await screen.findByText(text)).toBeTruthy();
  });
  test("tells which models are away, why and until when", async () => {
    const models = [{ model: "gpt-4o", cause: "overload", until: soon }] as const;
    const { user } = await show({ state: { channels, troubles: [trouble({ models: [...models] })] } });
    await user.hover(await screen.findByRole("button", { name: /^1 个模型暂停/ }));
    expect(await screen.findByText(`gpt-4o：上游过载，至 ${formatShortly(soon)}`)).toBeTruthy();
  });
  test("tells why and when the system switched a channel off", async () => {
    const note = JSON.stringify({ status_reason: "HTTP 401: bad key", status_time: 1_763_700_000 });
    const { user } = await show({
      state: { channels: [buildChannel({ name: "甲", status: 3, other_info: note })] },
    });
    await user.hover(await screen.findByRole("button", { name: /^已自动禁用/ }));
    expect(await screen.findByText(/原因：HTTP 401: bad key/)).toBeTruthy();
  });
});

test("a tag says how many of its channels are not well, and which", async () => {
  const tagged = [
    buildChannel({ id: 7, name: "甲", tag: "eu" }),
    buildChannel({ id: 8, name: "乙", tag: "eu", status: 3 }),
    buildChannel({ id: 9, name: "丙", tag: "eu" }),
    buildChannel({ id: 10, name: "丁", tag: "eu", status: 2 }),
    buildChannel({ id: 11, name: "戊", tag: "us" }),
    buildChannel({ id: 12, name: "己", tag: "off", status: 2 }),
  ];
  const { user } = await renderConsole("/channel?tagMode=1", {
    state: { channels: tagged, troubles: [trouble({ keys: 3, parked_keys: 1 })] },
  });
  await user.hover(await screen.findByRole("button", { name: "2 / 3 个渠道异常" }));
  expect(await screen.findByText("甲：停用密钥 1 / 3")).toBeTruthy();
  expect(screen.getByText("乙：已自动禁用")).toBeTruthy();
  const rowOf = (name: string) => within(screen.getByRole("row", { name: new RegExp(name) }));
  expect(rowOf("us").getByText("正常")).toBeTruthy();
  expect(rowOf("off").queryByText("正常")).toBeNull();
});

describe("the incidents of a channel", () => {
  test("open from its health and are told in plain sentences", async () => {
    const incidents = [
      incident({ id: 3, kind: "recovered", key: 2, model: "", cause: "auth", away_seconds: 130 }),
      incident({ id: 2, times: 3, until: soon, text: "slow down" }),
      incident({ id: 1, kind: "disabled", model: "", cause: null, text: "HTTP 401: bad key" }),
    ];
    const setting = '{"multi_key_mode":"random"}';
    const { user } = await show({
      state: { channels: [buildChannel({ id: 7, name: "甲", setting })], incidents },
      language: "en",
    });
    await user.click(await screen.findByRole("button", { name: "Healthy. Incidents of 甲" }));
    const list = within(await screen.findByRole("list", { name: "Incidents of the channel" }));
    const at = formatShortly(soon - 600);
    for (const sentence of [
      `Back to key 2 at ${at}, after 2 min`,
      `Moved away from model gpt-4o at ${at}: 38% of answers were 429 (rate limit)`,
      `Switched the channel off at ${at}: HTTP 401: bad key`,
    ])
      expect(list.getByText(sentence)).toBeTruthy();
    expect(list.getByText(/3 times since .* · tried again after .* · slow down/)).toBeTruthy();
  });
  test("are said to be none where nothing happened", async () => {
    const { user } = await show({ state: { channels } });
    await user.click(await screen.findByRole("button", { name: "更多操作: 甲" }));
    await user.click(await screen.findByRole("menuitem", { name: "事件记录" }));
    expect(await screen.findByText("没有事件")).toBeTruthy();
  });
});
