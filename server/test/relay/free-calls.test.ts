import { describe, expect, test } from "bun:test";
import { ENGINES } from "../support/test-app.ts";
import { FLAT_QUOTA, useRelayStages } from "./relay-stage.ts";

const stages = useRelayStages();
const NOTHING = { user: 0, token: 0, held: 0 };

describe.each(ENGINES)("a call at a price of zero on %s", (engine) => {
  test.each([
    ["by the token", "chat", { ModelRatio: '{"chat":0}' }],
    ["by the call", "flat", { ModelPrice: '{"flat":0}' }],
    ["by the group", "chat", { GroupRatio: '{"default":0}' }],
    ["by the group for its own users", "flat", { GroupGroupRatio: '{"default":{"default":0}}' }],
  ])("%s sets nothing aside, costs nothing, and is in the log with its use", async (_, model, options) => {
    const stage = await stages.create({ engine, options, user: { quota: 1 } });
    for (const stream of [false, true])
      expect((await (await stage.chat({ model, stream })).text()).length).toBeGreaterThan(0);
    expect(await stage.spending()).toEqual({ ...NOTHING, charges: 2 });
    const row = { quota: 0, prompt_tokens: 10, completion_tokens: 20 };
    const other = { pre_consumed_quota: 0, actual_quota: 0 };
    expect(await stage.logs()).toMatchObject([
      { ...row, other },
      { ...row, other },
    ]);
  });
});

test("a free call needs a balance above zero, unless EnableFreeModelPreConsume is off", async () => {
  const options = { ModelRatio: '{"chat":0}', CompletionRatio: "{}" };
  const strict = await stages.create({ engine: "sqlite", options, user: { quota: 0 } });
  const refused = await strict.chat();
  expect([refused.status, await refused.json()]).toMatchObject([
    403,
    { error: { code: "insufficient_user_quota" } },
  ]);
  expect(strict.upstream.requestCount).toBe(0);
  const lenient = await stages.create({
    engine: "sqlite",
    options: { ...options, EnableFreeModelPreConsume: "false" },
    user: { quota: 0 },
  });
  expect((await lenient.chat()).status).toBe(200);
  expect(await lenient.spending()).toEqual({ ...NOTHING, charges: 1 });
});

test("PreConsumedQuota and PreConsumedOutputTokens are the least that is set aside, and no more than the use is charged", async () => {
  const options = { PreConsumedQuota: "1000", PreConsumedOutputTokens: "300" };
  const stage = await stages.create({ engine: "sqlite", options });
  await stage.chat();
  // 1,000 × 2 + 300 × 2 × 3.
  expect(await stage.logs()).toMatchObject([{ quota: 140, other: { pre_consumed_quota: 3800 } }]);
  // By the call it is the whole price.
  await stage.chat({ model: "flat" });
  expect((await stage.logs()).at(-1)).toMatchObject({
    quota: FLAT_QUOTA,
    other: { pre_consumed_quota: FLAT_QUOTA },
  });
});

test("a price that changes while a call is answered is the next call's", async () => {
  const stage = await stages.create({ engine: "sqlite" });
  stage.upstream.setDefault({ latencyMs: 100 });
  const first = stage.chat();
  await stage.upstream.waitForRequest(0);
  await stage.app.parts.options.set("ModelRatio", JSON.stringify({ chat: 20 }));
  await stage.app.parts.options.set("GroupRatio", JSON.stringify({ default: 3 }));
  expect((await first).status).toBe(200);
  await stage.chat();
  expect((await stage.logs()).map(({ quota }) => quota)).toEqual([140, 4200]);
});

test("one unit is the least that use costs at a price above zero", async () => {
  const options = { ModelRatio: JSON.stringify({ chat: 0.000_001 }) };
  const stage = await stages.create({ engine: "sqlite", options });
  await stage.chat();
  expect(await stage.spending()).toMatchObject({ user: 1, token: 1 });
});
