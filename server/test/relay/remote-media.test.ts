import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { ChannelFacts } from "../support/factories.ts";
import { PDF, PNG, startFileServer, WAV } from "./file-server.ts";
import type { FileServer } from "./file-server.ts";
import { useRelayStages } from "./relay-stage.ts";
import type { RelayStage, StageOptions } from "./relay-stage.ts";

const stages = useRelayStages();
let files: FileServer;
beforeEach(() => {
  files = startFileServer();
});
afterEach(() => files[Symbol.dispose]());

const ANTHROPIC = 14;
const GEMINI = 24;
const OLLAMA = 4;

function start(channel: ChannelFacts = { type: GEMINI }, options: Partial<StageOptions> = {}) {
  return stages.create({ engine: "sqlite", channel, overrides: { openMedia: files.openMedia }, ...options });
}

const picture = (url: string) => ({ type: "image_url", image_url: { url } });
const asking = (...content: object[]) => ({ messages: [{ role: "user", content }] });
const inline = (mimeType: string, bytes: Buffer) => ({
  inlineData: { mimeType, data: bytes.toString("base64") },
});
/** The parts of the conversation as Google has received it. */
const partsSent = ({ upstream }: RelayStage) =>
  Object(upstream.requests.at(-1)?.json).contents.flatMap((content: object) => Object(content).parts);

/** A picture, and a document where the dialect can refer to one, in the words of each. */
const QUESTIONS: readonly (readonly [string, string, (origin: string) => object])[] = [
  [
    "chat completions",
    "/v1/chat/completions",
    (origin) => ({
      model: "chat",
      ...asking(picture(`${origin}/picture.png`), { type: "file", file: { file_data: `${origin}/paper` } }),
    }),
  ],
  [
    "responses",
    "/v1/responses",
    (origin) => ({
      model: "chat",
      input: [
        {
          role: "user",
          content: [
            { type: "input_image", image_url: `${origin}/picture.png` },
            { type: "input_file", file_url: `${origin}/paper` },
          ],
        },
      ],
    }),
  ],
  [
    "messages",
    "/v1/messages",
    (origin) => ({
      model: "chat",
      max_tokens: 50,
      messages: [
        {
          role: "user",
          content: [
            { type: "image", source: { type: "url", url: `${origin}/picture.png` } },
            { type: "document", source: { type: "url", url: `${origin}/paper` } },
          ],
        },
      ],
    }),
  ],
];

describe("what stands on the web reaches Google as bytes", () => {
  test.each(QUESTIONS)("from a client of %s, whole and streamed", async (_, path, question) => {
    const stage = await start();
    for (const stream of [false, true]) {
      const answer = await stage.post(path, { ...question(files.origin), stream });
      expect(answer.status).toBe(200);
      await answer.text();
      expect(partsSent(stage)).toEqual([inline("image/png", PNG), inline("application/pdf", PDF)]);
    }
    expect((await stage.spending()).charges).toBe(2);
  });
});

test("a client of Google's own dialect is passed through, its addresses too", async () => {
  const stage = await start();
  const fileData = { mimeType: "image/png", fileUri: `${files.origin}/picture.png` };
  const body = { contents: [{ role: "user", parts: [{ fileData }] }] };
  expect((await stage.post("/v1beta/models/chat:generateContent", body)).status).toBe(200);
  expect(partsSent(stage)).toEqual([{ fileData }]);
  expect(files.asked).toEqual([]);
});

