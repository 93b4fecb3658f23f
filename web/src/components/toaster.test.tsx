import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderPart } from "../test/render-part.tsx";
import { notify } from "./toaster.ts";

test("what is said before there is a place for messages is shown when there is", async () => {
  notify.error("服务器内部错误");
  await renderPart(null);
  expect(await screen.findByText("服务器内部错误")).toBeTruthy();
});
