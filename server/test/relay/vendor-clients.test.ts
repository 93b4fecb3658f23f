import { describe, expect, test } from "bun:test";
import Anthropic from "@anthropic-ai/sdk";
import { ApiError } from "@google/genai";
import * as sdk from "openai";
import { openAiClient } from "./openai-sdk-versions.ts";
import { HELLO, useRelayStages } from "./relay-stage.ts";
import { anthropicClient, failureOf, googleClient } from "./vendor-clients.ts";

const stages = useRelayStages();
const start = () => stages.create({ engine: "sqlite" });
const NOTHING = { user: 0, token: 0, charges: 0, held: 0 };
const REQUEST_ID = /^\d{17}\w{12}$/;
const TOO_MUCH = 1_000_000;

describe("Anthropic's client", () => {
  test("finds the request's id with every answer and refusal", async () => {
    const stage = await start();
    const { messages } = anthropicClient(stage);
    const ask = { model: "chat", max_tokens: 100, messages: HELLO };
    const answer = await messages.create(ask);
    const { _request_id: requestId } = answer;
    expect(requestId).toMatch(REQUEST_ID);
    const { request_id: streamed } = await messages.create({ ...ask, stream: true }).withResponse();
    expect(streamed).toMatch(REQUEST_ID);
    const { _request_id: counted } = await messages.countTokens({ model: "chat", messages: HELLO });
    expect(counted).toMatch(REQUEST_ID);
    expect((await stage.waitForLogs(1))[0]).toMatchObject({ request_id: requestId });
  });

  test("raises the class of each refusal", async () => {
    const stage = await start();
    const ask = { model: "chat", max_tokens: 100, messages: HELLO };
    const by = anthropicClient(stage).messages;
    const nobody = anthropicClient({ ...stage, apiKey: "sk-nobody" }).messages;
    const badBody = { ...ask, messages: [{ role: "user", content: 7 }] } as unknown as typeof ask;
    const refusals = [
      [() => nobody.create(ask), Anthropic.AuthenticationError, 401, "authentication_error"],
      [() => by.create({ ...ask, model: "nothing" }), Anthropic.InternalServerError, 503, "overloaded_error"],
      [
        () => by.create({ ...ask, max_tokens: TOO_MUCH, stream: true }),
        Anthropic.PermissionDeniedError,
        403,
        "billing_error",
      ],
      [() => by.create(badBody), Anthropic.BadRequestError, 400, "invalid_request_error"],
      [() => by.batches.list(), Anthropic.InternalServerError, 501, "invalid_request_error"],
    ] as const;
    for (const [call, errorClass, status, type] of refusals) {
      const failure = await failureOf(call());
      expect(failure).toBeInstanceOf(errorClass);
      expect(failure).toMatchObject({ status, type, requestID: expect.stringMatching(REQUEST_ID) });
      expect(failure).toMatchObject({ error: { type: "error", request_id: Object(failure).requestID } });
    }
    const keyless = await fetch(`${stage.url}/v1/messages`, { method: "POST", body: JSON.stringify(ask) });
    expect([keyless.status, await keyless.json()]).toMatchObject([
      401,
      { type: "error", error: { type: "authentication_error" } },
    ]);
    expect(stage.upstream.requestCount).toBe(0);
    expect(await stage.spending()).toEqual(NOTHING);
  });
});

describe("Google's client", () => {
  test("raises its error with google.rpc's status", async () => {
    const stage = await start();
    const { models } = googleClient(stage);
    const nobody = googleClient({ ...stage, apiKey: "sk-nobody" }).models;
    const ask = { model: "chat", contents: "Hello" };
    const badBody = { ...ask, contents: [{ parts: [{ text: 7 }] }] } as unknown as typeof ask;
    const refusals = [
      [() => nobody.generateContent(ask), 401, "UNAUTHENTICATED"],
      [() => models.generateContent({ ...ask, model: "nothing" }), 503, "UNAVAILABLE"],
      [
        () => models.generateContent({ ...ask, config: { maxOutputTokens: TOO_MUCH } }),
        403,
        "RESOURCE_EXHAUSTED",
      ],
      [() => models.generateContent(badBody), 400, "INVALID_ARGUMENT"],
      [() => googleClient(stage).caches.list(), 501, "UNIMPLEMENTED"],
    ] as const;
    for (const [call, status, rpcStatus] of refusals) {
      const failure = await failureOf(call());
      expect(failure).toBeInstanceOf(ApiError);
      expect(failure).toMatchObject({ status });
      expect(JSON.parse(Object(failure).message)).toMatchObject({
        error: { code: status, status: rpcStatus },
      });
    }
    const keyless = await fetch(`${stage.url}/v1beta/models/chat:generateContent`, { method: "POST" });
    expect([keyless.status, await keyless.json()]).toMatchObject([
      401,
      { error: { status: "UNAUTHENTICATED" } },
    ]);
    expect(stage.upstream.requestCount).toBe(0);
    expect(await stage.spending()).toEqual(NOTHING);
  });
});

test("OpenAI's client raises the class of each refusal of a response", async () => {
  const stage = await start();
  const { responses } = openAiClient(sdk, stage);
  const nobody = openAiClient(sdk, { ...stage, apiKey: "sk-nobody" }).responses;
  const ask = { model: "chat", input: "Hello" };
  const refusals = [
    [() => nobody.create(ask), sdk.AuthenticationError, "invalid_api_key"],
    [() => responses.create({ ...ask, model: "nothing" }), sdk.InternalServerError, "model_not_found"],
    [
      () => responses.create({ ...ask, max_output_tokens: TOO_MUCH }),
      sdk.PermissionDeniedError,
      "insufficient_user_quota",
    ],
    [
      () => responses.create({ ...ask, input: 7 as unknown as string }),
      sdk.BadRequestError,
      "body_parameter",
    ],
    [() => responses.retrieve("resp_1"), sdk.InternalServerError, "api_not_implemented"],
  ] as const;
  for (const [call, errorClass, code] of refusals) {
    const failure = await failureOf(call());
    expect(failure).toBeInstanceOf(errorClass);
    expect(failure).toMatchObject({ code });
  }
  expect(await stage.spending()).toEqual(NOTHING);
});
