import { describe, expect, test } from "vitest";
import { en } from "./en.ts";
import { zh } from "./zh.ts";

type Leaf = [key: string, text: string];

function leaves(value: object, path: string[] = []): Leaf[] {
  return Object.entries(value).flatMap(([name, part]): Leaf[] =>
    typeof part === "string" ? [[[...path, name].join("."), part]] : leaves(part, [...path, name]),
  );
}

const placeholders = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]).sort();

const chinese = leaves(zh);
const english = new Map(leaves(en));

test("both languages have the same keys and placeholders", () => {
  expect([...english.keys()].sort()).toEqual(chinese.map(([key]) => key).sort());
  for (const [key, text] of chinese) {
    expect([key, placeholders(english.get(key) ?? "")]).toEqual([key, placeholders(text)]);
  }
});

test("no text is empty, and English has no Chinese in it but the language's own name", () => {
  for (const [key, text] of [...chinese, ...english]) expect([key, text.trim()]).not.toEqual([key, ""]);
  const odd = [...english].filter(([, text]) => /\p{Script=Han}/u.test(text)).map(([key]) => key);
  expect(odd).toEqual(["shell.language.zh"]);
});

describe("texts of the specification", () => {
  test.each([
    ["errors.expired", "未登录或登录已过期，请重新登录！"],
    ["common.clipboard.refused", "无法复制到剪贴板，请手动复制"],
    ["common.clipboard.copied", "已复制到剪贴板！"],
    ["common.done", "操作成功完成！"],
    ["login.success", "登录成功！"],
    ["channels.done.created", "渠道创建成功！"],
    ["channels.done.updated", "渠道更新成功！"],
    ["channels.editor.customExists", "某些模型已存在！"],
    ["tokens.done.created", "令牌创建成功，请在列表页面点击复制获取令牌！"],
    ["tokens.done.updated", "令牌更新成功！"],
    ["settings.password.mismatch", "两次输入的密码不一致"],
    ["shell.signedOut", "注销成功!"],
  ])("%s is to the letter", (key, text) => {
    expect(new Map(chinese).get(key)).toBe(text);
  });
});

test("every text is used somewhere", () => {
  const sources = Object.entries(
    import.meta.glob<string>("../**/*.{ts,tsx}", { query: "?raw", import: "default", eager: true }),
  )
    .filter(([path]) => !path.includes("/i18n/") && !/\.\/(zh|en)/.test(path) && !path.includes(".test."))
    .map(([, source]) => source)
    .join("\n");
  const isUsed = (key: string) => {
    const parts = key.split(".").slice(1);
    const whole = parts.join(".");
    if (sources.includes(`"${whole}"`) || sources.includes(`:${whole}"`)) return true;
    // Keys chosen at run time: t(`status.${text}`), t(`features.${key}.title`).
    return parts.some(
      (_, index) => index > 0 && sources.includes(`\`${parts.slice(0, index).join(".")}.\${`),
    );
  };
  expect(chinese.map(([key]) => key).filter((key) => !isUsed(key))).toEqual([]);
});
