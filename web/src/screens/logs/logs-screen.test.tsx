import { screen, waitFor, within } from "@testing-library/react";
import { getLogStat, getOwnLogStat, listLogs, listOwnLogs } from "@tollgate/contract/logs";
import { describe, expect, test } from "vitest";
import { nowSeconds } from "../../lib/format-time.ts";
import { buildLog, buildSelf, buildUser } from "../../test/factories.ts";
import { renderConsole } from "../../test/render-console.tsx";

const logs = [
  buildLog({ id: 3, model_name: "gpt-4o", username: "root", created_at: nowSeconds() - 60 }),
  buildLog({
    id: 2,
    type: 1,
    model_name: "",
    token_name: "",
    quota: 500_000,
    content: "通过兑换码充值",
    other: "",
  }),
  buildLog({
    id: 1,
    model_name: "o3-mini",
    is_stream: false,
    use_time: 320,
    other: JSON.stringify({
      model_ratio: 1,
      is_model_mapped: true,
      upstream_model_name: "o3-mini-2025",
      admin_info: { use_channel: [4, 7] },
    }),
  }),
];
const asAdmin = (path = "/log") => renderConsole(path, { state: { logs } });
const asUser = () =>
  renderConsole("/log", { state: { logs, self: buildSelf({ id: 2, role: 1, username: "ann" }) } });

describe("the log list", () => {
  test("totals what the filters leave", async () => {
    await asAdmin();
    const totals = (await screen.findByText("消耗额度")).closest("dl");
    if (totals === null) throw new Error("no totals");
    expect(await within(totals).findByText("$1.01")).toBeTruthy();
    expect(within(totals).getByText("34.5k")).toBeTruthy();
  });
  test("asks for the last three days unless the address names a time", async () => {
    const { server } = await asAdmin();
    await screen.findByText("gpt-4o");
    const query = server.callsOf(listLogs)[0]?.query;
    const start =
      typeof query === "object" && query !== null && "start_timestamp" in query
        ? Number(query.start_timestamp)
        : 0;
    expect(nowSeconds() - start).toBeGreaterThanOrEqual(3 * 86_400);
    expect(nowSeconds() - start).toBeLessThan(3 * 86_400 + 3600);
  });
  test("filters from a shared address, list and totals alike", async () => {
    const { server } = await asAdmin(
      "/log?type=2&start=1000&end=2000&model=o3-mini&channel=7&username=bob&token=t",
    );
    await screen.findByText("没有日志");
    const wanted = {
      type: 2,
      start_timestamp: 1000,
      end_timestamp: 2000,
      model_name: "o3-mini",
      channel: 7,
      username: "bob",
      token_name: "t",
    };
    expect(server.callsOf(listLogs)[0]?.query).toMatchObject(wanted);
    expect(server.callsOf(getLogStat)[0]?.query).toMatchObject(wanted);
  });
  test("is narrowed by type, and reset", async () => {
    const { user, location } = await asAdmin();
    await user.click(await screen.findByRole("button", { name: "充值" }));
    await waitFor(() => expect(screen.queryByText("gpt-4o")).toBeNull());
    expect(location().search).toEqual({ type: "1" });
    await user.click(screen.getByRole("button", { name: "重置筛选" }));
    expect(await screen.findByText("gpt-4o")).toBeTruthy();
    expect(location().search).toEqual({});
  });
  test("opens to the facts of a call", async () => {
    const { user } = await asAdmin();
    await user.click((await screen.findAllByRole("button", { name: /^展开/ }))[2] ?? document.body);
    for (const text of ["#4 → #7", "第 2 次尝试成功", "o3-mini-2025"]) {
      expect((await screen.findAllByText(text))[0]).toBeTruthy();
    }
  });
  test("tells movements of money in a sentence, across the columns that they have nothing for", async () => {
    await asAdmin();
    const cell = (await screen.findByText("通过兑换码充值")).closest("td");
    const row = cell?.closest("tr");
    expect(cell?.colSpan).toBeGreaterThan(3);
    expect(row && within(row).getByText("$1.000000")).toBeTruthy();
  });
  test("lets a sentence run to the end of its row where nothing was paid", async () => {
    const gift = buildLog({
      id: 1,
      type: 4,
      token_name: "",
      model_name: "",
      quota: 0,
      content: "赠送",
      other: "",
    });
    await renderConsole("/log", { state: { logs: [gift] } });
    const cell = (await screen.findByText("赠送")).closest("td");
    expect(cell?.nextElementSibling).toBeNull();
    expect(cell?.colSpan).toBe(7);
  });
  test("tells an admin about the user of a row, and leaves the row closed", async () => {
    const { user } = await renderConsole("/log", {
      state: { logs, users: [buildUser({ id: 1, username: "root", quota: -250_000, group: "vip" })] },
    });
    await user.click((await screen.findAllByRole("button", { name: "查看用户 root" }))[0] ?? document.body);
    const facts = await screen.findByRole("dialog", { name: "用户信息" });
    const balance = await within(facts).findByText("-$0.50");
    await user.click(balance);
    expect(screen.queryByText("日志详情")).toBeNull();
  });
  test("says why an admin may not look at somebody", async () => {
    const { user } = await asAdmin();
    await user.click((await screen.findAllByRole("button", { name: "查看用户 root" }))[0] ?? document.body);
    expect(await screen.findByText("用户不存在")).toBeTruthy();
  });
  test("shows an ordinary user his own, without users and channels", async () => {
    const { server } = await asUser();
    await screen.findByText("gpt-4o");
    expect(server.callsOf(listLogs)).toEqual([]);
    expect(server.callsOf(listOwnLogs)).toHaveLength(1);
    expect(server.callsOf(getOwnLogStat)).toHaveLength(1);
    expect(screen.queryByRole("columnheader", { name: "用户" })).toBeNull();
    expect(screen.queryByRole("columnheader", { name: "渠道" })).toBeNull();
    expect(screen.queryByRole("searchbox", { name: "用户名称" })).toBeNull();
  });
});

test("logs in English", async () => {
  await renderConsole("/log", { language: "en", state: { logs } });
  expect(await screen.findByText("Top-up", { selector: "span" })).toBeTruthy();
  expect(screen.getByRole("heading", { name: "Usage logs" })).toBeTruthy();
});