test("sounds, and pictures that a tool has answered with, are fetched too", async () => {
  const stage = await start();
  await stage.chat(asking({ type: "input_audio", input_audio: { data: `${files.origin}/sound` } }));
  expect(partsSent(stage)).toEqual([inline("audio/wav", WAV)]);
  await stage.post("/v1/messages", {
    model: "chat",
    max_tokens: 50,
    messages: [
      { role: "user", content: "look" },
      { role: "assistant", content: [{ type: "tool_use", id: "call_1", name: "camera", input: {} }] },
      {
        role: "user",
        content: [
          {
            type: "tool_result",
            tool_use_id: "call_1",
            content: [{ type: "image", source: { type: "url", url: `${files.origin}/picture.png` } }],
          },
        ],
      },
    ],
  });
  expect(JSON.stringify(stage.upstream.requests.at(-1)?.json)).toContain(PNG.toString("base64"));
});

test("films on YouTube are for Google to fetch", async () => {
  const stage = await start();
  const url = "https://www.youtube.com/watch?v=abc";
  expect((await stage.chat(asking({ type: "video_url", video_url: { url } }))).status).toBe(200);
  expect(partsSent(stage)).toEqual([{ fileData: { mimeType: "video/mp4", fileUri: url } }]);
});

test("Google's clients get their sounds and documents to OpenAI as bytes, and pictures by address", async () => {
  const stage = await start({ type: 1 });
  const part = (path: string, mimeType: string) => ({
    fileData: { mimeType, fileUri: files.origin + path },
  });
  const parts = [
    part("/picture.png", "image/png"),
    part("/sound", "audio/wav"),
    part("/paper", "application/pdf"),
  ];
  const body = { contents: [{ role: "user", parts }] };
  expect((await stage.post("/v1beta/models/chat:generateContent", body)).status).toBe(200);
  expect(Object(stage.upstream.requests[0]?.json).messages[0].content).toEqual([
    picture(`${files.origin}/picture.png`),
    { type: "input_audio", input_audio: { data: WAV.toString("base64"), format: "wav" } },
    { type: "file", file: { file_data: `data:application/pdf;base64,${PDF.toString("base64")}` } },
  ]);
});

test("a client of Ollama's own dialect has its pictures fetched, and no others of its requests rewritten", async () => {
  const stage = await start({ type: OLLAMA });
  await stage.chat(asking(picture(`${files.origin}/picture.png`)));
  expect(Object(stage.upstream.requests[0]?.json).messages[0].content).toEqual([
    picture(`data:image/png;base64,${PNG.toString("base64")}`),
  ]);
  const plain = '{ "model":"chat", "messages":[{"role":"user","content":"Hello"}], "x":1 , "stream" : false}';
  await stage.post("/v1/chat/completions", plain);
  expect(stage.upstream.requests[1]?.body.toString()).toBe(plain);
});

test("a file is fetched once, however often it is named and however many channels are tried", async () => {
  const stage = await start({ type: GEMINI, key: "first", priority: 10 }, { options: { RetryTimes: "1" } });
  await stage.addChannel({ type: GEMINI, key: "second" });
  stage.upstream.when({ key: "first" }, { status: 500 });
  const one = picture(`${files.origin}/picture.png`);
  expect((await stage.chat(asking(one, one, one))).status).toBe(200);
  expect(stage.upstream.requests.map(({ key }) => key)).toEqual(["first", "second"]);
  expect(partsSent(stage)).toHaveLength(3);
  expect(files.asked).toEqual(["/picture.png"]);
});

test.each([
  ["/v1/chat/completions", (url: string) => ({ model: "chat", ...asking(picture(url)) }), "error.message"],
  [
    "/v1/messages",
    (url: string) => ({
      model: "chat",
      max_tokens: 50,
      messages: [{ role: "user", content: [{ type: "image", source: { type: "url", url } }] }],
    }),
    "error.message",
  ],
] as const)(
  "a file that cannot be had is a 400 of %s, told in its words and free",
  async (path, question) => {
    const stage = await start();
    files.on(
      "/page",
      () => new Response("<html>Sign in</html>", { headers: { "content-type": "image/png" } }),
    );
    files.on("/inside", () => new Response(null, { status: 302, headers: { location: "http://10.0.0.7/" } }));
    for (const [url, told] of [
      [`${files.origin}/none`, "HTTP 404"],
      [`${files.origin}/page`, "no image of a supported type"],
      [`${files.origin}/inside`, "by policy"],
      ["http://169.254.169.254/latest", "metadata"],
    ] as const) {
      const answer = await stage.post(path, question(url));
      expect(answer.status).toBe(400);
      const { error } = Object(await answer.json());
      expect(error).toMatchObject({ type: "invalid_request_error", message: expect.stringContaining(told) });
    }
    expect(stage.upstream.requestCount).toBe(0);
    expect(await stage.spending()).toEqual({ user: 0, token: 0, charges: 0, held: 0 });
    // Nothing was learnt about the channel.
    expect((await stage.chat()).status).toBe(200);
  },
);

