import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderPart } from "../test/render-part.tsx";
import { Pagination, shownPages } from "./pagination.tsx";

test.each([
  [1, 1, [1]],
  [1, 2, [1, 2]],
  [1, 5, [1, 2, "gap-after", 5]],
  [3, 5, [1, 2, 3, 4, 5]],
  [4, 9, [1, 2, 3, 4, 5, "gap-after", 9]],
  [6, 12, [1, "gap-before", 5, 6, 7, "gap-after", 12]],
  [12, 12, [1, "gap-before", 11, 12]],
])("page %d of %d shows %j", (page, pageCount, shown) => {
  expect(shownPages(page, pageCount)).toEqual(shown);
});

test("steps and jumps, and cannot leave the list", async () => {
  const onPageChange = vi.fn();
  const { user } = await renderPart(<Pagination page={1} pageCount={3} onPageChange={onPageChange} />);
  expect(screen.getByRole("button", { name: "上一页" })).toHaveProperty("disabled", true);
  expect(screen.getByRole("button", { name: "第 1 页" }).getAttribute("aria-current")).toBe("page");
  await user.click(screen.getByRole("button", { name: "下一页" }));
  await user.click(screen.getByRole("button", { name: "第 3 页" }));
  expect(onPageChange.mock.calls).toEqual([[2], [3]]);
});
