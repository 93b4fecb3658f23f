import { expect, test } from "vitest";
import { followTheme, themeMode } from "./theme.ts";

test("the page follows the chosen theme until told to stop", () => {
  const stop = followTheme();
  themeMode.set("dark");
  expect(document.documentElement.classList.contains("dark")).toBe(true);
  expect(localStorage.getItem("theme-mode")).toBe("dark");
  themeMode.set("light");
  expect(document.documentElement.classList.contains("dark")).toBe(false);
  stop();
  themeMode.set("dark");
  expect(document.documentElement.classList.contains("dark")).toBe(false);
  themeMode.set(undefined);
});
