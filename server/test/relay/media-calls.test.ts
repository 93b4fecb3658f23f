import { describe, expect, test } from "bun:test";
import * as sdk from "openai";
import { openAiClient } from "./openai-sdk-versions.ts";
import { useRelayStages } from "./relay-stage.ts";

const stages = useRelayStages();
const MODELS = [
  "dall-e-2",
  "dall-e-3",
  "gpt-image-1",
  "tts-1",
  "gpt-4o-mini-tts",
  "whisper-1",
  "gpt-4o-transcribe",
  "text-moderation-stable",
  "other",
  "flat",
];
const PICTURE = { b64_json: "aGk=" };
const NOTHING = { user: 0, token: 0, charges: 0, held: 0 };

async function start(channel = {}) {
  const stage = await stages.create({ engine: "sqlite", channel: { models: MODELS, ...channel } });
  return { stage, client: openAiClient(sdk, stage) };
}

describe("pictures", () => {
  test("are charged by their number, size and quality", async () => {
    const { stage, client } = await start();
    stage.upstream.setDefault({ body: { created: 1, data: [PICTURE, PICTURE] } });
    const ask = { model: "dall-e-3", prompt: "a cat", n: 2, size: "1024x1792", quality: "hd" } as const;
    expect((await client.images.generate(ask)).data).toEqual([PICTURE, PICTURE]);
    expect(stage.upstream.requests[0]).toMatchObject({ path: "/v1/images/generations", json: ask });
    // 0.04 USD × 2 × 1.5, twice.
    expect(await stage.spending()).toMatchObject({ user: 120_000, charges: 1, held: 0 });
    expect(await stage.logs()).toMatchObject([{ quota: 120_000, other: { usage: { images: 2 } } }]);
  });

  test("of Google's are made at its compatible side, and charged by their number", async () => {
    const { stage, client } = await start({ type: 24, models: ["dall-e-2"] });
    stage.upstream.setDefault({ body: { model: "gemini-2.5-flash-image", data: [PICTURE, PICTURE] } });
    const { data } = await client.images.generate({ model: "dall-e-2", prompt: "a cat", n: 2 });
    expect(data).toHaveLength(2);
    expect(stage.upstream.requests[0]?.path).toBe("/v1beta/openai/images/generations");
    expect((await stage.logs())[0]?.other.usage).toMatchObject({ images: 2 });
  });

  test("that are priced by the token are charged by the upstream's usage", async () => {
    const { stage, client } = await start();
    const usage = {
      input_tokens: 10,
      output_tokens: 1056,
      total_tokens: 1066,
      input_tokens_details: { text_tokens: 10, image_tokens: 0 },
    };
    stage.upstream.setDefault({ body: { created: 1, data: [PICTURE], usage } });
    await client.images.generate({ model: "gpt-image-1", prompt: "a cat", quality: "medium" });
    // (10 + 1056 × 8) × 2.5
    expect(await stage.spending()).toMatchObject({ user: 21_145, held: 0 });
  });

  test("are edited by a form that passes byte for byte, but for a mapped model", async () => {
    const { stage, client } = await start();
    stage.upstream.setDefault({ body: { created: 1, data: [PICTURE] } });
    const image = await sdk.toFile(Buffer.from([0, 13, 10, 45, 45, 255]), "cat.png", { type: "image/png" });
    await client.images.edit({ model: "dall-e-2", image, prompt: "a hat", size: "256x256" });
    const form = await formOf(stage.upstream.requests[0]);
    expect([form.get("model"), form.get("prompt"), form.get("size")]).toEqual([
      "dall-e-2",
      "a hat",
      "256x256",
    ]);
    expect(await bytesOf(form.get("image"))).toEqual(Buffer.from([0, 13, 10, 45, 45, 255]));
    // 0.02 USD × 0.8
    expect(await stage.spending()).toMatchObject({ user: 8000 });

    const mapped = await start({ model_mapping: JSON.stringify({ "dall-e-2": "paint" }) });
    mapped.stage.upstream.setDefault({ body: { created: 1, data: [PICTURE] } });
    await mapped.client.images.createVariation({ model: "dall-e-2", image });
    const other = await formOf(mapped.stage.upstream.requests[0]);
    expect(other.get("model")).toBe("paint");
    expect(await bytesOf(other.get("image"))).toHaveLength(6);
  });

  test("that stream pass as events, and are charged by the usage in the last", async () => {
    const { stage, client } = await start();
    const usage = { input_tokens: 10, output_tokens: 100, total_tokens: 110 };
    const events = [
      { type: "image_generation.partial_image", b64_json: "aGk=", partial_image_index: 0 },
      { type: "image_generation.completed", b64_json: "aGk=", usage },
    ];
    const body = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
    stage.upstream.setDefault({ body, headers: { "content-type": "text/event-stream" } });
    const stream = await client.images.generate({ model: "gpt-image-1", prompt: "a cat", stream: true });
    expect(await Array.fromAsync(stream)).toMatchObject(events);
    // (10 + 100 × 8) × 2.5
    expect(await stage.spending()).toMatchObject({ user: 2025, held: 0 });
  });

  test("of a stream that ends in an error cost nothing; an upstream that does not stream is charged as ever", async () => {
    const { stage } = await start();
    const ask = { model: "gpt-image-1", prompt: "a cat", stream: true };
    const error = { type: "error", error: { message: "no", type: "image_generation_user_error" } };
    const failed = `event: error\ndata: ${JSON.stringify(error)}\n\n`;
    stage.upstream.enqueue({ body: failed, headers: { "content-type": "text/event-stream" } });
    expect(await (await stage.post("/v1/images/generations", ask)).text()).toBe(failed);
    expect(await stage.spending()).toEqual(NOTHING);
    const usage = { input_tokens: 10, output_tokens: 100, total_tokens: 110 };
    stage.upstream.enqueue({ body: { created: 1, data: [PICTURE], usage } });
    const whole = await stage.post("/v1/images/generations", ask);
    expect(await whole.json()).toMatchObject({ data: [PICTURE] });
    expect(await stage.spending()).toMatchObject({ user: 2025, held: 0 });
  });

  test("are refused with the parameter at fault, before anything is spent", async () => {
    const { stage } = await start();
    for (const [body, code] of [
      [{ model: "dall-e-3" }, "body_parameter"],
      [{ model: "dall-e-3", prompt: "a", n: 1000 }, "body_parameter"],
      [{ model: "dall-e-3", prompt: "a", n: { valueOf: 1, toString: 1 } }, "body_parameter"],
      [{ model: "dall-e-3", prompt: "a", n: 0 }, "body_parameter"],
      [{ model: "nothing", prompt: "a", size: { toString: 1 } }, "model_not_found"],
    ] as const) {
      const answer = await stage.post("/v1/images/generations", body);
      expect(await answer.json()).toMatchObject({ error: { code } });
    }
    stage.upstream.setDefault({ status: 400 });
    expect((await stage.post("/v1/images/generations", { prompt: "a" })).status).toBe(400);
    expect(await stage.spending()).toEqual(NOTHING);
  });
});

