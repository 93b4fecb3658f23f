import { expect, test } from "bun:test";
import { AzureOpenAI } from "openai";
import { OpenAIRealtimeWebSocket } from "openai/realtime/websocket";
import { DEFAULT_TEXT } from "../support/fake-upstream/answer-text.ts";
import { useRealtimeStages } from "./realtime-stage.ts";
import { HELLO, STAGE_MODELS, useRelayStages } from "./relay-stage.ts";
import type { RelayStage } from "./relay-stage.ts";

const stages = useRelayStages();
const realtimeStages = useRealtimeStages();
const engine = "sqlite";
const API_VERSION = "2025-04-01-preview";

const clientOf = ({ url, apiKey }: RelayStage) =>
  new AzureOpenAI({
    endpoint: url,
    apiKey,
    apiVersion: API_VERSION,
    maxRetries: 0,
    dangerouslyAllowBrowser: true,
  });

test("Azure's client chats, embeds and lists models, by deployment and without one", async () => {
  const stage = await stages.create({ engine });
  const client = clientOf(stage);
  const answer = await client.chat.completions.create({ model: "chat", messages: HELLO });
  expect(answer.choices[0]?.message.content).toBe(DEFAULT_TEXT);
  const { output_text } = await client.responses.create({ model: "chat", input: "Hello" });
  expect(output_text).toBe(DEFAULT_TEXT);
  const { data } = await client.embeddings.create({ model: "embed", input: "Hello" });
  expect(data[0]?.embedding.length).toBeGreaterThan(0);
  const listed = await Array.fromAsync(await client.models.list());
  expect(listed.map(({ id }) => id).sort()).toEqual([...STAGE_MODELS].sort());
  expect(await stage.spending()).toMatchObject({ charges: 3, held: 0 });
});

test("a call that Azure has and the gateway has not is told as such", async () => {
  const stage = await stages.create({ engine });
  const refusal: unknown = await clientOf(stage)
    .batches.retrieve("b")
    .catch((error: unknown) => error);
  expect(refusal).toMatchObject({ status: 501, code: "api_not_implemented" });
});

test("Azure's client in a browser opens a session with its key in the address", async () => {
  const stage = await realtimeStages.create({ engine });
  // It wants TLS, which a gateway has in front of it.
  const { socket } = new OpenAIRealtimeWebSocket(
    { model: "voice", dangerouslyAllowBrowser: true, onURL: (url: URL) => keyInAddress(url, stage.apiKey) },
    clientOf(stage),
  );
  const greeted = await new Promise<string>((resolve) => {
    socket.addEventListener("message", ({ data }) => resolve(String(data)), { once: true });
  });
  expect(greeted).toContain("session.created");
  const upstream = await stage.fake.connection(0);
  expect(upstream.url.href + JSON.stringify([...upstream.headers])).not.toContain(stage.apiKey.slice(3));
  socket.close();
  await upstream.closed;
});

/** As `OpenAIRealtimeWebSocket.azure` does it, which leaves no way to change the address further. */
function keyInAddress(url: URL, apiKey: string): void {
  url.protocol = "ws:";
  url.searchParams.set("api-key", apiKey);
}
