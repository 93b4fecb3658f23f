import { describe, expect, test } from "bun:test";
import { eventsIn, FAULT_CLIENTS } from "./faults/fault-clients.ts";
import { googleClient, anthropicClient } from "./vendor-clients.ts";
import { useRelayStages } from "./relay-stage.ts";
import type { RelayStage, StageOptions } from "./relay-stage.ts";

const stages = useRelayStages();
const PINGS = /: PING\n\n|event: ping\ndata: \{"type": "ping"\}\n\n/g;
const EVERY_SECOND = {
  "general_setting.ping_interval_enabled": "true",
  "general_setting.ping_interval_seconds": "1",
};

/** Two channels: `sk-slow` is always tried before `sk-quick`. */
async function twoChannels(options: StageOptions["options"], rest: Partial<StageOptions> = {}) {
  const stage = await stages.create({
    engine: "sqlite",
    channel: { key: "sk-slow", priority: 10 },
    ...rest,
    options: { RetryTimes: "1", ...options },
  });
  await stage.addChannel({ key: "sk-quick" });
  return stage;
}

const keysTried = (stage: RelayStage) => stage.upstream.requests.map(({ key }) => key);

describe("FirstTokenTimeoutSeconds", () => {
  test("takes a stream that says nothing in time to the next channel, and the slow one is left alone", async () => {
    const stage = await twoChannels({ FirstTokenTimeoutSeconds: "1" });
    stage.upstream.when({ key: "sk-slow" }, { firstChunkDelayMs: 3000 });
    const answer = await stage.chat({ stream: true });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toEndWith("data: [DONE]\n\n");
    expect(keysTried(stage)).toEqual(["sk-slow", "sk-quick"]);
    await stage.upstream.waitForClientClose(0, 1000);
    const [row] = await stage.logs();
    expect(row?.other.admin_info?.attempts?.[0]?.error).toBe(
      "no first token within FirstTokenTimeoutSeconds",
    );
    expect(await stage.spending()).toMatchObject({ user: 140, charges: 1, held: 0 });
    await (await stage.chat({ stream: true })).text();
    expect(keysTried(stage).slice(2)).toEqual(["sk-quick"]);
  });

  test("is a 504 where no channel is left, and no limit of whole answers", async () => {
    const stage = await stages.create({ engine: "sqlite", options: { FirstTokenTimeoutSeconds: "1" } });
    stage.upstream.setDefault({ latencyMs: 1300 });
    const [streamed, whole] = await Promise.all([stage.chat({ stream: true }), stage.chat()]);
    expect([streamed.status, whole.status]).toEqual([504, 200]);
    expect(await streamed.json()).toMatchObject({ error: { code: "upstream_timeout" } });
    expect(await stage.spending()).toMatchObject({ charges: 1, held: 0 });
  });
});

describe("general_setting.ping_interval_*", () => {
  test("keeps a client waiting through a change of channels, and the answer is whole", async () => {
    const stage = await twoChannels(EVERY_SECOND);
    stage.upstream.when({ key: "sk-slow" }, { latencyMs: 1500, status: 500 });
    const answer = await stage.chat({ stream: true });
    const text = await answer.text();
    expect(answer.status).toBe(200);
    expect(answer.headers.get("x-request-id")).toMatch(/^\d{17}/);
    expect(text).toStartWith(": PING\n\n");
    expect(text.replace(PINGS, "")).toStartWith("data: {");
    expect(text).toEndWith("data: [DONE]\n\n");
    expect(keysTried(stage)).toEqual(["sk-slow", "sk-quick"]);
    expect(await stage.spending()).toMatchObject({ user: 140, charges: 1, held: 0 });
  });

  test("never hides a dead stream: in each dialect the silence ends in an error event", async () => {
    const stage = await stages.create({
      engine: "sqlite",
      config: { streamIdleTimeoutMs: 1600 },
      options: EVERY_SECOND,
    });
    const told = async (model: string) =>
      Promise.all(
        FAULT_CLIENTS.map(async (client) => {
          const answer = await stage.post(client.path(model, true), client.body(model, true));
          const text = await answer.text();
          const error = client.error(eventsIn(text).at(-1));
          const pings = text.match(PINGS)?.length ?? 0;
          return { status: answer.status, pings: pings > 0, error: String(error?.code).replaceAll("_", ".") };
        }),
      );
    stage.upstream.when({ model: "chat" }, { fault: "hang" });
    stage.upstream.when({ model: "instruct" }, { fault: "hang-mid-stream" });
    const all = await Promise.all([told("chat"), told("instruct")]);
    for (const outcome of all.flat())
      expect(outcome).toEqual({ status: 200, pings: true, error: "upstream.timeout" });
    expect(await stage.spending()).toMatchObject({ charges: 4, held: 0 });
  });

  test("is understood by the vendors' own clients, and left alone by an array", async () => {
    const stage = await stages.create({ engine: "sqlite", options: EVERY_SECOND });
    stage.upstream.setDefault({ latencyMs: 1200, content: "Hi there" });
    const ask = { model: "chat", max_tokens: 9, messages: [{ role: "user" as const, content: "Hello" }] };
    const google = async () => {
      let text = "";
      const asked = { model: "chat", contents: "Hello" };
      for await (const chunk of await googleClient(stage).models.generateContentStream(asked))
        text += chunk.text;
      return text;
    };
    const array = async () =>
      (
        await stage.post("/v1beta/models/chat:streamGenerateContent", {
          contents: [{ role: "user", parts: [{ text: "Hello" }] }],
        })
      ).json();
    const [message, text, chunks] = await Promise.all([
      anthropicClient(stage).messages.stream(ask).finalText(),
      google(),
      array(),
    ]);
    expect([message, text]).toEqual(["Hi there", "Hi there"]);
    expect(Array.isArray(chunks)).toBe(true);
  });

  test("stops the upstream when a client leaves that has heard nothing but keep-alives", async () => {
    const stage = await stages.create({ engine: "sqlite", options: EVERY_SECOND });
    stage.upstream.setDefault({ fault: "hang" });
    const leaving = new AbortController();
    const answer = await stage.chat({ stream: true }, { signal: leaving.signal });
    expect(answer.status).toBe(200);
    leaving.abort();
    await stage.upstream.waitForClientClose(0, 1000);
    expect(await stage.spending()).toEqual({ user: 0, token: 0, charges: 0, held: 0 });
  });
});
