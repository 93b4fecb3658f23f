import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { APICallError, embedMany, generateText, isStepCount, Output, streamText, tool } from "ai";
import { z } from "zod";
import { DEFAULT_TEXT } from "../support/fake-upstream/answer-text.ts";
import { AI_SDK_MODELS, google, openAi } from "./clients/ai-sdk-models.ts";
import type { AiSdkModel } from "./clients/ai-sdk-models.ts";
import { UPSTREAM_CASES } from "./clients/upstream-cases.ts";
import {
  answerInSteps,
  DOT,
  EMBEDDING_MODELS,
  OPENAI_MODEL,
  QUOTA,
  standInOrder,
  STEPS_SAID,
  TOKENS,
  vendorStage,
  weatherIn,
} from "./clients/vendor-stage.ts";
import { failureOf } from "./vendor-clients.ts";
import { useRelayStages } from "./relay-stage.ts";
import type { RelayStage } from "./relay-stage.ts";

const stages = useRelayStages();
const PAIRS = AI_SDK_MODELS.flatMap((client) =>
  UPSTREAM_CASES.map((to) => [client.name, to.name, client, to] as const),
);
const WAYS = [
  ["whole", false],
  ["as a stream", true],
] as const;
const TOOLS = {
  weather: tool({
    description: "The weather of a city",
    inputSchema: z.object({ city: z.string() }),
    execute: async ({ city }) => weatherIn(city),
  }),
};
const PLACE = z.object({
  city: z.string(),
  people: z.number().min(1),
  kinds: z.array(z.enum(["big", "small"])),
});
const STATUSES = [400, 429, 503];

// The SDK prints what it finds odd in an answer or a request.
beforeAll(() => void Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false }));
afterAll(() => void Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: undefined }));

describe.each(PAIRS)("%s at %s", (_name, _upstream, client, to) => {
  const start = () => stages.create(vendorStage(to));

  test.each(WAYS)("goes through a loop of tools, thinking, %s", async (_way, streams) => {
    const stage = await start();
    answerInSteps(stage);
    const { text, steps, totalUsage } = await inSteps(client, stage, streams);
    expect(text).toBe(DEFAULT_TEXT);
    const called = steps.map((step) => step.toolCalls.map(({ input }) => Object(input).city));
    expect(called).toEqual([["Oslo", "東京"], ["Rome"], []]);
    expect(steps.map(({ finishReason }) => finishReason)).toEqual(["tool-calls", "tool-calls", "stop"]);
    const thoughts = ["I must look.", "And there.", "That is all."];
    expect(steps.map((step) => step.reasoningText)).toEqual(
      client.keepsThoughts ? thoughts : [undefined, undefined, undefined],
    );
    // A step that says nothing has no empty text in it.
    expect(steps[1]?.content.filter(({ type }) => type === "text")).toEqual([]);
    expect(totalUsage).toMatchObject({ inputTokens: 30, outputTokens: 60 });
    const [, , last] = stage.upstream.requests.map(({ body }) => body.toString());
    expect(standInOrder(last ?? "", STEPS_SAID)).toBe(true);
    if (client.keepsThoughts) expect(last).toContain(to.thoughtSeal ?? "");
    expect(await stage.spending()).toEqual({ user: 3 * QUOTA, token: 3 * QUOTA, charges: 3, held: 0 });
  });

  test("gets an object for a picture and a document", async () => {
    const stage = await start();
    stage.upstream.setDefault(TOKENS);
    const asked = {
      model: client.model(stage),
      maxRetries: 0,
      output: Output.object({ schema: PLACE }),
      messages: [
        {
          role: "user" as const,
          content: [
            { type: "text" as const, text: "Which place is this?" },
            { type: "file" as const, mediaType: "image/png", data: DOT },
            { type: "file" as const, mediaType: "application/pdf", data: "JVBERi0xLjQK", filename: "a.pdf" },
          ],
        },
      ],
    };
    const object: z.infer<typeof PLACE> = { city: "text", people: 1, kinds: ["big"] };
    expect(await streamText(asked).output).toEqual(object);
    expect((await generateText(asked)).output).toEqual(object);
    const sent = stage.upstream.requests[0]?.body.toString() ?? "";
    for (const word of [DOT, "JVBERi0xLjQK", "kinds"]) expect(sent).toContain(word);
    expect(await stage.spending()).toMatchObject({ user: 2 * QUOTA, charges: 2, held: 0 });
  });

  test("is told of failures by status, in the upstream's words, and not charged", async () => {
    const stage = await start();
    const ask = { model: client.model(stage), maxRetries: 0, prompt: "Hello" };
    for (const status of STATUSES) {
      stage.upstream.setDefault({
        status,
        error: { message: "the vendor's own words" },
        headers: { "retry-after": "3" },
      });
      for (const failure of [await failureOf(generateText(ask)), await streamFailure(ask)]) {
        if (!APICallError.isInstance(failure)) throw failure;
        expect(failure).toMatchObject({ statusCode: status, isRetryable: status >= 429 });
        expect(failure.message).toStartWith("the vendor's own words");
        expect(failure.responseHeaders).toMatchObject({ "retry-after": "3" });
      }
    }
    expect(await stage.spending()).toEqual({ user: 0, token: 0, charges: 0, held: 0 });
  });

  test("is told when a stream breaks off, and leaves one without waiting", async () => {
    const stage = await start();
    const ask = { model: client.model(stage), maxRetries: 0, prompt: "Hello" };
    stage.upstream.setDefault({ fault: "ends-early" });
    expect(String(await streamFailure(ask))).toContain("broke off");
    stage.upstream.setDefault({ chunkCount: 200, chunkPaceMs: 5 });
    const abort = new AbortController();
    const stream = streamText({ ...ask, abortSignal: abort.signal });
    let hasBegun = false;
    const kinds: string[] = [];
    for await (const { type } of stream.fullStream) {
      kinds.push(type);
      if (type === "text-delta" && !hasBegun) {
        hasBegun = true;
        abort.abort();
      }
    }
    expect(kinds.at(-1)).toBe("abort");
    await stage.upstream.waitForClientClose(1);
    const rows = await stage.waitForLogs(2);
    expect(rows.map(({ other }) => other.stream_status?.end_reason)).toEqual([
      "upstream_truncated",
      "client_gone",
    ]);
    expect((await stage.spending()).user).toBe(rows.reduce((sum, { quota }) => sum + quota, 0));
  });
});

