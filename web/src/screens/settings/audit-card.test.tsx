import { screen } from "@testing-library/react";
import { auditLedger } from "@tollgate/contract/ledger";
import { describe, expect, test, vi } from "vitest";
import { createFakeConsole } from "../../test/fake-console.ts";
import { FakeRefusal } from "../../test/fake-server.ts";
import { renderPart } from "../../test/render-part.tsx";
import { AuditCard } from "./audit-card.tsx";

const RIGHT = {
  ok: true,
  differences: [],
  notes: [],
  checks: [
    { name: "posted-balances", proves: "posted = sum", ok: true },
    { name: "brand-new", proves: "a fact that the console does not know", ok: true },
  ],
  accounts: 1204,
  entries: 98_765,
  archived_entries: 0,
  duration_ms: 1400,
};

async function renderCard() {
  const { server } = createFakeConsole();
  vi.stubGlobal("fetch", server.fetch);
  const { user } = await renderPart(<AuditCard />);
  const run = async () => user.click(await screen.findByRole("button", { name: "开始核对" }));
  return { user, server, run };
}

describe("the audit", () => {
  test("runs only when asked, and says that the books are right", async () => {
    const { server, run } = await renderCard();
    expect(await screen.findByText("尚未核对。")).toBeTruthy();
    expect(server.callsOf(auditLedger)).toEqual([]);
    let finish = () => undefined as void;
    const held = new Promise<void>((resolve) => (finish = resolve));
    server.on(auditLedger, async () => {
      await held;
      return RIGHT;
    });
    await run();
    expect(await screen.findByText(/^正在核对账目/)).toBeTruthy();
    finish();
    expect(await screen.findByText("账目正确")).toBeTruthy();
    expect(screen.getByText("核对了 1,204 个账户、98,765 条分录，用时 1.4 s。")).toBeTruthy();
    expect(screen.getByText("余额等于全部分录之和，用量与次数等于扣费之和")).toBeTruthy();
    expect(screen.getByText("a fact that the console does not know")).toBeTruthy();
  });
  test("lists the differences, to be copied", async () => {
    const { user, server, run } = await renderCard();
    const differences = ["user 1: posted 5, entries sum to 4", "hold x is open although it was charged"];
    const checks = [{ name: "held-amounts", proves: "held = sum", ok: false }];
    const notes = ["user 2 is 42 below zero"];
    server.on(auditLedger, () => ({ ...RIGHT, ok: false, differences, notes, checks, archived_entries: 7 }));
    await run();
    expect(await screen.findByText("发现 2 处差异")).toBeTruthy();
    expect(screen.getByText("user 2 is 42 below zero")).toBeTruthy();
    expect(screen.getByLabelText("不成立")).toBeTruthy();
    expect(screen.getByText(/以及 7 条已归档分录的合计/)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "复制差异" }));
    expect(await navigator.clipboard.readText()).toBe(differences.join("\n"));
  });
  test("says why it did not run", async () => {
    const { server, run } = await renderCard();
    server.on(auditLedger, () => {
      throw new FakeRefusal("ledger.audit-running");
    });
    await run();
    expect(await screen.findByText("账目核对正在进行，请稍后再试")).toBeTruthy();
  });
});
