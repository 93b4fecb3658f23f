import { act, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderPart } from "../test/render-part.tsx";
import { confirm } from "./confirm.ts";

function ask(title: string): Promise<boolean> {
  let answer = Promise.resolve(false);
  act(() => {
    answer = confirm({ title, danger: true, confirmLabel: "删除" });
  });
  return answer;
}

test("answers what was pressed", async () => {
  const { user } = await renderPart(null);
  const yes = ask("删除它？");
  await user.click(await screen.findByRole("button", { name: "删除" }));
  expect(await yes).toBe(true);
});

test("Esc and a later question mean no", async () => {
  const { user } = await renderPart(null);
  const first = ask("第一个？");
  const second = ask("第二个？");
  expect(await first).toBe(false);
  await screen.findByRole("alertdialog", { name: "第二个？" });
  await user.keyboard("{Escape}");
  expect(await second).toBe(false);
});
