import { describe, expect, test } from "bun:test";
import type { AIMessageChunk, BaseMessage } from "@langchain/core/messages";
import { HumanMessage, SystemMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { GoogleGenerativeAIEmbeddings } from "@langchain/google-genai";
import { OpenAIEmbeddings } from "@langchain/openai";
import { z } from "zod";
import { DEFAULT_TEXT } from "../support/fake-upstream/answer-text.ts";
import { LANGCHAIN_MODELS } from "./clients/langchain-models.ts";
import type { LangChainModel } from "./clients/langchain-models.ts";
import { UPSTREAM_CASES } from "./clients/upstream-cases.ts";
import {
  answerInSteps,
  DOT,
  EMBEDDING_MODELS,
  QUOTA,
  standInOrder,
  STEPS_SAID,
  TOKENS,
  vendorStage,
  weatherIn,
} from "./clients/vendor-stage.ts";
import { useRelayStages } from "./relay-stage.ts";
import type { RelayStage } from "./relay-stage.ts";
import { failureOf } from "./vendor-clients.ts";

const stages = useRelayStages();
const PAIRS = LANGCHAIN_MODELS.flatMap((client) =>
  UPSTREAM_CASES.map((to) => [client.name, to.name, client, to] as const),
);
const CITY = z.object({ city: z.string() });
const WEATHER = tool(async ({ city }) => weatherIn(city), {
  name: "weather",
  description: "The weather of a city",
  schema: CITY,
});
const PLACE = { city: "text", people: 1 };

describe.each(PAIRS)("%s at %s", (_name, _upstream, client, to) => {
  const start = () => stages.create(vendorStage(to));

  test("goes through a loop of tools, whole and as a stream", async () => {
    const stage = await start();
    for (const streams of [false, true]) {
      answerInSteps(stage);
      const answers = await inSteps(client, stage, streams);
      expect(answers.at(-1)?.text).toBe(DEFAULT_TEXT);
      const called = answers.map(({ tool_calls: calls }) => calls?.map(({ args }) => CITY.parse(args).city));
      expect(called).toEqual([["Oslo", "東京"], ["Rome"], []]);
      for (const { usage_metadata: usage } of answers) expect(Object(usage).input_tokens).toBeGreaterThan(0);
      const last = stage.upstream.requests.at(-1)?.body.toString() ?? "";
      expect(standInOrder(last, STEPS_SAID)).toBe(true);
    }
    expect(await stage.spending()).toEqual({ user: 6 * QUOTA, token: 6 * QUOTA, charges: 6, held: 0 });
  });

  test("gets objects for a picture", async () => {
    const stage = await start();
    const schema = z.object({ city: z.string(), people: z.number() });
    const content = [
      { type: "text", text: "Which place is this?" },
      { type: "image_url", image_url: { url: `data:image/png;base64,${DOT}` } },
    ];
    for (const method of client.objectMethods) {
      const argumentsJson = JSON.stringify(PLACE);
      stage.upstream.setDefault({
        ...TOKENS,
        ...(method === "functionCalling" && { toolCalls: [{ name: "place", argumentsJson }] }),
      });
      const model = client.model(stage).withStructuredOutput(schema, { name: "place", method });
      expect(await model.invoke([new HumanMessage({ content })])).toEqual(PLACE);
    }
    const count = client.objectMethods.length;
    for (const { body } of stage.upstream.requests) expect(body.toString()).toContain(DOT);
    expect(await stage.spending()).toMatchObject({ user: count * QUOTA, charges: count, held: 0 });
  });

  test("is told of failures by status, in the upstream's words, and not charged", async () => {
    const stage = await start();
    for (const status of [400, 429]) {
      stage.upstream.setDefault({ status, error: { message: "the vendor's own words" } });
      const failure = await failureOf(client.model(stage).invoke("Hello"));
      expect(failure).toMatchObject({ status });
      expect(String(failure)).toContain("the vendor's own words");
    }
    expect(await stage.spending()).toEqual({ user: 0, token: 0, charges: 0, held: 0 });
  });
});

test("texts are embedded as OpenAI's and Google's models", async () => {
  for (const type of [1, 24]) {
    const stage = await stages.create(vendorStage({ type, model: "any" }));
    const { url, apiKey } = stage;
    const [byOpenAi, byGoogle] = EMBEDDING_MODELS;
    const embeddings = [
      new OpenAIEmbeddings({
        apiKey,
        model: byOpenAi,
        maxRetries: 0,
        configuration: { baseURL: `${url}/v1` },
      }),
      new GoogleGenerativeAIEmbeddings({ apiKey, model: byGoogle, maxRetries: 0, baseUrl: url }),
    ];
    for (const one of embeddings) {
      const [first, second] = await one.embedDocuments(["one", "two"]);
      expect(first).toHaveLength(8);
      expect(second).not.toEqual(first ?? []);
    }
    // Each: 10 prompt tokens × 0.5.
    expect(await stage.spending()).toMatchObject({ user: 10, charges: 2, held: 0 });
  }
});

/** Asks, runs the tools that are called and sends their results, until none is called. */
async function inSteps(client: LangChainModel, stage: RelayStage, streams: boolean) {
  const model = client.model(stage).bindTools?.([WEATHER]);
  if (!model) throw new Error("the model takes no tools");
  const messages: BaseMessage[] = [new SystemMessage("You are terse."), new HumanMessage("Weather?")];
  const answers: AIMessageChunk[] = [];
  for (let step = 0; step < 5; step++) {
    const chunks = streams
      ? await Array.fromAsync(await model.stream(messages))
      : [await model.invoke(messages)];
    const answer = chunks.reduce((whole, chunk) => whole.concat(chunk));
    answers.push(answer);
    messages.push(answer);
    if (!answer.tool_calls?.length) break;
    for (const call of answer.tool_calls) messages.push(await WEATHER.invoke({ ...call, type: "tool_call" }));
  }
  return answers;
}
