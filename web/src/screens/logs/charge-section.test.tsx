import { screen, within } from "@testing-library/react";
import { explainLog, explainOwnLog, listLogs } from "@tollgate/contract/logs";
import { describe, expect, test, vi } from "vitest";
import { nowSeconds } from "../../lib/format-time.ts";
import { buildExplanation, buildLog, buildSelf } from "../../test/factories.ts";
import { FakeRefusal } from "../../test/fake-server.ts";
import { renderConsole } from "../../test/render-console.tsx";

const log = buildLog({ created_at: nowSeconds() - 60 });

async function open(explanation = buildExplanation(), row = log) {
  const console = await renderConsole("/log", { state: { logs: [row], explanations: [explanation] } });
  await console.user.click(await screen.findByRole("button", { name: /^展开/ }));
  const section = within(await screen.findByRole("region", { name: "计费过程" }));
  return { ...console, section };
}

describe("an opened log row explains its charge", () => {
  test("line by line, with every factor and its source", async () => {
    const { section } = await open();
    const lines = within(await section.findByRole("list", { name: "计费明细" })).getAllByRole("listitem");
    expect(lines.map((line) => line.textContent)).toEqual([
      "输入$2.50 / 1M tokens1,5001,200 × 模型倍率 1.25 × 分组倍率 1",
      "输出$10.00 / 1M tokens1,700.4340 × 模型倍率 1.25 × 补全倍率 4 × 分组倍率 1",
    ]);
    for (const source of ["默认价格", "模型系列规则", "管理员设置"])
      expect(section.getByText(source)).toBeTruthy();
    expect(section.getByText("9f2c41d07b3ae865")).toBeTruthy();
  });
  test("with the sum, the rounding, and what was held before", async () => {
    const { section } = await open();
    expect((await section.findByText("合计（精确值）")).nextSibling?.textContent).toBe("3,200.4 点额度");
    expect(section.getByText("取整").nextSibling?.textContent).toBe("四舍五入 → 3,200");
    expect(section.getByText("预扣").nextSibling?.textContent).toBe("5,000 · 退还 1,800");
    expect(section.getByText("实际扣费").nextSibling?.textContent).toBe("$0.0064003,200 点额度");
  });
  test("at the dollar of then", async () => {
    const { section } = await open(buildExplanation({ rate: { kind: "tokens", quotaPerUnit: 250_000 } }));
    expect(await section.findByText("$5.00 / 1M tokens")).toBeTruthy();
  });
  test("with who paid for each attempt", async () => {
    await open();
    const attempts = within(await screen.findByRole("list", { name: "尝试过的渠道" })).getAllByRole(
      "listitem",
    );
    expect(attempts.map((attempt) => attempt.textContent)).toEqual([
      "#4 备用502310 ms运营方承担 $0.000080bad gateway",
      "#1 OpenAI 主线路2003.9 s用户支付 $0.006400",
    ]);
  });
  test("and says when it does not come to what was charged", async () => {
    const { section } = await open(buildExplanation({ charged_quota: 3000, matches: false }));
    expect(await section.findByText(/重新计算得 3,200 点，实际扣费 3,000 点/)).toBeTruthy();
  });
  test("marks a usage that was counted here", async () => {
    const { section } = await open(buildExplanation({ local_count: true }));
    expect(await section.findByText("用量由本地计算")).toBeTruthy();
  });
  test("names what it does not know as it is called", async () => {
    const tool = { item: "tool.web_search", quantity: 2, factors: [{ name: "surge", value: 3 }], quota: "6" };
    const { section } = await open(buildExplanation({ lines: [tool] }));
    expect((await section.findByText("工具调用 web_search")).closest("li")?.textContent).toContain(
      "2 × surge 3",
    );
  });
});

describe("an explanation", () => {
  test("can be copied as JSON and linked to", async () => {
    const { user, section } = await open();
    await user.click(await section.findByRole("button", { name: "复制为 JSON" }));
    expect(JSON.parse(await navigator.clipboard.readText())).toEqual(buildExplanation());
    await user.click(section.getByRole("button", { name: "复制此记录的链接" }));
    const link = new URL(await navigator.clipboard.readText());
    expect(link.pathname + link.search).toBe("/log?request=req_20261121085503abcd&start=0&open=1");
  });
  test("is downloaded under the request's name", async () => {
    const { user, section } = await open();
    vi.stubGlobal(
      "URL",
      Object.assign(URL, { createObjectURL: () => "blob:x", revokeObjectURL: () => undefined }),
    );
    const clicked: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
      clicked.push(this.download);
    });
    await user.click(await section.findByRole("button", { name: "下载 JSON" }));
    expect(clicked).toEqual(["charge-req_20261121085503abcd.json"]);
  });
  test("is shown at once where a link points at it", async () => {
    const address = "/log?request=req_20261121085503abcd&start=0&open=1";
    const { server } = await renderConsole(address, {
      state: { logs: [log], explanations: [buildExplanation()] },
    });
    expect(await screen.findByRole("list", { name: "计费明细" })).toBeTruthy();
    expect(server.callsOf(listLogs)[0]?.query).toMatchObject({ request_id: "req_20261121085503abcd" });
  });
  test("of an ordinary user's row is asked for as his own, and names no channels", async () => {
    const self = buildSelf({ id: 2, role: 1, username: "ann" });
    const state = { logs: [log], explanations: [buildExplanation()], self };
    const { user, server } = await renderConsole("/log", { state });
    await user.click(await screen.findByRole("button", { name: /^展开/ }));
    expect(await screen.findByRole("list", { name: "计费明细" })).toBeTruthy();
    expect(server.callsOf(explainLog)).toEqual([]);
    expect(server.callsOf(explainOwnLog)).toHaveLength(1);
    expect(screen.queryByRole("list", { name: "尝试过的渠道" })).toBeNull();
    expect(screen.queryByText("上游返回的原始用量")).toBeNull();
  });
});

describe("a charge that is not explained", () => {
  test("says why, and what was charged", async () => {
    const { section } = await open(buildExplanation({ id: 99 }));
    expect(await section.findByText("该日志没有保存价格与用量，无法解释这笔扣费")).toBeTruthy();
    expect(section.getByText("$0.006400")).toBeTruthy();
    expect(section.queryByRole("button", { name: "重试" })).toBeNull();
  });
  test("can be asked for again when the server failed", async () => {
    const state = { logs: [log], explanations: [buildExplanation()] };
    const { user, server } = await renderConsole("/log", { state });
    server.on(explainLog, () => {
      throw new FakeRefusal("boom", 500);
    });
    await user.click(await screen.findByRole("button", { name: /^展开/ }));
    expect((await screen.findByRole("alert")).textContent).toBe("服务器内部错误，请联系管理员");
    server.on(explainLog, () => buildExplanation());
    await user.click(screen.getByRole("button", { name: "重试" }));
    expect(await screen.findByRole("list", { name: "计费明细" })).toBeTruthy();
  });
  test("of a failed call is not asked for: it cost nothing", async () => {
    const { section, server } = await open(buildExplanation(), buildLog({ ...log, type: 5, quota: 0 }));
    expect(section.getByText("调用失败，未扣费。")).toBeTruthy();
    expect(server.callsOf(explainLog)).toEqual([]);
  });
});
