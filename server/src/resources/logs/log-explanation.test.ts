import { describe, expect, test } from "bun:test";
import { explainLog, explainOwnLog, listLogs } from "@tollgate/contract/logs";
import { buildChannel, buildToken, buildUser } from "../../../test/support/factories.ts";
import { sampleLog } from "../../../test/support/sample-log.ts";
import { ENGINES, useTestApps } from "../../../test/support/test-app.ts";
import type { TestApp } from "../../../test/support/test-app.ts";
import { checkExplanation } from "../../check-explanation.ts";
import { tokenRate } from "../../pricing/rate-fixtures.ts";
import { rateVersion } from "../../pricing/rate-version.ts";
import { usageOf } from "../../pricing/usage.ts";
import type { NewLog } from "./log-record.ts";
import { insertLog } from "./log-store.ts";

const RATE = tokenRate({ modelRatio: 1.25, completionRatio: 4 });
const USAGE = usageOf({ input: { uncached: 100 }, output: { text: 10 }, requests: 1 });
const OTHER = {
  rate: RATE,
  usage: USAGE,
  upstream_usage: { prompt_tokens: 100, completion_tokens: 10 },
  upstream_model_name: "gpt-4o-2024-11-20",
  pre_consumed_quota: 900,
  stream_status: { end_reason: "done" },
  admin_info: {
    use_channel: [7, 1],
    attempts: [
      { channel_id: 7, status_code: 500, error: "overloaded", duration_ms: 12, operator_quota: 3 },
      { channel_id: 1, duration_ms: 345 },
    ],
  },
};

describe.each(ENGINES)("an explained charge on %s", (engine) => {
  const apps = useTestApps();
  const arrange = async (values: Partial<NewLog> = {}) => {
    const app = await apps.create({ engine });
    const userId = await app.userId("user");
    await buildChannel(app.parts, { name: "Main" });
    const log = { userId, tokenId: 4, quota: 175, requestId: "r1", other: JSON.stringify(OTHER) };
    await insertLog(app.parts.database, sampleLog({ ...log, ...values }));
    return { app, userId, id: await newestId(app) };
  };
  const newestId = async (app: TestApp) => {
    const { data } = await (await app.as("root")).send(listLogs, { query: {} });
    return data.items[0]?.id ?? 0;
  };

  test("shows administrators the formula, the attempts and who paid", async () => {
    const { app, userId, id } = await arrange();
    const { data } = await (await app.as("admin")).send(explainLog, { query: { id } });
    expect(data).toEqual({
      id,
      request_id: "r1",
      created_at: 1_700_000_000,
      model_name: "gpt-4o",
      upstream_model_name: "gpt-4o-2024-11-20",
      group: "default",
      price_version: rateVersion(RATE),
      rate: RATE,
      usage: USAGE,
      upstream_usage: { prompt_tokens: 100, completion_tokens: 10 },
      lines: [
        expect.objectContaining({ item: "input.uncached", quantity: 100, quota: "125" }),
        expect.objectContaining({ item: "output.text", quantity: 10, quota: "50" }),
      ],
      exact_quota: "175",
      rounding: "none",
      quota: 175,
      charged_quota: 175,
      matches: true,
      held_quota: 900,
      payer: { user_id: userId, token_id: 4 },
      attempts: [
        {
          channel_id: 7,
          channel_name: "",
          status_code: 500,
          error: "overloaded",
          duration_ms: 12,
          operator_quota: 3,
        },
        { channel_id: 1, channel_name: "Main", duration_ms: 345 },
      ],
      end_reason: "done",
      local_count: false,
    });
    expect(checkExplanation(data)).toEqual([]);
  });

  test("shows a user his own, without what is the operator's business", async () => {
    const { app, id } = await arrange();
    const { data, text } = await (await app.as("user")).send(explainOwnLog, { query: { id } });
    expect(data).toMatchObject({ id, quota: 175, matches: true, attempts: [], held_quota: 900 });
    for (const secret of ["upstream_usage", "overloaded", "operator_quota", "Main"])
      expect(text).not.toContain(secret);
    expect(checkExplanation(data)).toEqual([]);
  });

  test("is not shown to other users, nor to users as administrators see it", async () => {
    const { app, id } = await arrange();
    const other = await app.asUser(await buildUser(app.parts));
    expect(await other.send(explainOwnLog, { query: { id } })).toMatchObject({ code: "log.not-found" });
    expect(await other.send(explainLog, { query: { id } })).toMatchObject({ code: "session.forbidden" });
    const admin = await app.as("admin");
    expect(await admin.send(explainLog, { query: { id: 987_654 } })).toMatchObject({ code: "log.not-found" });
    expect(await admin.call("GET /api/log/explain")).toMatchObject({ code: "input.invalid" });
  });

  test("says when what was charged is not what the price gives", async () => {
    const { app, id } = await arrange({ quota: 176 });
    const { data } = await (await app.as("admin")).send(explainLog, { query: { id } });
    expect(data).toMatchObject({ quota: 175, charged_quota: 176, matches: false });
  });

  test("says why a row cannot be explained", async () => {
    const codeOf = async (values: Partial<NewLog>) => {
      const { app, id } = await arrange(values);
      return (await (await app.as("admin")).send(explainLog, { query: { id } })).code;
    };
    const foreign = { model_ratio: 1, admin_info: { attempts: [null, { channel_id: "x" }] } };
    for (const other of ["", "no JSON", "[]", JSON.stringify(foreign), JSON.stringify({ rate: RATE })])
      expect([other, await codeOf({ other })]).toEqual([other, "log.not-explainable"]);
    expect(await codeOf({ type: 5, quota: 0 })).toBe("log.not-charged");
    expect(await codeOf({ tokenId: 0, quota: 0 })).toBe("log.not-charged");
  });

  test("explains a call that went through the gateway", async () => {
    const app = await apps.create({ engine });
    const upstream = await app.upstream();
    await buildChannel(app.parts, { name: "Main", base_url: upstream.url });
    const { key, id: tokenId } = await buildToken(app.parts, { userId: await app.userId("user") });
    const answer = await fetch(`${app.listen()}/v1/chat/completions`, {
      method: "POST",
      headers: { authorization: `Bearer sk-${key}`, "content-type": "application/json" },
      body: JSON.stringify({ model: "gpt-4o-mini", messages: [{ role: "user", content: "hi" }] }),
    });
    await answer.text();
    expect(answer.status).toBe(200);
    const id = await newestId(app);
    const { data } = await (await app.as("admin")).send(explainLog, { query: { id } });
    expect(data).toMatchObject({ matches: true, payer: { token_id: tokenId }, end_reason: "done" });
    expect(data.attempts).toMatchObject([{ channel_name: "Main" }]);
    expect(data.quota).toBeGreaterThan(0);
    expect(checkExplanation(data)).toEqual([]);
  });
});
