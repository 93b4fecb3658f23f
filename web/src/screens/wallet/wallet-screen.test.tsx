import { screen, waitFor, within } from "@testing-library/react";
import { redeemCode, transferAffiliateQuota } from "@tollgate/contract/wallet";
import { describe, expect, test, vi } from "vitest";
import { buildRedemption, buildSelf, buildStatus } from "../../test/factories.ts";
import { renderConsole } from "../../test/render-console.tsx";

const self = buildSelf({
  quota: 1_000_000,
  aff_quota: 2_500_000,
  aff_history_quota: 4_000_000,
  aff_count: 8,
});
const open = (part = {}) =>
  renderConsole("/topup", { state: { self, redemptions: [buildRedemption({ key: "abcd" })], ...part } });

describe("the wallet", () => {
  test("shows the balance both ways", async () => {
    await open();
    const balance = within(await screen.findByRole("region", { name: "余额" }));
    expect(await balance.findByText("$2.00")).toBeTruthy();
    expect(balance.getByText("1,000,000 点额度")).toBeTruthy();
  });
  test("redeems a code, says how much it was, and shows the new balance", async () => {
    const { user, server } = await open();
    await user.type(await screen.findByRole("textbox", { name: "兑换码" }), " abcd {Enter}");
    expect(await screen.findByText("成功兑换额度：$1.00")).toBeTruthy();
    expect(server.callsOf(redeemCode)[0]?.body).toEqual({ key: "abcd" });
    expect(await screen.findByText("$3.00")).toBeTruthy();
    expect(screen.getByRole("textbox", { name: "兑换码" })).toHaveProperty("value", "");
  });
  test("needs a code, and keeps a wrong one to be corrected", async () => {
    const { user, server } = await open();
    const input = await screen.findByRole("textbox", { name: "兑换码" });
    await user.click(screen.getByRole("button", { name: "兑换额度" }));
    expect(await screen.findByText("请输入兑换码！")).toBeTruthy();
    expect(server.callsOf(redeemCode)).toEqual([]);
    await user.type(input, "wrong{Enter}");
    expect(await screen.findByText("无效的兑换码")).toBeTruthy();
    expect(input).toHaveProperty("value", "wrong");
  });
  test("says that the operator sells no codes, or opens the place where he does", async () => {
    const { user } = await open();
    await user.click(await screen.findByRole("button", { name: "获取兑换码" }));
    expect(await screen.findByText("超级管理员未设置充值链接！")).toBeTruthy();
  });
  test("opens the operator's shop in a tab of its own", async () => {
    const opened = vi.spyOn(window, "open").mockReturnValue(null);
    const status = buildStatus({ top_up_link: "https://shop.example.com" });
    const { user } = await open({ status });
    await user.click(await screen.findByRole("button", { name: "获取兑换码" }));
    await waitFor(() =>
      expect(opened.mock.calls).toEqual([["https://shop.example.com", "_blank", "noopener"]]),
    );
  });
});

describe("invitations", () => {
  test("have a link to copy", async () => {
    const { user } = await open();
    await user.click(await screen.findByRole("button", { name: "复制邀请链接" }));
    expect(new URL(await navigator.clipboard.readText()).search).toBe("?aff=aBcD");
  });
  test("earn what can be transferred, all of it at a press", async () => {
    const { user, server } = await open();
    await user.click(await screen.findByRole("button", { name: "划转到余额" }));
    const dialog = within(await screen.findByRole("dialog", { name: "划转到余额" }));
    await user.click(dialog.getByRole("button", { name: "全部" }));
    await user.click(dialog.getByRole("button", { name: "确认划转" }));
    expect(await screen.findByText("划转成功")).toBeTruthy();
    expect(server.callsOf(transferAffiliateQuota)[0]?.body).toMatchObject({ quota: 2_500_000 });
    expect(await screen.findByText("$7.00")).toBeTruthy();
  });
  test("that earned less than one dollar cannot be transferred yet", async () => {
    await open({ self: { ...self, aff_quota: 100 } });
    expect(await screen.findByText("收益达到 $1.00 后可以划转。")).toBeTruthy();
    expect(screen.getByRole("button", { name: "划转到余额" })).toHaveProperty("disabled", true);
  });
});

test("the wallet in English", async () => {
  await renderConsole("/topup", { language: "en", state: { self } });
  expect(await screen.findByRole("heading", { name: "Wallet" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Redeem" })).toBeTruthy();
});
