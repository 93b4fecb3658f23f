import { describe, expect, test } from "bun:test";
import { DEFAULT_TEXT } from "../support/fake-upstream/answer-text.ts";
import { openAiClient, OPENAI_SDKS } from "./openai-sdk-versions.ts";
import { HELLO, STAGE_MODELS, useRelayStages } from "./relay-stage.ts";

const stages = useRelayStages();
const WEATHER_CALLS = [
  { id: "call_a", name: "weather", argumentsJson: '{"city":"Oslo"}' },
  { id: "call_b", name: "weather", argumentsJson: '{"city":"東京"}' },
];
const WEATHER_TOOL = {
  type: "function" as const,
  function: { name: "weather", parameters: { type: "object", properties: { city: { type: "string" } } } },
};
/** 10 prompt tokens × 2 + 20 completion tokens × 2 × 3. */
const CHAT_QUOTA = 140;
const UPSTREAM_ERRORS = [
  [400, "BadRequestError", "invalid_request_error", null],
  [401, "AuthenticationError", "invalid_request_error", "invalid_api_key"],
  [403, "PermissionDeniedError", "invalid_request_error", "permission_denied"],
  [404, "NotFoundError", "invalid_request_error", "model_not_found"],
  [409, "ConflictError", "invalid_request_error", null],
  [422, "UnprocessableEntityError", "invalid_request_error", null],
  [429, "RateLimitError", "requests", "rate_limit_exceeded"],
  [500, "InternalServerError", "server_error", null],
  [503, "InternalServerError", "server_error", null],
] as const;

