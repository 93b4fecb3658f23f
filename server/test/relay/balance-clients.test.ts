import { expect, test } from "bun:test";
import { TokenStatus } from "@tollgate/contract/statuses";
import { useRelayStages } from "./relay-stage.ts";
import type { RelayStage } from "./relay-stage.ts";

const stages = useRelayStages();
/** 10 prompt tokens × 2 + 20 completion tokens × 2 × 3. */
const CHAT_QUOTA = 140;

async function ask({ url, apiKey }: RelayStage, path: string): Promise<unknown> {
  const answer = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${apiKey}` } });
  return answer.json();
}

test("a balance client sees the token's limit and use in dollars, at both addresses", async () => {
  const stage = await stages.create({ engine: "sqlite", token: { expired_time: 4_102_444_800 } });
  await stage.chat();
  for (const prefix of ["", "/v1"]) {
    expect(await ask(stage, `${prefix}/dashboard/billing/subscription`)).toEqual({
      object: "billing_subscription",
      has_payment_method: true,
      soft_limit_usd: 1,
      hard_limit_usd: 1,
      system_hard_limit_usd: 1,
      access_until: 4_102_444_800,
    });
    expect(await ask(stage, `${prefix}/dashboard/billing/usage?start_date=2026-01-01`)).toEqual({
      object: "list",
      total_usage: (CHAT_QUOTA / 500_000) * 100,
    });
  }
});

test("the options choose units, and the user instead of the token", async () => {
  const options = { DisplayInCurrencyEnabled: "false", DisplayTokenStatEnabled: "false" };
  const stage = await stages.create({ engine: "sqlite", options });
  await stage.chat();
  expect(await ask(stage, "/dashboard/billing/subscription")).toMatchObject({
    hard_limit_usd: 1_000_000,
    access_until: 0,
  });
  expect(await ask(stage, "/dashboard/billing/usage")).toMatchObject({ total_usage: CHAT_QUOTA * 100 });
});

test("a token without a limit is told as a hundred million", async () => {
  const stage = await stages.create({ engine: "sqlite", token: { unlimited_quota: true } });
  expect(await ask(stage, "/dashboard/billing/subscription")).toMatchObject({ hard_limit_usd: 100_000_000 });
});

test("a token tells of itself in units, with or without a slash", async () => {
  const token = { name: "mine", model_limits_enabled: true, model_limits: ["chat"] };
  const stage = await stages.create({ engine: "sqlite", token });
  await stage.chat();
  for (const path of ["/api/usage/token", "/api/usage/token/"])
    expect(await ask(stage, path)).toEqual({
      code: true,
      message: "ok",
      data: {
        object: "token_usage",
        name: "mine",
        total_granted: 500_000,
        total_used: CHAT_QUOTA,
        total_available: 500_000 - CHAT_QUOTA,
        unlimited_quota: false,
        model_limits: { chat: true },
        model_limits_enabled: true,
        expires_at: 0,
      },
    });
});

test("a key that is used up may ask; one that is disabled, unknown or missing may not", async () => {
  const stage = await stages.create({ engine: "sqlite", token: { status: TokenStatus.exhausted } });
  expect(await ask(stage, "/api/usage/token")).toMatchObject({ code: true });
  const disabled = await stage.addToken({ status: TokenStatus.disabled });
  for (const [apiKey, code] of [
    [disabled.apiKey, "key_disabled"],
    ["sk-nobody", "invalid_api_key"],
  ] as const)
    expect(await ask({ ...stage, apiKey }, "/dashboard/billing/usage")).toMatchObject({ error: { code } });
  const without = await fetch(`${stage.url}/api/usage/token`);
  expect(without.status).toBe(401);
});
