import { describe, expect, test } from "bun:test";
import { CHANNEL_KEY, useRelayStages } from "./relay-stage.ts";

const stages = useRelayStages();
const MODELS = ["dall-e-3", "gemini-2.5-flash-image", "tts-1", "whisper-1"];
const [GEMINI, MINIMAX] = [24, 35];
const NOTHING = { user: 0, token: 0, charges: 0, held: 0 };

async function start(type: number, mapping: Record<string, string> = {}, retries = 0) {
  const channel = { type, models: MODELS, model_mapping: JSON.stringify(mapping) };
  return stages.create({ engine: "sqlite", options: { RetryTimes: String(retries) }, channel });
}

describe("an answer in a vendor's own words", () => {
  const ask = { model: "tts-1", voice: "alloy", input: "Hello" };

  test("is read as such, whatever type its server gives it, and never passes as sound", async () => {
    const stage = await start(MINIMAX, { "tts-1": "speech-2.6-hd" });
    const headers = { "content-type": "text/plain" };
    stage.upstream.enqueue({ body: JSON.stringify({ data: { audio: "494433" } }), headers });
    const spoken = await stage.post("/v1/audio/speech", ask);
    expect([spoken.headers.get("content-type"), await spoken.text()]).toEqual(["audio/mpeg", "ID3"]);
    const spent = await stage.spending();
    stage.upstream.setDefault({ body: "try again later", headers });
    expect((await stage.post("/v1/audio/speech", ask)).status).toBe(502);
    expect(await stage.spending()).toEqual(spent);
  });
});

describe("pictures that do not come", () => {
  const ask = { model: "gemini-2.5-flash-image", prompt: "a cat" };
  const usageMetadata = { promptTokenCount: 100, candidatesTokenCount: 0, totalTokenCount: 100 };

  test("for no reason are asked for at the next channel, and what was billed is the operator's cost", async () => {
    const stage = await start(GEMINI, {}, 1);
    const empty = { candidates: [{ finishReason: "STOP" }], usageMetadata };
    const inlineData = { mimeType: "image/png", data: "aGk=" };
    const drawn = { candidates: [{ content: { parts: [{ inlineData }] } }], usageMetadata };
    await stage.addChannel({ type: GEMINI, models: MODELS });
    stage.upstream.enqueue({ body: empty }, { body: drawn });
    const answer = await stage.post("/v1/images/generations", ask);
    expect([answer.status, await answer.json()]).toMatchObject([200, { data: [{ b64_json: "aGk=" }] }]);
    expect((await stage.logs())[0]?.other.admin_info).toMatchObject({
      attempts: [{ operator_quota: 15 }, {}],
    });
    stage.upstream.setDefault({ body: empty });
    expect((await stage.post("/v1/images/generations", ask)).status).toBe(502);
  });

  test("by the vendor's rules are refused with its reason", async () => {
    const stage = await start(GEMINI);
    for (const [body, told] of [
      [{ candidates: [{ finishReason: "IMAGE_SAFETY" }] }, "IMAGE_SAFETY"],
      [{ candidates: [{ finishReason: "IMAGE_OTHER", finishMessage: "Try rephrasing." }] }, "rephrasing"],
      [{ candidates: [{ finishReason: "STOP", content: { parts: [{ text: "I cannot." }] } }] }, "I cannot."],
      [{ promptFeedback: { blockReason: "PROHIBITED_CONTENT" } }, "PROHIBITED_CONTENT"],
    ] as const) {
      stage.upstream.enqueue({ body });
      const refused = await stage.post("/v1/images/generations", ask);
      expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining(told)]);
    }
    expect(await stage.spending()).toEqual(NOTHING);
  });
});

test("what a vendor will not write down is refused, not an empty text; silence is one", async () => {
  const stage = await start(GEMINI, { "whisper-1": "gemini-2.5-flash" });
  const send = async () => {
    const form = new FormData();
    form.set("model", "whisper-1");
    form.set("file", new File(["ID3"], "a.mp3"));
    const headers = { authorization: `Bearer ${stage.apiKey}` };
    return fetch(`${stage.url}/v1/audio/transcriptions`, { method: "POST", body: form, headers });
  };
  const answered = (finishReason: string) => ({ body: { candidates: [{ finishReason }] } });
  stage.upstream.enqueue(answered("RECITATION"), answered("STOP"));
  const refused = await send();
  expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining("RECITATION")]);
  expect(await stage.spending()).toEqual(NOTHING);
  expect(await (await send()).json()).toEqual({ text: "" });
});

describe("an OpenAI-compatible upstream's pictures", () => {
  const ask = { model: "dall-e-3", prompt: "a cat", n: 3 };

  test("are charged by those that are there, not by those that were asked for", async () => {
    const stage = await start(1);
    const picture = { b64_json: "aGk=" };
    const failed = { error: { code: "OutputImageSensitiveContentDetected", message: "no" } };
    stage.upstream.enqueue(
      { body: { created: 1, data: [picture, failed, picture] } },
      { body: { created: 1, data: [] } },
      { body: { created: 1, images: [{ url: "https://files.example/a.png" }] } },
    );
    const costs: number[] = [];
    for (let call = 0; call < 3; call += 1) {
      expect((await stage.post("/v1/images/generations", ask)).status).toBe(200);
      costs.push((await stage.spending()).user);
    }
    // 0.04 USD each: two, none, and one under another name.
    expect(costs).toEqual([40_000, 40_000, 60_000]);
  });
});

