import { describe, expect, test } from "bun:test";
import * as sdk from "openai";
import { openAiClient } from "./openai-sdk-versions.ts";
import { useRelayStages } from "./relay-stage.ts";

const stages = useRelayStages();
const MODELS = [
  "dall-e-3",
  "gemini-2.5-flash-image",
  "tts-1",
  "whisper-1",
  "gemini-2.5-flash-preview-tts",
  "embed",
  "flat",
];
const [GEMINI, MINIMAX, ALIBABA, CLOUDFLARE, XAI] = [24, 35, 17, 39, 48];
const NOTHING = { user: 0, token: 0, charges: 0, held: 0 };

async function start(type: number, mapping: Record<string, string> = {}, options = {}) {
  const channel = { type, models: MODELS, model_mapping: JSON.stringify(mapping), ...options };
  const stage = await stages.create({ engine: "sqlite", options: { RetryTimes: "1" }, channel });
  return { stage, client: openAiClient(sdk, stage) };
}

describe("pictures", () => {
  test("of Imagen are a prediction, charged by their number", async () => {
    const { stage, client } = await start(GEMINI, { "dall-e-3": "imagen-4.0-generate-001" });
    const predictions = [{ bytesBase64Encoded: "aGk=" }, { bytesBase64Encoded: "aG8=" }];
    stage.upstream.setDefault({ body: { predictions } });
    const ask = { model: "dall-e-3", prompt: "a cat", n: 2, size: "1024x1024" } as const;
    const { data, response } = await client.images.generate(ask).withResponse();
    expect(data.data).toEqual([{ b64_json: "aGk=" }, { b64_json: "aG8=" }]);
    expect(response.headers.get("x-tollgate-losses")).toContain("size");
    expect(stage.upstream.requests[0]).toMatchObject({
      path: "/v1beta/models/imagen-4.0-generate-001:predict",
      json: { instances: [{ prompt: "a cat" }], parameters: { sampleCount: 2, aspectRatio: "1:1" } },
    });
    // 0.04 USD, twice.
    expect(await stage.spending()).toMatchObject({ user: 40_000, charges: 1, held: 0 });
    expect(await stage.logs()).toMatchObject([
      { other: { usage: { images: 2 }, losses: [expect.stringContaining("size")] } },
    ]);
  });

  const drawn = {
    candidates: [{ content: { parts: [{ inlineData: { mimeType: "image/png", data: "aGk=" } }] } }],
    usageMetadata: {
      promptTokenCount: 10,
      candidatesTokenCount: 1290,
      totalTokenCount: 1300,
      candidatesTokensDetails: [{ modality: "IMAGE", tokenCount: 1290 }],
    },
  };

  test("of Gemini's models are charged by their tokens, and stream as events", async () => {
    const { stage, client } = await start(GEMINI);
    stage.upstream.setDefault({ body: drawn });
    const ask = { model: "gemini-2.5-flash-image", prompt: "a cat" };
    const { data, usage } = await client.images.generate(ask);
    expect(data).toEqual([{ b64_json: "aGk=" }]);
    expect(usage).toMatchObject({ input_tokens: 10, output_tokens: 1290 });
    // 10 × 0.3 USD + 1290 × 30 USD a million.
    expect(await stage.spending()).toMatchObject({ user: 19_352, held: 0 });
    const events = await Array.fromAsync(await client.images.generate({ ...ask, stream: true }));
    expect(events).toMatchObject([{ type: "image_generation.completed", b64_json: "aGk=" }]);
    expect(await stage.spending()).toMatchObject({ user: 2 * 19_352, charges: 2, held: 0 });
  });

  test("are edited by a Gemini model that is shown them", async () => {
    const { stage, client } = await start(GEMINI);
    stage.upstream.setDefault({ body: drawn });
    const image = await sdk.toFile(Buffer.from([0, 13, 10]), "cat.png", { type: "image/png" });
    const { data } = await client.images.edit({ model: "gemini-2.5-flash-image", image, prompt: "a hat" });
    expect(data).toHaveLength(1);
    const parts = [{ inlineData: { mimeType: "image/png", data: "AA0K" } }, { text: "a hat" }];
    expect(stage.upstream.requests[0]?.json).toMatchObject({ contents: [{ parts }] });
  });

  test("that a vendor holds back are refused with its reason, and nothing is charged", async () => {
    const { stage } = await start(GEMINI, { "dall-e-3": "imagen-4.0-generate-001" });
    stage.upstream.setDefault({ body: { predictions: [{ raiFilteredReason: "Held back." }] } });
    const ask = { model: "dall-e-3", prompt: "a cat" };
    const refused = await stage.post("/v1/images/generations", ask);
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      { error: { code: "content_policy_violation", message: expect.stringContaining("Held back.") } },
    ]);
    expect(stage.upstream.requestCount).toBe(1);
    const error = { code: 429, message: "Quota exceeded.", status: "RESOURCE_EXHAUSTED" };
    stage.upstream.setDefault({ status: 429, body: { error } });
    const limited = await stage.post("/v1/images/generations", ask);
    expect([limited.status, await limited.json()]).toMatchObject([
      429,
      { error: { code: "RESOURCE_EXHAUSTED", message: expect.stringContaining("Quota exceeded.") } },
    ]);
    expect(await stage.spending()).toEqual(NOTHING);
  });

  test("of a channel's own parameters are changed in its vendor's words", async () => {
    const setting = JSON.stringify({ param_override: { "parameters.watermark": false } });
    const { stage, client } = await start(ALIBABA, { "dall-e-3": "qwen-image" }, { setting });
    const content = [{ image: "https://files.example/a.png" }];
    stage.upstream.setDefault({ body: { output: { choices: [{ message: { content } }] } } });
    const { data } = await client.images.generate({ model: "dall-e-3", prompt: "a cat", size: "1024x1024" });
    expect(data).toEqual([{ url: "https://files.example/a.png" }]);
    expect(stage.upstream.requests[0]).toMatchObject({
      path: "/api/v1/services/aigc/multimodal-generation/generation",
      json: { model: "qwen-image", parameters: { size: "1024*1024" } },
    });
    expect(JSON.stringify(stage.upstream.requests[0]?.json)).toContain("watermark");
  });
});

