import { expect, test } from "bun:test";
import { unusedTextKeys } from "./text-keys.ts";

const texts = {
  channels: { row: { title: "渠道" }, status: { on: "启用", off: "禁用" }, count_other: "{{count}} 个" },
};
const unusedWith = (text: string, path = "web/src/screens/channels/channels-screen.tsx") =>
  unusedTextKeys(texts, [{ path, text }]).map((violation) => /channels:[\w.]+/.exec(violation)?.[0]);
const ALL = ["channels:row.title", "channels:status.on", "channels:status.off", "channels:count"];

test("a key that no code names is found", () => {
  expect(unusedWith("")).toEqual(ALL);
});

test("a key counts as used with and without its namespace, and a plural by its stem", () => {
  expect(
    unusedWith('t("row.title"); t("channels:status.on"); t("channels.status.off"); t("count", { count })'),
  ).toEqual([]);
});

test("an empty string or an apostrophe before a key does not hide it", () => {
  expect(unusedWith('const a = ["", t("row.title")]; // \n<p>don\'t {t("status.on")}</p>')).toEqual(
    ALL.slice(2),
  );
});

test("a template with a fixed start uses the keys that it may make", () => {
  expect(unusedWith("t(`status.${name}`)")).toEqual(["channels:row.title", "channels:count"]);
  expect(unusedWith("t(`channels:row.${name}`)")).toEqual(ALL.slice(1));
  expect(unusedWith("`${t(`status.${name}`)} · ${count}`")).toEqual(["channels:row.title", "channels:count"]);
});

test("a template that could make any key uses none", () => {
  expect(unusedWith("t(`${group}.${name}`)")).toEqual(ALL);
});

test("a key named only in a comment, a test or the texts themselves is unused", () => {
  expect(unusedWith('// t("row.title")')).toEqual(ALL);
  expect(unusedWith('t("row.title")', "web/src/screens/channels/channels-screen.test.tsx")).toEqual(ALL);
  expect(unusedWith('t("row.title")', "web/src/i18n/en/channels.ts")).toEqual(ALL);
});
