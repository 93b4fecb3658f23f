import { expect, test } from "bun:test";
import { betaZodTool } from "@anthropic-ai/sdk/helpers/beta/zod";
import type { CallableTool } from "@google/genai";
import * as sdk from "openai";
import { zodFunction, zodResponseFormat, zodTextFormat } from "openai/helpers/zod";
import { z } from "zod";
import { DEFAULT_TEXT } from "../support/fake-upstream/answer-text.ts";
import { WEATHER_SCHEMA } from "./clients/official-client.ts";
import { UPSTREAM_CASES } from "./clients/upstream-cases.ts";
import type { UpstreamCase } from "./clients/upstream-cases.ts";
import { answerInSteps, QUOTA, standInOrder, STEPS_SAID, TOKENS, weatherIn } from "./clients/vendor-stage.ts";
import { openAiClient } from "./openai-sdk-versions.ts";
import { useRelayStages } from "./relay-stage.ts";
import type { RelayStage } from "./relay-stage.ts";
import { anthropicClient, failureOf, googleClient } from "./vendor-clients.ts";

const stages = useRelayStages();
const QUESTION = "How is the weather?";
const CITY = z.object({ city: z.string() });

/** The SDKs' own ways of running tools: each calls them, and sends their results back, by itself. */
const RUNNERS = {
  "openai's runTools": byRunTools,
  "anthropic's toolRunner": byToolRunner,
  "google's automatic function calling in a chat": byAutomaticCalling,
};
const PAIRS = Object.entries(RUNNERS).flatMap(([name, run]) =>
  UPSTREAM_CASES.map((to) => [name, to.name, run, to] as const),
);

test.each(PAIRS)(
  "%s at %s goes through a loop of tools, whole and as a stream",
  async (_name, _at, run, to) => {
    const stage = await stages.create({ engine: "sqlite", channel: to.channel });
    for (const streams of [false, true]) {
      answerInSteps(stage);
      expect(await run(stage, streams, to)).toBe(DEFAULT_TEXT);
      const last = stage.upstream.requests.at(-1)?.body.toString() ?? "";
      expect(standInOrder(last, STEPS_SAID)).toBe(true);
    }
    expect(await stage.spending()).toEqual({ user: 6 * QUOTA, token: 6 * QUOTA, charges: 6, held: 0 });
  },
);

async function byRunTools(stage: RelayStage, streams: boolean): Promise<string | null> {
  const { completions } = openAiClient(sdk, stage).chat;
  const weather = zodFunction({
    name: "weather",
    description: "The weather of a city",
    parameters: CITY,
    function: ({ city }) => weatherIn(city),
  });
  const ask = { model: "chat", messages: [{ role: "user" as const, content: QUESTION }], tools: [weather] };
  return streams
    ? completions.runTools({ ...ask, stream: true }).finalContent()
    : completions.runTools({ ...ask, stream: false }).finalContent();
}

/** With thoughts, whose seals must come home to the vendor that wrote them. */
async function byToolRunner(stage: RelayStage, streams: boolean, to: UpstreamCase): Promise<string> {
  const weather = betaZodTool({
    name: "weather",
    description: "The weather of a city",
    inputSchema: CITY,
    run: ({ city }) => weatherIn(city),
  });
  const ask = {
    model: "chat",
    max_tokens: 4000,
    messages: [{ role: "user" as const, content: QUESTION }],
    tools: [weather],
    thinking: { type: "enabled" as const, budget_tokens: 2000 },
  };
  const { messages } = anthropicClient(stage).beta;
  const runner = streams ? messages.toolRunner({ ...ask, stream: true }) : messages.toolRunner(ask);
  const message = await runner.runUntilDone();
  expect(stage.upstream.requests.at(-1)?.body.toString()).toContain(to.thoughtSeal ?? "");
  expect(message.content[0]).toMatchObject({ type: "thinking", thinking: "That is all." });
  expect(message.usage).toMatchObject({ input_tokens: 6, cache_read_input_tokens: 4, output_tokens: 20 });
  return message.content.map((block) => (block.type === "text" ? block.text : "")).join("");
}

