import { expect, test } from "bun:test";
import { HELLO, useRelayStages } from "./relay-stage.ts";

const stages = useRelayStages();

function start(setting: object, facts: { type?: number; model_mapping?: string } = {}) {
  return stages.create({ engine: "sqlite", channel: { setting: JSON.stringify(setting), ...facts } });
}

test("parameters, headers and instructions of the channel reach the upstream", async () => {
  const stage = await start({
    param_override: { operations: [{ mode: "set", path: "temperature", value: 0.1 }] },
    header_override: { "X-Tenant": "{api_key}", "X-Trace": "{client_header:x-trace}" },
    system_prompt: "Be kind.",
  });
  const answer = await stage.chat({ temperature: 1 }, { headers: { "x-trace": "t1" } });
  expect(answer.status).toBe(200);
  const [sent] = stage.upstream.requests;
  expect(sent?.json).toMatchObject({
    temperature: 0.1,
    messages: [{ role: "system", content: "Be kind." }, ...HELLO],
  });
  expect(sent?.headers).toMatchObject({ "x-trace": "t1", "x-tenant": sent?.key });
  expect((await stage.spending()).user).toBe(140);
});

test("overrides are in the upstream's words when the client speaks other ones", async () => {
  const stage = await start(
    { param_override: { top_k: 5 }, system_prompt: "Be kind." },
    { type: 14, model_mapping: '{"chat":"claude-3-5-sonnet-20241022"}' },
  );
  expect((await stage.chat()).status).toBe(200);
  expect(stage.upstream.requests[0]?.json).toMatchObject({ system: "Be kind.", top_k: 5 });
});

test("a channel's own refusal is told in the client's dialect, sends nothing and charges nothing", async () => {
  const value = { message: "Not for you.", status_code: 422, code: "not_here" };
  const stage = await start({ param_override: { operations: [{ mode: "return_error", value }] } });
  const answer = await stage.post("/v1/messages", { model: "chat", max_tokens: 5, messages: HELLO });
  expect(answer.status).toBe(422);
  expect(await answer.json()).toMatchObject({ type: "error", error: { message: "Not for you." } });
  expect(stage.upstream.requestCount).toBe(0);
  expect(await stage.spending()).toEqual({ user: 0, token: 0, charges: 0, held: 0 });
});

test("a body that passes keeps its bytes and its model's name; the stream is charged all the same", async () => {
  const stage = await start({ pass_through_body_enabled: true }, { model_mapping: '{"chat":"other"}' });
  stage.upstream.setDefault({ usage: "never" });
  const body = '{ "model":"chat","messages":[{"role":"user","content":"Hello"}], "stream" : true }';
  const answer = await stage.post("/v1/chat/completions", body);
  expect(await answer.text()).toEndWith("data: [DONE]\n\n");
  expect(stage.upstream.requests[0]?.body.toString()).toBe(body);
  expect((await stage.spending()).user).toBeGreaterThan(0);
});

test("an answer is written anew where the channel wants that, whole and as a stream", async () => {
  const stage = await start({ force_format: true });
  stage.upstream.enqueue({ fault: "wrong-content-type" });
  const whole = await stage.chat();
  expect(whole.headers.get("content-type")).toBe("application/json");
  expect(await whole.json()).toMatchObject({
    object: "chat.completion",
    choices: [{ finish_reason: "stop" }],
  });
  const stream = await (await stage.chat({ stream: true })).text();
  expect(stream).toEndWith("data: [DONE]\n\n");
  expect(await stage.spending()).toMatchObject({ user: 280, charges: 2 });
});

test("thoughts are told within the text where the channel wants that, from any upstream", async () => {
  for (const facts of [{}, { type: 14 }, { type: 24 }]) {
    const stage = await start({ thinking_to_content: true }, facts);
    stage.upstream.setDefault({ reasoningContent: "because", content: "Yes." });
    const whole = Object(await (await stage.chat()).json());
    expect(whole.choices[0].message.content).toBe("<think>\nbecause\n</think>\n\nYes.");
    const events = (await (await stage.chat({ stream: true })).text()).matchAll(/^data: (\{.*)$/gm);
    const pieces = [...events].map(([, data = ""]) => JSON.parse(data).choices[0]?.delta.content ?? "");
    expect(pieces.join("")).toBe("<think>\nbecause\n</think>\n\nYes.");
  }
});