describe.each(OPENAI_SDKS)("%s", (_, sdk, engine) => {
  const start = async (options: Parameters<typeof stages.create>[0] = { engine }) => {
    const stage = await stages.create(options);
    return { stage, client: openAiClient(sdk, stage) };
  };

  test("a chat is answered, charged and found in the log by its request id", async () => {
    const { stage, client } = await start();
    const answer = await client.chat.completions.create({ model: "chat", messages: HELLO });
    const { _request_id: requestId } = answer;
    expect(answer.choices[0]?.message.content).toBe(DEFAULT_TEXT);
    expect(answer.usage).toMatchObject({ prompt_tokens: 10, completion_tokens: 20 });
    expect(await stage.logs()).toMatchObject([{ quota: CHAT_QUOTA, request_id: requestId }]);
    expect(await stage.spending()).toEqual({ user: CHAT_QUOTA, token: CHAT_QUOTA, charges: 1, held: 0 });
  });

  test("a stream without usage asked brings none, and is charged by the upstream's usage all the same", async () => {
    const { stage, client } = await start();
    const stream = await client.chat.completions.create({ model: "chat", messages: HELLO, stream: true });
    let text = "";
    for await (const chunk of stream) {
      expect(chunk.choices).toHaveLength(1);
      expect(chunk.usage ?? null).toBeNull();
      text += chunk.choices[0]?.delta.content ?? "";
    }
    expect(text).toBe(DEFAULT_TEXT);
    expect(stage.upstream.requests[0]?.json).toMatchObject({ stream_options: { include_usage: true } });
    expect(await stage.logs()).toMatchObject([
      { is_stream: 1, quota: CHAT_QUOTA, other: { usage: { source: "upstream" } } },
    ]);
  });

  test("a stream with usage asked ends with it", async () => {
    const { stage, client } = await start();
    const stream = await client.chat.completions.create({
      model: "chat",
      messages: HELLO,
      stream: true,
      stream_options: { include_usage: true },
    });
    const chunks = await Array.fromAsync(stream);
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { prompt_tokens: 10, completion_tokens: 20 } });
    expect((await stage.spending()).user).toBe(CHAT_QUOTA);
  });

  test("parallel tool calls arrive whole", async () => {
    const { stage, client } = await start();
    stage.upstream.setDefault({ toolCalls: WEATHER_CALLS });
    const answer = await client.chat.completions.create({
      model: "chat",
      messages: HELLO,
      tools: [WEATHER_TOOL],
      parallel_tool_calls: true,
    });
    expect(answer.choices[0]).toMatchObject({
      finish_reason: "tool_calls",
      message: {
        tool_calls: [
          { id: "call_a", type: "function", function: { name: "weather", arguments: '{"city":"Oslo"}' } },
          { id: "call_b", type: "function", function: { name: "weather", arguments: '{"city":"東京"}' } },
        ],
      },
    });
    expect(stage.upstream.requests[0]?.json).toMatchObject({ tools: [WEATHER_TOOL] });
    expect((await stage.spending()).user).toBe(CHAT_QUOTA);
  });

  test("parallel tool calls are put together from a stream", async () => {
    const { stage, client } = await start();
    stage.upstream.setDefault({ toolCalls: WEATHER_CALLS });
    const stream = client.chat.completions.stream({ model: "chat", messages: HELLO, tools: [WEATHER_TOOL] });
    const answer = await stream.finalChatCompletion();
    expect(answer.choices[0]).toMatchObject({
      finish_reason: "tool_calls",
      message: {
        tool_calls: [
          { id: "call_a", function: { arguments: '{"city":"Oslo"}' } },
          { id: "call_b", function: { arguments: '{"city":"東京"}' } },
        ],
      },
    });
    expect((await stage.spending()).user).toBe(CHAT_QUOTA);
  });

  test("JSON mode and a JSON schema reach the upstream and answer JSON", async () => {
    const { stage, client } = await start();
    const object = await client.chat.completions.create({
      model: "chat",
      messages: HELLO,
      response_format: { type: "json_object" },
    });
    expect(JSON.parse(object.choices[0]?.message.content ?? "")).toEqual({ answer: "text", count: 1 });
    const schema = {
      type: "object",
      properties: { city: { type: "string" }, warm: { type: "boolean" } },
      required: ["city", "warm"],
      additionalProperties: false,
    };
    const parsed = await client.chat.completions.create({
      model: "chat",
      messages: HELLO,
      response_format: { type: "json_schema", json_schema: { name: "weather", strict: true, schema } },
    });
    expect(JSON.parse(parsed.choices[0]?.message.content ?? "")).toEqual({ city: "text", warm: true });
    expect((await stage.spending()).user).toBe(2 * CHAT_QUOTA);
  });

  test("a legacy completion is answered whole and as a stream", async () => {
    const { stage, client } = await start();
    const ask = { model: "instruct", prompt: "Say hello" };
    const whole = await client.completions.create(ask);
    expect(whole.choices[0]?.text).toBe(DEFAULT_TEXT);
    let text = "";
    for await (const chunk of await client.completions.create({ ...ask, stream: true }))
      text += chunk.choices[0]?.text ?? "";
    expect(text).toBe(DEFAULT_TEXT);
    // Each: 10 prompt tokens + 20 completion tokens × 2.
    expect(await stage.spending()).toMatchObject({ user: 100, charges: 2 });
  });

  test("embeddings come as numbers by default, as numbers when asked, and as base64 when asked", async () => {
    const { stage, client } = await start();
    const ask = { model: "embed", input: ["one", "two"] };
    const byDefault = await client.embeddings.create(ask);
    const floats = await client.embeddings.create({ ...ask, encoding_format: "float" });
    const base64 = await client.embeddings.create({ ...ask, encoding_format: "base64" });
    expect(floats.data).toHaveLength(2);
    expect(floats.data[0]?.embedding).toHaveLength(8);
    expect(byDefault.data[1]?.embedding).toEqual(floats.data[1]?.embedding ?? []);
    // The SDK's type says numbers, but what was asked for is text.
    expect<unknown>(base64.data[0]?.embedding).toMatch(/^[A-Za-z0-9+/]+=*$/);
    // Each: 10 prompt tokens × 0.5.
    expect(await stage.spending()).toMatchObject({ user: 15, charges: 3 });
  });

  test("the models that the token may use are listed, and each can be retrieved", async () => {
    const { client } = await start({
      engine,
      channel: { models: [...STAGE_MODELS, "vendor/large"] },
      token: { model_limits_enabled: true, model_limits: ["chat", "embed", "vendor/large"] },
    });
    const models = await Array.fromAsync(client.models.list());
    expect(models.map(({ id }) => id)).toEqual(["chat", "embed", "vendor/large"]);
    for (const { id } of models)
      expect(await client.models.retrieve(id)).toMatchObject({ id, object: "model" });
    expect(await failureOf(client.models.retrieve("flat"))).toBeInstanceOf(sdk.NotFoundError);
  });

  test("leaving a stream stops the upstream within a second and charges what was produced", async () => {
    const { stage, client } = await start();
    stage.upstream.setDefault({ chunkCount: 200, chunkPaceMs: 5 });
    const stream = await client.chat.completions.create({ model: "chat", messages: HELLO, stream: true });
    let pieces = 0;
    for await (const { choices } of stream) if (choices[0]?.delta.content && ++pieces === 3) break;
    const leftAtMs = performance.now();
    const { endedAtMs = Infinity } = await stage.upstream.waitForClientClose(0);
    expect(endedAtMs - leftAtMs).toBeLessThan(1000);
    const [row] = await stage.waitForLogs(1);
    expect(row?.other.stream_status).toEqual({ end_reason: "client_gone" });
    expect(row?.completion_tokens).toBeGreaterThan(0);
    expect((await stage.spending()).user).toBe(row?.quota ?? 0);
  });

  test("a call aborted before its answer is the user's abort, and nothing is charged", async () => {
    const { stage, client } = await start();
    stage.upstream.setDefault({ fault: "hang" });
    const abort = new AbortController();
    const failure = failureOf(
      client.chat.completions.create({ model: "chat", messages: HELLO }, { signal: abort.signal }),
    );
    await stage.upstream.waitForRequest(0);
    abort.abort();
    expect(await failure).toBeInstanceOf(sdk.APIUserAbortError);
    await stage.upstream.waitForClientClose(0);
    expect(await stage.logs()).toEqual([]);
  });

  test("a call that the client finds too slow is a timeout, and nothing is charged", async () => {
    const { stage } = await start();
    stage.upstream.setDefault({ fault: "hang" });
    const hasty = openAiClient(sdk, stage, { timeout: 500 });
    const failure = await failureOf(hasty.chat.completions.create({ model: "chat", messages: HELLO }));
    expect(failure).toBeInstanceOf(sdk.APIConnectionTimeoutError);
    await stage.upstream.waitForClientClose(0);
    expect(await stage.logs()).toEqual([]);
  });

  test("a stream that the upstream breaks off throws instead of ending early", async () => {
    const { stage, client } = await start();
    stage.upstream.setDefault({ fault: "ends-early" });
    const stream = await client.chat.completions.create({ model: "chat", messages: HELLO, stream: true });
    const failure = await Array.fromAsync(stream).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(sdk.APIError);
    expect(failure).toMatchObject({ code: "upstream_truncated", type: "upstream_error" });
    const [row] = await stage.logs();
    expect(Object(failure).message).toContain(`(request id: ${row?.request_id})`);
  });

  test("the SDK's own retry after a 429 is a new call, and only the answer is charged", async () => {
    const { stage } = await start();
    stage.upstream.enqueue({ status: 429, headers: { "retry-after": "0.01" } });
    const patient = openAiClient(sdk, stage, { maxRetries: 1 });
    await patient.chat.completions.create({ model: "chat", messages: HELLO });
    expect(stage.upstream.requestCount).toBe(2);
    expect(await stage.spending()).toMatchObject({ user: CHAT_QUOTA, charges: 1 });
  });

  test("an error of the upstream is of the class of its status, in the upstream's own words", async () => {
    const { stage, client } = await start();
    for (const [status, className, type, code] of UPSTREAM_ERRORS) {
      stage.upstream.setDefault({ status, headers: { "retry-after": "7" } });
      const failure = await failureOf(client.chat.completions.create({ model: "chat", messages: HELLO }));
      expect(failure).toBeInstanceOf(sdk[className]);
      expect(failure).toMatchObject({
        status,
        type,
        code,
        requestID: expect.stringMatching(/^\d{17}\w{12}$/),
      });
      expect(failure.headers?.get("retry-after")).toBe("7");
    }
    expect(await stage.spending()).toEqual({ user: 0, token: 0, charges: 0, held: 0 });
  });

  test("a refusal of the gateway is of the class of its status and names its request", async () => {
    const { stage, client } = await start();
    const chat = (model: string, by = client) => by.chat.completions.create({ model, messages: HELLO });
    const nobody = openAiClient(sdk, { ...stage, apiKey: "sk-nobody" });
    const refusals: [keyof typeof sdk, () => Promise<unknown>, object][] = [
      [
        "BadRequestError",
        () => client.chat.completions.create({ model: "chat", messages: [] }),
        { status: 400, type: "invalid_request_error", code: "body_parameter", param: "messages" },
      ],
      [
        "AuthenticationError",
        () => chat("chat", nobody),
        { status: 401, type: "invalid_request_error", code: "invalid_api_key" },
      ],
      [
        "PermissionDeniedError",
        () => client.chat.completions.create({ model: "chat", messages: HELLO, max_tokens: 1_000_000 }),
        { status: 403, type: "insufficient_quota", code: "insufficient_user_quota" },
      ],
      ["NotFoundError", () => client.models.retrieve("nothing"), { status: 404, code: "model_not_found" }],
      ["NotFoundError", async () => client.get("/nothing"), { status: 404, code: "address_unknown" }],
      ["APIError", async () => client.files.list(), { status: 501, code: "api_not_implemented" }],
      [
        "InternalServerError",
        () => chat("nothing"),
        { status: 503, type: "service_unavailable_error", code: "model_not_found" },
      ],
    ];
    for (const [className, call, expected] of refusals) {
      const failure = await failureOf(call());
      expect(failure).toBeInstanceOf(sdk[className]);
      expect(failure).toMatchObject(expected);
      expect(failure.message).toEndWith(`(request id: ${failure.requestID})`);
    }
    expect(stage.upstream.requestCount).toBe(0);
  });

  test("a gateway that is gone is a connection error", async () => {
    const { stage, client } = await start();
    await stage.app.stop();
    const failure = await failureOf(client.chat.completions.create({ model: "chat", messages: HELLO }));
    expect(failure).toBeInstanceOf(sdk.APIConnectionError);
  });

  type ApiError = InstanceType<typeof sdk.APIError>;
  async function failureOf(call: Promise<unknown>): Promise<ApiError> {
    const failure = await call.then(
      () => undefined,
      (error: unknown) => error,
    );
    if (!(failure instanceof sdk.APIError))
      throw new Error("the call did not fail as it should", { cause: failure });
    return failure;
  }
});