describe("speech", () => {
  const sound = Buffer.from(Array.from({ length: 100_000 }, (_, index) => index % 251));

  test("passes byte for byte, and is charged by its letters", async () => {
    const { stage, client } = await start();
    stage.upstream.setDefault({ body: sound, headers: { "content-type": "audio/mpeg" } });
    const answer = await client.audio.speech.create({ model: "tts-1", voice: "alloy", input: "Hello you" });
    expect(answer.headers.get("content-type")).toBe("audio/mpeg");
    expect(Buffer.from(await answer.arrayBuffer()).equals(sound)).toBe(true);
    // 9 letters × 7.5
    expect(await stage.spending()).toEqual({ user: 68, token: 68, charges: 1, held: 0 });
    expect(await stage.logs()).toMatchObject([{ prompt_tokens: 9, other: { usage: { source: "counted" } } }]);
  });

  test("that breaks off breaks off for the client too, and costs nothing", async () => {
    const { stage } = await start();
    stage.upstream.setDefault({
      body: sound,
      headers: { "content-type": "audio/mpeg" },
      fault: "reset-mid-body",
    });
    const failure = await stage
      .post("/v1/audio/speech", { model: "tts-1", voice: "alloy", input: "Hello" })
      .then((answer) => answer.arrayBuffer())
      .then(
        () => undefined,
        (error: unknown) => error,
      );
    expect(failure).toBeInstanceOf(Error);
    expect(await stage.spending()).toEqual(NOTHING);
  });

  test("whose client leaves is charged, and the upstream is stopped", async () => {
    const { stage } = await start();
    const large = Buffer.alloc(32 * 1024 * 1024, 1);
    stage.upstream.setDefault({ body: large, headers: { "content-type": "audio/mpeg" } });
    const leaving = new AbortController();
    const body = { model: "tts-1", voice: "alloy", input: "Hello" };
    const answer = await stage.post("/v1/audio/speech", body, { signal: leaving.signal });
    await answer.body?.getReader().read();
    leaving.abort();
    expect(await stage.waitForLogs(1)).toMatchObject([
      { quota: 38, other: { stream_status: { end_reason: "client_gone" } } },
    ]);
    expect(await stage.spending()).toMatchObject({ user: 38, held: 0 });
  });

  test("is spoken by a second channel when the first fails; an error of the last is told as it came", async () => {
    const stage = await stages.create({
      engine: "sqlite",
      options: { RetryTimes: "1" },
      channel: { models: MODELS },
    });
    await stage.addChannel({ models: MODELS });
    const body = { model: "tts-1", voice: "alloy", input: "Hello" };
    stage.upstream.enqueue({ status: 500 }, { body: sound, headers: { "content-type": "audio/mpeg" } });
    const answer = await stage.post("/v1/audio/speech", body);
    expect(Buffer.from(await answer.arrayBuffer()).equals(sound)).toBe(true);
    expect(stage.upstream.requestCount).toBe(2);
    const spent = await stage.spending();
    expect(spent).toMatchObject({ user: 38, charges: 1, held: 0 });
    stage.upstream.setDefault({ status: 429 });
    const refused = await stage.post("/v1/audio/speech", body);
    expect([refused.status, await refused.json()]).toMatchObject([
      429,
      { error: { code: "rate_limit_exceeded" } },
    ]);
    expect(await stage.spending()).toEqual(spent);
  });
});

