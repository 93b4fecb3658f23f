import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderPart } from "../test/render-part.tsx";
import { CopyButton } from "./copy.tsx";

test("copies and says so", async () => {
  const { user } = await renderPart(<CopyButton text="sk-abc" label="复制密钥" />);
  await user.click(screen.getByRole("button", { name: "复制密钥" }));
  expect(await screen.findByText("已复制到剪贴板！")).toBeTruthy();
  expect(await navigator.clipboard.readText()).toBe("sk-abc");
});

test("shows the text to copy by hand where the clipboard refuses", async () => {
  const { user } = await renderPart(<CopyButton text={() => "sk-abc"} label="复制密钥" />);
  vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("denied"));
  vi.spyOn(document, "execCommand").mockReturnValue(false);
  await user.click(screen.getByRole("button", { name: "复制密钥" }));
  expect(await screen.findByRole("dialog", { name: "无法复制到剪贴板，请手动复制" })).toBeTruthy();
  expect(screen.getByRole("textbox", { name: "要复制的内容" })).toHaveProperty("value", "sk-abc");
});