test("a body with traps in it is the client's fault", async () => {
  const stage = await start(MINIMAX, { "tts-1": "speech-2.6-hd" });
  stage.upstream.setDefault({ body: { data: { audio: "494433" } } });
  const post = async (path: string, body: object) => (await stage.post(path, body)).status;
  const speech = { model: "tts-1", input: "Hello" };
  expect(await post("/v1/audio/speech", { ...speech, voice: { id: { toString: 1 } } })).toBe(200);
  expect(await post("/v1/audio/speech", { ...speech, input: ["Hello"] })).toBe(400);
  expect(await post("/v1/images/generations", { model: "dall-e-3", prompt: ["a cat"] })).toBe(400);
  expect(await post("/v1/images/edits", { model: "dall-e-3", prompt: 5, image: "data:" })).toBe(400);
  // Some servers do not care for the case of names: what is priced must be what they read.
  for (const fields of [{ Size: "1792x1024" }, { n: 1, N: 9 }])
    expect(
      await post("/v1/images/generations", { model: "dall-e-3", prompt: "a", size: "a", ...fields }),
    ).toBe(400);
  expect(stage.upstream.requestCount).toBe(1);
});

test("a file that its client calls anything is told to be what it is", async () => {
  const stage = await start(GEMINI);
  const form = new FormData();
  form.set("model", "gemini-2.5-flash-image");
  form.set("prompt", "a hat");
  const webp = Buffer.from("RIFF\0\0\0\0WEBPVP8 ");
  form.set("image", new File([webp], "cat", { type: "application/octet-stream" }));
  await fetch(`${stage.url}/v1/images/edits`, {
    method: "POST",
    body: form,
    headers: { authorization: `Bearer ${stage.apiKey}` },
  });
  const parts = [
    { inlineData: { mimeType: "image/webp", data: webp.toString("base64") } },
    { text: "a hat" },
  ];
  expect(stage.upstream.requests[0]?.json).toMatchObject({ contents: [{ parts }] });
});

describe("a stream of pictures", () => {
  const ask = { model: "dall-e-3", prompt: "a cat", stream: true };
  const headers = { "content-type": "text/event-stream" };
  const event = (type: string, more = {}) => `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`;
  const partial = event("image_generation.partial_image", { b64_json: "aGk=" });

  test("that ends before the picture is there breaks off for its client too, and costs nothing", async () => {
    const stage = await start(1);
    stage.upstream.enqueue({ body: partial, headers });
    const told = stage.post("/v1/images/generations", ask).then((answer) => answer.text());
    expect(await told.catch(() => "broken off")).toBe("broken off");
    expect(await stage.spending()).toEqual(NOTHING);
  });

  test("that its client leaves is charged by the pictures that had come", async () => {
    const stage = await start(1);
    const large = event("image_generation.partial_image", { b64_json: "a".repeat(1024 * 1024) });
    stage.upstream.enqueue({ body: large.repeat(32), headers });
    const leaving = new AbortController();
    const asked = { ...ask, n: 3 };
    const answer = await stage.post("/v1/images/generations", asked, { signal: leaving.signal });
    const reader = answer.body?.getReader();
    for (let bytes = 0; bytes < 2 * large.length;) bytes += (await reader?.read())?.value?.byteLength ?? 0;
    leaving.abort();
    // 0.04 USD for the one that was begun.
    expect(await stage.waitForLogs(1)).toMatchObject([{ quota: 20_000, other: { usage: { images: 1 } } }]);
    expect(await stage.spending()).toMatchObject({ user: 20_000, held: 0 });
  });

  test("that ends in an error tells it without the channel's key", async () => {
    const stage = await start(1);
    const error = { message: `Incorrect API key provided: ${CHANNEL_KEY}.` };
    stage.upstream.enqueue({ body: event("error", { error }).trimEnd(), headers });
    const told = await (await stage.post("/v1/images/generations", ask)).text();
    expect(told).toContain("Incorrect API key provided");
    expect(told).not.toContain(CHANNEL_KEY);
    expect(await stage.spending()).toEqual(NOTHING);
  });

  test("is charged by what its last event tells, also where no empty line follows it", async () => {
    const stage = await start(1);
    const usage = { generated_images: 3, output_tokens: 12, total_tokens: 12 };
    const body = (partial + event("image_generation.completed", { usage })).trimEnd();
    stage.upstream.enqueue({ body, headers });
    const answer = await stage.post("/v1/images/generations", ask);
    expect(await answer.text()).toBe(body);
    // 0.04 USD × 3
    expect(await stage.spending()).toMatchObject({ user: 60_000, charges: 1, held: 0 });
  });
});