describe("transcriptions", () => {
  const recording = () => sdk.toFile(Buffer.alloc(64_000), "voice.mp3", { type: "audio/mpeg" });

  test("are charged by the tokens that the upstream reports", async () => {
    const { stage, client } = await start();
    const usage = {
      type: "tokens",
      input_tokens: 14,
      input_token_details: { text_tokens: 0, audio_tokens: 14 },
      output_tokens: 45,
      total_tokens: 59,
    };
    stage.upstream.setDefault({ body: { text: "hello", usage } });
    const file = await recording();
    expect((await client.audio.transcriptions.create({ model: "gpt-4o-transcribe", file })).text).toBe(
      "hello",
    );
    const form = await formOf(stage.upstream.requests[0]);
    expect(await bytesOf(form.get("file"))).toHaveLength(64_000);
    // 14 × 6 USD + 45 × 10 USD a million.
    expect(await stage.spending()).toMatchObject({ user: 267, held: 0 });
  });

  test("are charged by the seconds that the upstream reports, or by the recording's size", async () => {
    const { stage, client } = await start();
    const file = await recording();
    stage.upstream.enqueue({ body: { text: "hello", usage: { type: "duration", seconds: 12 } } });
    await client.audio.transcriptions.create({ model: "whisper-1", file });
    expect(await stage.spending()).toMatchObject({ user: 600 });
    stage.upstream.enqueue({ body: "1\n00:00:00 --> 00:00:04\nhello\n" });
    const subtitles = await client.audio.translations.create({
      model: "whisper-1",
      file,
      response_format: "srt",
    });
    expect(String(subtitles)).toContain("hello");
    // 64,000 bytes of MP3 are four seconds.
    expect(await stage.spending()).toMatchObject({ user: 600 + 200, held: 0 });
  });

  test("have the headers that their channel sets, and their own form", async () => {
    const setting = {
      header_override: { "X-Tenant": "blue", "Content-Type": "text/plain" },
      param_override: { a: 1 },
    };
    const { stage, client } = await start({ models: ["whisper-1"], setting: JSON.stringify(setting) });
    stage.upstream.setDefault({ body: { text: "Hello", usage: { type: "duration", seconds: 3 } } });
    const file = new File(["RIFF sound"], "a.wav");
    await client.audio.transcriptions.create({ file, model: "whisper-1" });
    const [sent] = stage.upstream.requests;
    expect(sent?.headers["x-tenant"]).toBe("blue");
    expect(sent?.headers["content-type"]).toStartWith("multipart/form-data; boundary=");
    expect(sent?.body.toString()).toContain("RIFF sound");
  });

  test("of a broken form, or one that names two models, are refused", async () => {
    const { stage } = await start();
    const send = async (body: string, type = "multipart/form-data; boundary=b") => {
      const answer = await stage.post("/v1/audio/transcriptions", body, {
        headers: { "content-type": type },
      });
      return ((await answer.json()) as { error: { code: string } }).error.code;
    };
    const part = (disposition: string, value: string) =>
      `--b\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${value}\r\n`;
    const model = part('name="model"', "whisper-1");
    expect(await send("no form")).toBe("body_not_form");
    expect(await send(model)).toBe("body_not_form");
    expect(await send(`${model}--b--`, "multipart/form-data")).toBe("body_not_form");
    expect(await send(`${model}${part('name="model"', "tts-1")}--b--`)).toBe("body_parameter");
    expect(await send(`${model}${part('name="Model"', "tts-1")}--b--`)).toBe("body_parameter");
    const sound = (name: string) => part(`name="${name}"; filename="a.mp3"`, "sound");
    expect(await send(`${model}${sound("file")}${sound("File")}--b--`)).toBe("body_parameter");
    const hidden = part('filename="; name=x"; name="model"', "tts-1");
    expect(await send(`${model}${hidden}--b--`)).toBe("body_parameter");
    expect(stage.upstream.requestCount).toBe(0);
  });
});

