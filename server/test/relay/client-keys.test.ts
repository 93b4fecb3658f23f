import { expect, test } from "bun:test";
import { brotliCompressSync, gzipSync, zstdCompressSync } from "node:zlib";
import { HELLO, useRelayStages } from "./relay-stage.ts";

const stages = useRelayStages();
const CHAT = JSON.stringify({ model: "chat", messages: HELLO });

test("a key is taken from every place that clients put it", async () => {
  const { url, apiKey, spending } = await stages.create({ engine: "sqlite" });
  const call = (headers: Record<string, string>, query = "") =>
    fetch(`${url}/v1/chat/completions${query}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: CHAT,
    });
  const places = [
    call({ authorization: `Bearer ${apiKey}` }),
    call({ authorization: apiKey }),
    call({ "x-api-key": apiKey }),
    call({ "api-key": apiKey }),
    call({ "x-goog-api-key": apiKey }),
    call({}, `?key=${apiKey}`),
    call({}, `?api-version=2024-10-21&api-key=${apiKey}`),
    call({ "mj-api-secret": apiKey }),
    call({ "sec-websocket-protocol": `realtime, openai-insecure-api-key.${apiKey}` }),
  ];
  expect((await Promise.all(places)).map(({ status }) => status)).toEqual(places.map(() => 200));
  expect((await spending()).charges).toBe(places.length);
});

test("the key never reaches the upstream, in whichever place it came", async () => {
  const { url, apiKey, upstream } = await stages.create({ engine: "sqlite" });
  const headers = { "x-api-key": apiKey, "x-goog-api-key": apiKey, "content-type": "application/json" };
  const query = `?key=${apiKey}&api-key=${apiKey}`;
  await fetch(`${url}/v1/chat/completions${query}`, { method: "POST", headers, body: CHAT });
  const [sent] = upstream.requests;
  expect(JSON.stringify([sent?.headers, String(sent?.query)])).not.toContain(apiKey.slice(3));
});

test("packed bodies are answered and charged like any other; the upstream gets them unpacked", async () => {
  const { post, url, apiKey, upstream, spending } = await stages.create({ engine: "sqlite" });
  await post("/v1/chat/completions", CHAT);
  const plain = (await spending()).user;
  for (const [encoding, body] of [
    ["gzip", gzipSync(CHAT)],
    ["br", brotliCompressSync(CHAT)],
    ["zstd", zstdCompressSync(CHAT)],
  ] as const) {
    const answer = await fetch(`${url}/v1/chat/completions`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${apiKey}`,
        "content-type": "application/json",
        "content-encoding": encoding,
      },
      body,
    });
    expect(answer.status).toBe(200);
    expect(upstream.requests.at(-1)?.body.toString()).toBe(CHAT);
    expect(upstream.requests.at(-1)?.headers["content-encoding"]).toBeUndefined();
  }
  expect((await spending()).user).toBe(4 * plain);
});