describe("speech", () => {
  const spoken = {
    data: { audio: "494433", status: 2 },
    extra_info: { usage_characters: 26 },
    base_resp: { status_code: 0, status_msg: "success" },
  };
  const ask = { model: "tts-1", voice: "alloy", input: "Hello" } as const;

  test("of MiniMax is a file for the client, charged by the letters that the vendor counts", async () => {
    const { stage, client } = await start(MINIMAX, { "tts-1": "speech-2.6-hd" });
    stage.upstream.setDefault({ body: spoken });
    const answer = await client.audio.speech.create(ask);
    expect(answer.headers.get("content-type")).toBe("audio/mpeg");
    expect(Buffer.from(await answer.arrayBuffer()).toString()).toBe("ID3");
    expect(stage.upstream.requests[0]).toMatchObject({
      path: "/v1/t2a_v2",
      json: { model: "speech-2.6-hd", text: "Hello", voice_setting: { voice_id: "male-qn-qingse" } },
    });
    // 26 letters × 7.5
    expect(await stage.spending()).toEqual({ user: 195, token: 195, charges: 1, held: 0 });
    const events = await stage.post("/v1/audio/speech", { ...ask, stream_format: "sse" });
    expect(events.headers.get("content-type")).toContain("text/event-stream");
    expect(await events.text()).toContain('{"type":"speech.audio.delta","audio":"SUQz"}');
  });

  test("whose vendor fails under a status of success is spoken by the next channel, or not charged", async () => {
    const { stage } = await start(MINIMAX, { "tts-1": "speech-2.6-hd" });
    const failure = { base_resp: { status_code: 1002, status_msg: "rate limit" } };
    stage.upstream.setDefault({ body: failure });
    const refused = await stage.post("/v1/audio/speech", ask);
    expect([refused.status, await refused.text()]).toEqual([429, expect.stringContaining("rate limit")]);
    stage.upstream.setDefault({ body: { ...spoken, data: {} } });
    expect((await stage.post("/v1/audio/speech", ask)).status).toBe(502);
    expect(await stage.spending()).toEqual(NOTHING);
    await stage.addChannel({ models: MODELS });
    const sound = { body: Buffer.from("ID3 two"), headers: { "content-type": "audio/mpeg" } };
    stage.upstream.when({ path: "/v1/audio/speech" }, sound);
    const answers = await Promise.all([1, 2, 3].map(() => stage.post("/v1/audio/speech", ask)));
    expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual([
      "ID3 two",
      "ID3 two",
      "ID3 two",
    ]);
    expect(await stage.spending()).toMatchObject({ charges: 3, held: 0 });
  });

  test("of xAI passes as it comes, charged by its letters", async () => {
    const { stage, client } = await start(XAI);
    const sound = Buffer.from("ID3 sound");
    stage.upstream.setDefault({ body: sound, headers: { "content-type": "audio/mpeg" } });
    const answer = await client.audio.speech.create({ ...ask, voice: "ara" });
    expect(Buffer.from(await answer.arrayBuffer()).equals(sound)).toBe(true);
    expect(stage.upstream.requests[0]).toMatchObject({
      path: "/v1/tts",
      json: { text: "Hello", voice_id: "ara", output_format: { codec: "mp3" } },
    });
    expect(await stage.spending()).toMatchObject({ user: 38, held: 0 });
  });

  test("of Gemini's models becomes a WAV file, charged by their tokens", async () => {
    const { stage, client } = await start(GEMINI);
    const inlineData = { mimeType: "audio/L16;codec=pcm;rate=24000", data: "AAECAw==" };
    stage.upstream.setDefault({
      body: {
        candidates: [{ content: { parts: [{ inlineData }] } }],
        usageMetadata: {
          promptTokenCount: 4,
          candidatesTokenCount: 50,
          totalTokenCount: 54,
          candidatesTokensDetails: [{ modality: "AUDIO", tokenCount: 50 }],
        },
      },
    });
    const model = "gemini-2.5-flash-preview-tts";
    const answer = await client.audio.speech.create({ model, voice: "Kore", input: "Hello" });
    expect(answer.headers.get("content-type")).toBe("audio/wav");
    expect(Buffer.from(await answer.arrayBuffer()).toString("latin1", 0, 4)).toBe("RIFF");
    // 4 × 0.5 USD + 50 × 10 USD a million.
    expect(await stage.spending()).toMatchObject({ user: 251, held: 0 });
  });

  test("that DashScope tells in events is put together; what breaks off costs nothing", async () => {
    const { stage } = await start(ALIBABA, { "tts-1": "qwen3-tts-flash" });
    const event = (data: string, more = {}) =>
      `event:result\ndata:${JSON.stringify({ output: { audio: { data } }, ...more })}\n\n`;
    const body = event("AAE=") + event("AgM=", { usage: { characters: 5 } });
    const headers = { "content-type": "text/event-stream" };
    stage.upstream.enqueue({ body, headers });
    const answer = await stage.post("/v1/audio/speech", { ...ask, response_format: "pcm" });
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(Buffer.from([0, 1, 2, 3]));
    expect(stage.upstream.requests[0]?.headers["x-dashscope-sse"]).toBe("enable");
    const spent = await stage.spending();
    expect(spent).toMatchObject({ user: 38, held: 0 });
    stage.upstream.setDefault({ body, headers, fault: "reset-mid-body" });
    expect((await stage.post("/v1/audio/speech", ask)).ok).toBe(false);
    const refusal = `data:${JSON.stringify({ code: "Throttling", message: "Slow down." })}\n\n`;
    stage.upstream.setDefault({ body: refusal, headers });
    expect(await (await stage.post("/v1/audio/speech", ask)).text()).toContain("Slow down.");
    expect(await stage.spending()).toEqual(spent);
  });
});