describe("other calls", () => {
  test("a moderation is charged by its text", async () => {
    const { stage, client } = await start();
    stage.upstream.setDefault({ body: { id: "modr-1", model: "text-moderation-stable", results: [] } });
    expect((await client.moderations.create({ input: "Hello" })).id).toBe("modr-1");
    expect(stage.upstream.requests[0]?.json).toEqual({ model: "text-moderation-stable", input: "Hello" });
    expect(await stage.spending()).toMatchObject({ user: 1, charges: 1 });
  });

  test("a rerank is charged by the tokens or searches that the upstream reports, at both addresses", async () => {
    const { stage } = await start();
    const ask = { model: "other", query: "what", documents: ["one", { text: "two" }], top_n: 1 };
    const results = [{ index: 0, relevance_score: 0.9 }];
    stage.upstream.enqueue({ body: { results, usage: { total_tokens: 15 } } });
    expect(await (await stage.post("/v1/rerank", ask)).json()).toMatchObject({ results });
    expect(stage.upstream.requests[0]).toMatchObject({ path: "/v1/rerank", json: ask });
    expect((await stage.spending()).user).toBe(30);
    stage.upstream.enqueue({ body: { results, meta: { billed_units: { search_units: 2 } } } });
    await stage.post("/rerank", { ...ask, model: "flat" });
    expect((await stage.spending()).user).toBe(30 + 2000);
  });

  test("an engine, a deployment and Google's root name the same calls", async () => {
    const { stage } = await start({ models: ["embed", "dall-e-2"] });
    const embeddings = await stage.post("/v1/engines/embed/embeddings", { input: "a" });
    expect(await embeddings.json()).toMatchObject({ object: "list" });
    stage.upstream.setDefault({ body: { created: 1, data: [PICTURE] } });
    for (const path of [
      "/openai/deployments/dall-e-2/images/generations",
      "/v1beta/openai/images/generations",
    ])
      expect((await stage.post(path, { prompt: "a" })).status).toBe(200);
    expect(stage.upstream.requests.map(({ json }) => Object(json).model)).toEqual([
      "embed",
      "dall-e-2",
      "dall-e-2",
    ]);
  });
});

async function formOf(request?: { body: Buffer; headers: Record<string, unknown> }) {
  const type = String(request?.headers["content-type"]);
  return new Response(Uint8Array.from(request?.body ?? []), { headers: { "content-type": type } }).formData();
}

async function bytesOf(value: unknown): Promise<Buffer> {
  return value instanceof Blob ? Buffer.from(await value.arrayBuffer()) : Buffer.alloc(0);
}
