import { logAmount, logSentence } from "@tollgate/contract/log-sentences";
import i18next from "i18next";
import { describe, expect, test } from "vitest";
import { en } from "../../i18n/en.ts";
import { zh } from "../../i18n/zh.ts";
import { logText } from "./log-sentence.ts";

const { t } = await (async () => {
  const i18n = i18next.createInstance();
  await i18n.init({ resources: { en, zh }, interpolation: { escapeValue: false } });
  return { t: (language: string) => i18n.getFixedT(language, "logs") };
})();

describe("the text of a log row", () => {
  const redeemed = logSentence("redeemed", { amount: logAmount("$1.000000", true), id: 7 });
  const taken = logSentence("taken", { amount: logAmount("7,000", false) });

  test("is told in English, with amounts in money or in units as they were stored", () => {
    expect(logText(t("en"), redeemed)).toBe("Redeemed $1.000000 with code #7");
    expect(logText(t("en"), taken)).toBe("An administrator took 7,000 units");
  });
  test("in Chinese says units where it is no money", () => {
    expect(logText(t("zh"), taken)).toBe(taken);
  });
  test("of a test says what it would have cost, in the unit that it was stored in", () => {
    const test = (units: string) => logText(t("en"), logSentence("probePriced", { units }));
    expect(test(logAmount("$0.000526", true))).toBe("Test of a model, not charged (by its price: $0.000526)");
    expect(test(logAmount("263", false))).toBe("Test of a model, not charged (by its price: 263 units)");
  });
  test("of another origin stays as it is", () => {
    expect(logText(t("en"), "upstream said no")).toBe("upstream said no");
  });
});