describe("transcriptions", () => {
  const recording = () => sdk.toFile(Buffer.alloc(64_000), "voice.mp3", { type: "audio/mpeg" });

  test("of Cloudflare's models are charged by the length that they tell; its errors are told", async () => {
    const mapping = { "whisper-1": "@cf/openai/whisper-large-v3-turbo" };
    const { stage, client } = await start(CLOUDFLARE, mapping, { other: "acc" });
    const result = { text: "Hello.", transcription_info: { duration: 12 } };
    stage.upstream.setDefault({ body: { result, success: true, errors: [] } });
    const file = await recording();
    expect((await client.audio.transcriptions.create({ model: "whisper-1", file })).text).toBe("Hello.");
    expect(stage.upstream.requests[0]).toMatchObject({
      path: "/client/v4/accounts/acc/ai/run/@cf/openai/whisper-large-v3-turbo",
      headers: { "content-type": "application/json" },
    });
    // 12 seconds × 50
    expect(await stage.spending()).toMatchObject({ user: 600, held: 0 });
    const errors = [{ code: 5007, message: "No such model" }];
    stage.upstream.setDefault({ status: 400, body: { success: false, errors, result: null } });
    const refused = await client.audio.transcriptions.create({ model: "whisper-1", file }).catch(String);
    expect(refused).toContain("No such model");
    expect(await stage.spending()).toMatchObject({ user: 600, charges: 1, held: 0 });
  });

  test("go to a channel that can do what the client wants; where none can, the parameter is named", async () => {
    const mapping = { "whisper-1": "gemini-2.5-flash" };
    const { stage, client } = await start(GEMINI, mapping, { priority: 10 });
    const ask = { model: "whisper-1", file: await recording(), response_format: "srt" } as const;
    const refused = await client.audio.transcriptions.create(ask).catch((error: unknown) => error);
    expect(refused).toMatchObject({ status: 400, param: "response_format" });
    expect(stage.upstream.requestCount).toBe(0);
    await stage.addChannel({ models: MODELS });
    stage.upstream.setDefault({ body: "1\n00:00:00 --> 00:00:04\nhello\n" });
    expect(String(await client.audio.transcriptions.create(ask))).toContain("hello");
    expect(stage.upstream.requests[0]?.path).toBe("/v1/audio/transcriptions");
    expect(await stage.spending()).toMatchObject({ charges: 1, held: 0 });
  });
});

