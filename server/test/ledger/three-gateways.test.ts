import { describe, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { startGatewayProcess } from "../relay/gateway-process.ts";
import { FLAT_QUOTA, HELLO, useRelayStages } from "../relay/relay-stage.ts";

const CALLS = 5000;
const AFFORDABLE = 1000;

describe("three gateways on one PostgreSQL", () => {
  const stages = useRelayStages();

  test("of 5,000 calls of one user answer exactly the 1,000 that the balance pays for", async () => {
    const secretKey = randomBytes(32).toString("hex");
    const stage = await stages.create({
      engine: "postgres",
      // Half a call is left over, so that one unit too many would show.
      user: { quota: AFFORDABLE * FLAT_QUOTA + FLAT_QUOTA / 2 },
      token: { unlimited_quota: true },
      config: { secretKey },
    });
    const { config } = stage.app.parts;
    stage.upstream.setDefault({ latencyMs: 100 });
    await using stack = new AsyncDisposableStack();
    const gateways = await Promise.all(
      ["one", "two", "three"].map((name) =>
        startGatewayProcess(
          { dataDir: join(config.dataDir, name), database: config.database },
          { TOLLGATE_SECRET_KEY: secretKey },
        ),
      ),
    );
    for (const gateway of gateways) stack.use(gateway);

    const call = async (url: string | undefined) => {
      const answer = await fetch(`${url}/v1/chat/completions`, {
        method: "POST",
        headers: { authorization: `Bearer ${stage.apiKey}`, "content-type": "application/json" },
        body: JSON.stringify({ model: "flat", messages: HELLO }),
      });
      await answer.arrayBuffer();
      return answer.status;
    };
    const statuses = await Promise.all(
      Array.from({ length: CALLS }, (_, n) => call(gateways[n % gateways.length]?.url)),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(AFFORDABLE);
    expect(statuses.filter((status) => status === 403)).toHaveLength(CALLS - AFFORDABLE);
    expect(stage.upstream.requestCount).toBe(AFFORDABLE);
    expect(await stage.spending()).toMatchObject({
      user: AFFORDABLE * FLAT_QUOTA,
      charges: AFFORDABLE,
      held: 0,
    });
    expect(await stage.logs()).toHaveLength(AFFORDABLE);
  }, 60_000);
});
