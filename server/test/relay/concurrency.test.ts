import { describe, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { createApp } from "../../src/app.ts";
import { silentLogger } from "../../src/lib/logger.ts";
import { ENGINES } from "../support/test-app.ts";
import { FLAT_QUOTA, HELLO, useRelayStages } from "./relay-stage.ts";
import type { RelayStage } from "./relay-stage.ts";

const CALLS = 200;
const AFFORDABLE = 50;
/** Half a call is left over, so that a refusal by one unit too many would show. */
const BALANCE = AFFORDABLE * FLAT_QUOTA + FLAT_QUOTA / 2;

interface Answered {
  status: number;
  json: unknown;
}

/** All calls at once, spread over the gateways. */
function callAll(stage: RelayStage, urls: readonly string[], body: object = {}): Promise<Answered[]> {
  return Promise.all(
    Array.from({ length: CALLS }, async (_, index) => {
      const answer = await fetch(`${urls[index % urls.length]}/v1/chat/completions`, {
        method: "POST",
        headers: { authorization: `Bearer ${stage.apiKey}`, "content-type": "application/json" },
        body: JSON.stringify({ model: "flat", messages: HELLO, ...body }),
      });
      const text = await answer.text();
      return { status: answer.status, json: answer.ok ? undefined : JSON.parse(text) };
    }),
  );
}

function expectOnlyTheAffordable(answers: readonly Answered[], code: string): void {
  const refused = answers.filter(({ status }) => status !== 200);
  expect(answers.length - refused.length).toBe(AFFORDABLE);
  for (const { status, json } of refused) {
    expect(status).toBe(403);
    expect(json).toEqual({
      error: {
        message: expect.stringMatching(/ is too low: .* this call needs \$0\.002\. \(request id: \w+\)$/),
        type: "insufficient_quota",
        param: null,
        code,
      },
    });
  }
}

describe.each(ENGINES)("200 calls at once on %s", (engine) => {
  const stages = useRelayStages();

  test("of a user whose balance covers 50 succeed 50 times, and for the others nothing is sent", async () => {
    const stage = await stages.create({ engine, user: { quota: BALANCE } });
    // Nothing is settled before everything has been asked for.
    stage.upstream.setDefault({ latencyMs: 200 });
    expectOnlyTheAffordable(await callAll(stage, [stage.url]), "insufficient_user_quota");
    expect(stage.upstream.requestCount).toBe(AFFORDABLE);
    expect(await stage.spending()).toEqual({
      user: AFFORDABLE * FLAT_QUOTA,
      token: AFFORDABLE * FLAT_QUOTA,
      charges: AFFORDABLE,
      held: 0,
    });
    expect(await stage.logs()).toHaveLength(AFFORDABLE);
  });

  test("of a token whose quota covers 50 succeed 50 times, also as streams", async () => {
    const stage = await stages.create({ engine, token: { remainQuota: BALANCE } });
    stage.upstream.setDefault({ latencyMs: 200 });
    const answers = await callAll(stage, [stage.url], { stream: true });
    expectOnlyTheAffordable(answers, "pre_consume_token_quota_failed");
    expect(stage.upstream.requestCount).toBe(AFFORDABLE);
    expect(await stage.spending()).toMatchObject({
      token: AFFORDABLE * FLAT_QUOTA,
      charges: AFFORDABLE,
      held: 0,
    });
  });

  test("that all fail cost nothing, and their holds come back", async () => {
    const stage = await stages.create({ engine, user: { quota: CALLS * FLAT_QUOTA } });
    stage.upstream.setDefault({ status: 500 });
    const answers = await callAll(stage, [stage.url]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([500]));
    expect(await stage.spending()).toEqual({ user: 0, token: 0, charges: 0, held: 0 });
  });
});

describe("two gateways on one PostgreSQL", () => {
  const stages = useRelayStages();

  test("do not spend the same unit twice, however calls are spread over them", async () => {
    const secretKey = randomBytes(32).toString("hex");
    const stage = await stages.create({
      engine: "postgres",
      user: { quota: BALANCE },
      config: { secretKey },
    });
    const { config } = stage.app.parts;
    // A folder of its own inside the first one's, so that it goes with it.
    const ownFolder = { ...config, dataDir: join(config.dataDir, "second") };
    await using second = await createApp(ownFolder, { logger: silentLogger, clock: stage.app.clock });
    stage.upstream.setDefault({ latencyMs: 200 });
    const answers = await callAll(stage, [stage.url, second.listen().url]);
    expectOnlyTheAffordable(answers, "insufficient_user_quota");
    expect(stage.upstream.requestCount).toBe(AFFORDABLE);
    await second.parts.ledger.idle();
    expect(await stage.spending()).toMatchObject({
      user: AFFORDABLE * FLAT_QUOTA,
      charges: AFFORDABLE,
      held: 0,
    });
  });
});