test("reranks in a vendor's own words are charged as others are", async () => {
  const { stage } = await start(ALIBABA, { flat: "gte-rerank-v2" });
  const results = [{ index: 1, relevance_score: 0.9 }];
  stage.upstream.setDefault({ body: { output: { results }, usage: { total_tokens: 79 } } });
  const reranked = await stage.post("/v1/rerank", { model: "flat", query: "a", documents: ["b", "c"] });
  expect(await reranked.json()).toMatchObject({ results });
  expect(await stage.logs()).toMatchObject([{ prompt_tokens: 79, quota: 1000 }]);
});

test("embeddings in a vendor's own words are charged by its tokens; where it tells none, they are counted and told", async () => {
  const stage = await stages.create({ engine: "sqlite", channel: false });
  // Not at the address at which the fake upstream demands OpenAI's words.
  await stage.addChannel({ type: MINIMAX, models: MODELS, base_url: `${stage.upstream.url}/minimax` });
  const told = { vectors: [[0.5]], base_resp: { status_code: 0 } };
  stage.upstream.enqueue({ body: { ...told, total_tokens: 30 } }, { body: told });
  const embeddings = async () => {
    const answer = await stage.post("/v1/embeddings", { model: "embed", input: "Hello" });
    return (await answer.json()) as sdk.OpenAI.CreateEmbeddingResponse;
  };
  expect(await embeddings()).toMatchObject({ data: [{ embedding: [0.5] }], usage: { prompt_tokens: 30 } });
  // 30 × 0.5
  expect(await stage.spending()).toMatchObject({ user: 15 });
  const { usage } = await embeddings();
  expect(usage.prompt_tokens).toBeGreaterThan(0);
  const [, log] = await stage.logs();
  expect(log).toMatchObject({ prompt_tokens: usage.prompt_tokens, other: { usage: { source: "counted" } } });
});
