import { describe, expect, test } from "bun:test";
import { LOG_SENTENCES, logAmount, logSentence, readLogSentence } from "./log-sentences.ts";
import type { LogSentenceName } from "./log-sentences.ts";

const VALUES = { model: "1.25", completion: "4.00", group: "0.80", price: "0.01", units: "12", id: "7" };
// Object.keys forgets that its keys are the names.
const NAMES = Object.keys(LOG_SENTENCES) as LogSentenceName[];

describe("sentences of log rows", () => {
  test.each(NAMES)("%s is read as it was written", (name) => {
    const amounts = { amount: logAmount("$1,234.500000", true), before: logAmount("7,000", false) };
    const read = readLogSentence(logSentence(name, { ...VALUES, ...amounts }));
    expect(read?.name).toBe(name);
    const given: Record<string, string> = { ...VALUES, amount: "$1,234.500000", before: "7,000" };
    for (const [key, value] of Object.entries(read?.values ?? {})) expect(value).toBe(given[key] ?? "");
    expect(Object.keys(read?.values ?? {})).toHaveLength(LOG_SENTENCES[name].split("{{").length - 1);
  });

  test.each(["", "模型", "upstream said 模型倍率 1", "管理员增加用户额度"])(
    "%p is none of them",
    (content) => {
      expect(readLogSentence(content)).toBeUndefined();
    },
  );
});