async function byAutomaticCalling(stage: RelayStage, streams: boolean, to: UpstreamCase): Promise<string> {
  const weather: CallableTool = {
    tool: async () => ({
      functionDeclarations: [{ name: "weather", parametersJsonSchema: { ...WEATHER_SCHEMA } }],
    }),
    callTool: async (calls) =>
      calls.map(({ id, name = "", args }) => ({
        functionResponse: {
          ...(id !== undefined && { id }),
          name,
          response: { output: weatherIn(CITY.parse(args).city) },
        },
      })),
  };
  const chat = googleClient(stage).chats.create({
    model: "chat",
    config: { tools: [weather], thinkingConfig: { includeThoughts: true } },
  });
  const answers = streams
    ? await Array.fromAsync(await chat.sendMessageStream({ message: QUESTION }))
    : [await chat.sendMessage({ message: QUESTION })];
  expect(stage.upstream.requests.at(-1)?.body.toString()).toContain(to.thoughtSeal ?? "");
  const parts = answers.flatMap(({ candidates }) => candidates?.[0]?.content?.parts ?? []);
  // A stream tells of the steps too.
  const from =
    parts.findLastIndex(({ functionCall, functionResponse }) => functionCall ?? functionResponse) + 1;
  return parts
    .slice(from)
    .map((part) => (part.thought ? "" : (part.text ?? "")))
    .join("");
}

test.each(UPSTREAM_CASES.map((to) => [to.name, to] as const))(
  "openai's helpers parse answers of a form at %s",
  async (_at, to) => {
    const stage = await stages.create({ engine: "sqlite", channel: to.channel });
    stage.upstream.setDefault(TOKENS);
    const { chat, responses } = openAiClient(sdk, stage);
    const messages = [{ role: "user" as const, content: QUESTION }];
    const ask = { model: "chat", messages, response_format: zodResponseFormat(CITY, "place") };
    const asked = { model: "chat", input: QUESTION, text: { format: zodTextFormat(CITY, "place") } };
    const completions = [
      await chat.completions.parse(ask),
      await chat.completions.stream(ask).finalChatCompletion(),
    ];
    for (const { choices } of completions) expect(choices[0]?.message.parsed).toEqual({ city: "text" });
    const answers = [await responses.parse(asked), await responses.stream(asked).finalResponse()];
    for (const answer of answers) expect(answer.output_parsed).toEqual({ city: "text" });
    expect(await stage.spending()).toEqual({ user: 4 * QUOTA, token: 4 * QUOTA, charges: 4, held: 0 });
  },
);

test.each(UPSTREAM_CASES.map((to) => [to.name, to] as const))(
  "a response goes on from an earlier one where the vendor keeps it, at %s",
  async (_at, to) => {
    const stage = await stages.create({ engine: "sqlite", channel: to.channel });
    stage.upstream.setDefault(TOKENS);
    const { responses } = openAiClient(sdk, stage);
    const first = await responses.create({ model: "chat", input: QUESTION });
    const next = { model: "chat", input: "And there?", previous_response_id: first.id };
    if (to.type === 1) {
      expect(await responses.create(next)).toMatchObject({ previous_response_id: first.id });
      expect(stage.upstream.requests[1]?.json).toMatchObject({ previous_response_id: first.id });
      return;
    }
    for (const streams of [false, true]) {
      const failure = await failureOf(responses.create({ ...next, stream: streams }));
      expect(failure).toBeInstanceOf(sdk.BadRequestError);
      expect(failure).toMatchObject({ code: "conversation_not_kept", param: "previous_response_id" });
    }
    expect(stage.upstream.requestCount).toBe(1);
    expect(await stage.spending()).toEqual({ user: QUOTA, token: QUOTA, charges: 1, held: 0 });
  },
);

test("a response goes on at the channel that keeps it, whatever other channels are asked first", async () => {
  const [, keeps, anthropic] = UPSTREAM_CASES;
  const stage = await stages.create({ engine: "sqlite", channel: { ...anthropic?.channel, priority: 10 } });
  await stage.addChannel({ ...keeps?.channel, priority: 0 });
  stage.upstream.setDefault(TOKENS);
  const next = { model: "chat", input: "And there?", previous_response_id: "resp_1" };
  const answer = await openAiClient(sdk, stage).responses.create(next);
  expect(answer.output_text).toBe(DEFAULT_TEXT);
  expect(stage.upstream.requests.map(({ path }) => path)).toEqual(["/v1/responses"]);
  expect(await stage.spending()).toEqual({ user: QUOTA, token: QUOTA, charges: 1, held: 0 });
});
