import { expect, it } from "vitest";
import i18next from "i18next";
import { isolated } from "./isolated-text.ts";

it("keeps a name from right to left to itself, and leaves others alone", () => {
  expect(isolated("رمز")).toBe("\u2068رمز\u2069");
  expect(isolated("ערוץ 7")).toBe("\u2068ערוץ 7\u2069");
  expect(isolated("渠道 A 🚀")).toBe("渠道 A 🚀");
});

it("takes out what turns the direction of the text after a name", () => {
  expect(isolated("\u202eevil")).toBe("evil");
});

it("holds for every name in a sentence of the console", () => {
  const title = i18next.t("confirm.deleteDescription", { ns: "tokens", name: "رمز" });
  expect(title).toBe("令牌“\u2068رمز\u2069”将立即失效，此修改将不可逆。");
  expect(i18next.t("confirm.deleteDescription", { ns: "tokens", name: "<b>&" })).toContain("“<b>&”");
});
