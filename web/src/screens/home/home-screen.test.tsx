import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { buildStatus } from "../../test/factories.ts";
import { renderConsole } from "../../test/render-console.tsx";

test("tells a guest where to call and how to sign in", async () => {
  await renderConsole("/", { isGuest: true });
  expect(await screen.findByRole("heading", { level: 1 })).toBeTruthy();
  expect((await screen.findAllByText(/gate\.example\.com\/v1/))[0]).toBeTruthy();
  expect(screen.getAllByRole("link", { name: "登录" }).length).toBeGreaterThan(0);
});

test("leads someone who is signed in to the console, and shows the operator's name", async () => {
  await renderConsole("/", { state: { status: buildStatus({ system_name: "我的网关" }) } });
  expect(await screen.findByRole("link", { name: "进入控制台" })).toBeTruthy();
  expect(await screen.findByRole("link", { name: "我的网关" })).toBeTruthy();
});

test("the front page in English", async () => {
  await renderConsole("/", { language: "en", isGuest: true });
  expect(await screen.findByRole("heading", { name: "One address for every AI model" })).toBeTruthy();
});
