import { screen, waitFor } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { renderPart } from "../../test/render-part.tsx";
import { NumberCell } from "./number-cell.tsx";

function cell(onSave: (value: number) => Promise<unknown>) {
  return <NumberCell value={5} label="优先级" min={-999} max={1000} onSave={onSave} />;
}
const box = () => screen.getByRole<HTMLInputElement>("textbox", { name: "优先级" });

describe("a number edited in place", () => {
  test("is saved on Enter", async () => {
    const onSave = vi.fn(() => Promise.resolve());
    const { user } = await renderPart(cell(onSave));
    await user.clear(box());
    await user.type(box(), "12{Enter}");
    expect(onSave).toHaveBeenCalledExactlyOnceWith(12);
  });
  test("is saved when left, but not when nothing changed", async () => {
    const onSave = vi.fn(() => Promise.resolve());
    const { user } = await renderPart(cell(onSave));
    await user.click(box());
    await user.tab();
    expect(onSave).not.toHaveBeenCalled();
    await user.clear(box());
    await user.type(box(), "-3");
    await user.tab();
    expect(onSave).toHaveBeenCalledExactlyOnceWith(-3);
  });
  test("shows the new number while it is saved, and the old one again when that fails", async () => {
    let refuse = (_reason: Error) => undefined as void;
    const onSave = () => new Promise((_resolve, reject) => (refuse = reject));
    const { user } = await renderPart(cell(onSave));
    await user.clear(box());
    await user.type(box(), "12{Enter}");
    expect(box().value).toBe("12");
    expect(box().getAttribute("aria-busy")).toBe("true");
    refuse(new Error("refused"));
    await waitFor(() => expect(box().value).toBe("5"));
    expect(box().getAttribute("aria-busy")).toBeNull();
  });
  test.each(["", "1.5", "abc", "1001", "-1000"])("refuses %j and puts the old one back", async (text) => {
    const onSave = vi.fn(() => Promise.resolve());
    const { user } = await renderPart(cell(onSave));
    await user.clear(box());
    if (text !== "") await user.type(box(), text);
    expect(box().getAttribute("aria-invalid")).toBe("true");
    await user.keyboard("{Enter}");
    expect(onSave).not.toHaveBeenCalled();
    expect(box().value).toBe("5");
    expect(await screen.findByText("请输入 -999 到 1000 之间的整数")).toBeTruthy();
  });
  test("goes back on Esc", async () => {
    const onSave = vi.fn(() => Promise.resolve());
    const { user } = await renderPart(cell(onSave));
    await user.clear(box());
    await user.type(box(), "12{Escape}");
    expect(box().value).toBe("5");
    await user.tab();
    expect(onSave).not.toHaveBeenCalled();
  });
});
