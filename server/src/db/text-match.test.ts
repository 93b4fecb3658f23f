import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { ENGINES, openTestDatabase } from "../../test/support/test-database.ts";
import type { TestDatabase } from "../../test/support/test-database.ts";
import { containsText, fitsText } from "./text-match.ts";

const NAMES = ["gpt-4", "gpt-4o", "GPT_4", "gptx4", "100%", "back\\slash", "模型"];

describe.each(ENGINES)("text conditions on %s", (engine) => {
  let opened: TestDatabase;
  beforeAll(async () => {
    opened = await openTestDatabase(engine);
    const rows = NAMES.map((value, index) => ({ key: `k${index}`, value }));
    await opened.database.kysely.insertInto("meta").values(rows).execute();
  });
  afterAll(() => opened[Symbol.asyncDispose]());

  const found = async (condition: ReturnType<typeof containsText>) => {
    const rows = await opened.database.kysely
      .selectFrom("meta")
      .select("value")
      .where(condition)
      .where("key", "like", "k%")
      .orderBy("key")
      .execute();
    return rows.map(({ value }) => value);
  };

  test.each([
    ["pt-4", ["gpt-4", "gpt-4o"]],
    ["GPT", ["gpt-4", "gpt-4o", "GPT_4", "gptx4"]],
    ["_", ["GPT_4"]],
    ["%", ["100%"]],
    ["\\", ["back\\slash"]],
    ["型", ["模型"]],
    ["' or 1=1 --", []],
  ])("the texts that contain %p", async (text, expected) => {
    expect(await found(containsText(engine, "meta.value", text))).toEqual(expected);
  });

  test.each([
    ["gpt-4", ["gpt-4"]],
    ["gpt-4%", ["gpt-4", "gpt-4o"]],
    ["%4", ["gpt-4", "GPT_4", "gptx4"]],
    ["gpt_4%", ["GPT_4"]],
    ["%\\%", ["back\\slash"]],
    ["gpt_4", []],
  ])("the texts that fit %p", async (text, expected) => {
    expect(await found(fitsText(engine, "meta.value", text))).toEqual(expected);
  });
});