test("by responses, a client that leaves its conversation with the vendor is told that nobody keeps it", async () => {
  for (const to of UPSTREAM_CASES.filter(({ type }) => type !== 1)) {
    const stage = await stages.create(vendorStage(to));
    answerInSteps(stage);
    const model = openAi(stage).responses(OPENAI_MODEL);
    const ask = { model, maxRetries: 0, prompt: "Weather?", tools: TOOLS, stopWhen: isStepCount(5) };
    const failure = await failureOf(generateText(ask));
    if (!APICallError.isInstance(failure)) throw failure;
    expect(failure.statusCode).toBe(400);
    expect(failure.data).toMatchObject({ error: { code: "conversation_not_kept", param: "input" } });
    expect(failure.message).toContain("'store' set to false");
    expect(stage.upstream.requestCount).toBe(1);
    expect(await stage.spending()).toMatchObject({ user: QUOTA, charges: 1, held: 0 });
  }
});

test("texts are embedded through OpenAI's and Google's packages", async () => {
  for (const type of [1, 24]) {
    const stage = await stages.create(vendorStage({ type, model: "any" }));
    const values = ["one", "two"];
    const [byOpenAi, byGoogle] = EMBEDDING_MODELS;
    for (const model of [openAi(stage).embedding(byOpenAi), google(stage).embedding(byGoogle)]) {
      const { embeddings } = await embedMany({ model, values, maxRetries: 0 });
      expect(embeddings).toHaveLength(2);
      expect(embeddings[0]).not.toEqual(embeddings[1] ?? []);
    }
    // Each: 10 prompt tokens × 0.5.
    expect(await stage.spending()).toMatchObject({ user: 10, charges: 2, held: 0 });
  }
});

async function inSteps({ model, reasoning }: AiSdkModel, stage: RelayStage, streams: boolean) {
  const asked = {
    model: model(stage),
    maxRetries: 0,
    instructions: "You are terse.",
    prompt: "How is the weather?",
    tools: TOOLS,
    stopWhen: isStepCount(5),
    providerOptions: reasoning,
  };
  if (!streams) return generateText(asked);
  const failures: unknown[] = [];
  const stream = streamText({ ...asked, onError: ({ error }) => void failures.push(error) });
  const [text, steps, totalUsage] = await Promise.all([stream.text, stream.steps, stream.totalUsage]);
  // The SDK goes on after an event that it cannot read.
  expect(failures).toEqual([]);
  return { text, steps, totalUsage };
}

/** What a stream that must fail tells of it. */
async function streamFailure(asked: Parameters<typeof streamText>[0]): Promise<unknown> {
  // Otherwise the SDK prints it.
  for await (const part of streamText({ ...asked, onError: () => {} }).fullStream)
    if (part.type === "error") return part.error;
  throw new Error("the stream did not fail as it should");
}