test("a file that cannot be had goes by its address to a channel whose vendor fetches it", async () => {
  const stage = await start({ type: GEMINI, priority: 10 });
  await stage.addChannel({ type: GEMINI, priority: 5, key: "second" });
  await stage.addChannel({ type: ANTHROPIC });
  const [good, gone] = [`${files.origin}/picture.png`, `${files.origin}/none`];
  expect((await stage.chat(asking(picture(good), picture(gone)))).status).toBe(200);
  expect(stage.upstream.requests.map(({ path }) => path)).toEqual(["/v1/messages"]);
  expect(JSON.stringify(stage.upstream.requests[0]?.json)).toContain(gone);
  expect(files.asked.filter((path) => path === "/none")).toHaveLength(1);
  // The others are as well as before.
  expect((await stage.chat()).status).toBe(200);
  expect(stage.upstream.requests[1]?.path).toContain("generateContent");
});

test("how much and how many are fetched has a limit, repeats included, and zero fetches nothing", async () => {
  const overrides = { openMedia: files.openMedia };
  const limited = await start(
    { type: GEMINI },
    { overrides, config: { maxFileDownloadBytes: PNG.length * 2, maxFileDownloads: 2 } },
  );
  const at = (query: string) => picture(`${files.origin}/picture.png${query}`);
  expect((await limited.chat(asking(at(""), at("?2")))).status).toBe(200);
  const tooMany = await limited.chat(asking(at(""), at("?2"), at("?3")));
  expect(Object(await tooMany.json()).error.message).toContain("more than 2 files");
  const tooMuch = await limited.chat(asking(at(""), at(""), at("")));
  expect(Object(await tooMuch.json()).error.message).toContain("larger than");
  const off = await start({ type: GEMINI }, { overrides, config: { maxFileDownloadBytes: 0 } });
  const refused = await off.chat(asking(at("")));
  expect(refused.status).toBe(400);
  expect(Object(await refused.json()).error.message).toContain("fetches none");
});

test("a client that leaves while a file is fetched stops the fetch, and is not charged", async () => {
  const stage = await start();
  const reached = Promise.withResolvers<void>();
  const stopped = Promise.withResolvers<void>();
  files.on("/slow", () => {
    reached.resolve();
    return new Response(
      new ReadableStream({
        start: (controller) => controller.enqueue(PNG),
        cancel: () => stopped.resolve(),
      }),
    );
  });
  const controller = new AbortController();
  const call = stage
    .chat(asking(picture(`${files.origin}/slow`)), { signal: controller.signal })
    .catch((error: unknown) => error);
  await reached.promise;
  controller.abort();
  await Promise.all([call, stopped.promise]);
  expect(stage.upstream.requestCount).toBe(0);
  expect((await stage.spending()).charges).toBe(0);
});

test("a request that is refused for its files leaves its place at the channel free", async () => {
  const stage = await start({ type: GEMINI, setting: '{"concurrency":1}' });
  for (let call = 0; call < 3; call += 1)
    expect((await stage.chat(asking(picture(`${files.origin}/none`)))).status).toBe(400);
  expect((await stage.chat()).status).toBe(200);
});
