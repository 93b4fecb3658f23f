import { screen } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, test, vi } from "vitest";
import { savedStatus } from "../session/use-status.ts";
import { buildStatus } from "../test/factories.ts";
import { createFakeConsole } from "../test/fake-console.ts";
import { renderPart } from "../test/render-part.tsx";
import { QuotaInput } from "./quota-input.tsx";
import { QuotaText } from "./quota-text.tsx";

function Held({ start, onChange }: { start: number; onChange: (units: number) => void }) {
  const [units, setUnits] = useState(start);
  return (
    <QuotaInput
      label="额度"
      value={units}
      onValueChange={(next) => {
        setUnits(next);
        onChange(next);
      }}
    />
  );
}

function serveStatus(status = buildStatus()) {
  savedStatus.set(status);
  vi.stubGlobal("fetch", createFakeConsole({ status }).server.fetch);
}

async function enter(start: number, status = buildStatus()) {
  serveStatus(status);
  const seen: number[] = [];
  const { user } = await renderPart(<Held start={start} onChange={(units) => seen.push(units)} />);
  const input = await screen.findByRole("textbox", { name: "额度" });
  return { user, input, last: () => seen.at(-1) };
}

describe("an amount entered", () => {
  test("in dollars becomes whole units, which stand beside it", async () => {
    const { user, input, last } = await enter(500_000);
    expect(input).toHaveProperty("value", "1");
    await user.clear(input);
    await user.type(input, "12.34");
    await user.tab();
    expect(last()).toBe(6_170_000);
    expect(screen.getByText("= 6,170,000 点额度")).toBeTruthy();
    expect(input).toHaveProperty("value", "12.34");
  });
  test("can be as small as one unit", async () => {
    const { user, input, last } = await enter(0);
    await user.clear(input);
    await user.type(input, "0.000002");
    await user.tab();
    expect(last()).toBe(1);
    expect(input).toHaveProperty("value", "0.000002");
  });
  test("can be entered in units instead, and changes nothing by the switch", async () => {
    const { user, input, last } = await enter(1_234_567);
    await user.click(screen.getByRole("button", { name: "改为按额度点数填写" }));
    expect(last()).toBeUndefined();
    expect(input).toHaveProperty("value", "1234567");
    expect(screen.getByText("≈ $2.47")).toBeTruthy();
    await user.clear(input);
    await user.type(input, "750000");
    await user.tab();
    expect(last()).toBe(750_000);
    expect(screen.getByText("≈ $1.50")).toBeTruthy();
  });
  test("is in units at first where the operator shows units", async () => {
    const { input } = await enter(500_000, buildStatus({ display_in_currency: false }));
    expect(input).toHaveProperty("value", "500000");
  });
  test("that is none is no number", async () => {
    const { user, input, last } = await enter(500_000);
    await user.clear(input);
    expect(last()).toBeNaN();
  });
});

test("an amount shows its other form on hover", async () => {
  serveStatus();
  const { user } = await renderPart(<QuotaText units={1_234_567} />);
  await user.hover(await screen.findByText("$2.47"));
  expect(await screen.findByText("1,234,567 点额度")).toBeTruthy();
});

test("an abbreviated amount of units shows all of them on hover, with their money", async () => {
  serveStatus(buildStatus({ display_in_currency: false }));
  const { user } = await renderPart(<QuotaText units={150_000_000} />);
  await user.hover(await screen.findByText("150.0M"));
  expect(await screen.findByText("150,000,000 点额度 = $300.00")).toBeTruthy();
});
