import { expect, test } from "bun:test";
import { ENGINES } from "../support/test-app.ts";
import { useRelayStages } from "./relay-stage.ts";

const stages = useRelayStages();
const DAY_MS = 86_400_000;

test.each(ENGINES)(
  "what a node on %s has counted counts after its restart, until the day ends",
  async (engine) => {
    const stage = await stages.create({
      engine,
      options: {
        UserCallLimits: JSON.stringify({ "*": { rpd: 2 } }),
        TokenCallLimits: JSON.stringify({ "*": { quota_per_day: 1_000_000, tpm: 100_000 } }),
      },
    });
    const chat = async () => {
      const answer = await stage.app.request("/v1/chat/completions", {
        method: "POST",
        headers: { authorization: `Bearer ${stage.apiKey}`, "content-type": "application/json" },
        body: JSON.stringify({ model: "chat", messages: [{ role: "user", content: "Hello" }] }),
      });
      await answer.arrayBuffer();
      return answer.status;
    };
    expect([await chat(), await chat()]).toEqual([200, 200]);
    await stage.app.restart();
    expect(await chat()).toBe(429);
    stage.app.clock.advance(DAY_MS);
    expect(await chat()).toBe(200);
  },
);
