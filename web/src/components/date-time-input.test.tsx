import { screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { formatDateTime } from "../lib/format-time.ts";
import { renderPart } from "../test/render-part.tsx";
import { DateTimeInput } from "./date-time-input.tsx";
import { DateTimeRange, type TimeRange } from "./date-time-range.tsx";

function Expiry() {
  const [value, setValue] = useState<number | undefined>();
  return (
    <>
      <DateTimeInput label="过期时间" value={value} onValueChange={setValue} placeholder="永不过期" />
      <output>{value === undefined ? "none" : Number.isNaN(value) ? "NaN" : formatDateTime(value)}</output>
    </>
  );
}

test("a typed moment counts, a broken one is refused, an emptied one is none", async () => {
  const { user } = await renderPart(<Expiry />);
  const box = screen.getByRole("textbox", { name: "过期时间" });
  await user.type(box, "2030-01-02 03:04:05");
  expect(screen.getByRole("status").textContent).toBe("2030-01-02 03:04:05");
  await user.type(box, "x");
  expect(screen.getByRole("status").textContent).toBe("NaN");
  await user.clear(box);
  expect(screen.getByRole("status").textContent).toBe("none");
});

test("a day of the calendar keeps the clock", async () => {
  const { user } = await renderPart(<Expiry />);
  await user.type(screen.getByRole("textbox", { name: "过期时间" }), "2030-01-02 03:04:05");
  await user.click(screen.getByRole("button", { name: "选择日期时间" }));
  await user.click(await screen.findByRole("button", { name: /2030年1月20日/ }));
  expect(screen.getByText("2030-01-20 03:04:05")).toBeTruthy();
});

function Range() {
  const [value, setValue] = useState<TimeRange>({ start: 1_763_700_000, end: undefined });
  return (
    <>
      <DateTimeRange value={value} onValueChange={setValue} />
      <output>{JSON.stringify(value)}</output>
    </>
  );
}

test("a range is cleared at once, or typed and applied", async () => {
  const { user } = await renderPart(<Range />);
  await user.click(screen.getByRole("button", { name: "清除时间" }));
  expect(screen.getByRole("status").textContent).toBe("{}");
  await user.click(screen.getByRole("button", { name: "时间范围" }));
  await user.type(await screen.findByRole("textbox", { name: "开始时间" }), "2030-01-02");
  await user.click(screen.getByRole("button", { name: "应用" }));
  const start = Math.floor(new Date(2030, 0, 2).getTime() / 1000);
  expect(screen.getByRole("status").textContent).toBe(JSON.stringify({ start }));
});
