import { describe, expect, test } from "bun:test";
import type { Behaviour } from "../support/fake-upstream/behaviour.ts";
import { startFakeUpstream } from "../support/fake-upstream/fake-upstream.ts";
import { sampleChannel } from "../support/sample-channel.ts";
import { CHANNEL_KEY, useRelayStages } from "./relay-stage.ts";
import type { RelayStage } from "./relay-stage.ts";

const stages = useRelayStages();
const NOTHING = { user: 0, token: 0, charges: 0, held: 0 };

/** Anything that tells where an upstream is. */
const ADDRESS = /127\.0\.0\.1|169\.254|metadata\.|localhost|https?:/;

interface Failure {
  status: number;
  code: string;
  message: string;
}

/** The gateway's own envelope, which names no address; nothing was spent. */
async function expectFailure(stage: RelayStage, answer: Response, failure: Failure, name?: string) {
  const text = await answer.text();
  const { error } = JSON.parse(text);
  expect({ status: answer.status, code: error.code, type: error.type }, name).toEqual({
    status: failure.status,
    code: failure.code,
    type: "upstream_error",
  });
  expect(error.message, name).toContain(failure.message);
  expect(error.message).toEndWith(`(request id: ${answer.headers.get("x-request-id")})`);
  expect(text).not.toMatch(ADDRESS);
  expect(await stage.spending(), name).toEqual(NOTHING);
}

const UNREACHABLE = { status: 502, code: "upstream_unreachable" };
const INVALID = { status: 502, code: "upstream_invalid" };
const ERROR = { status: 502, code: "upstream_error" };
const CLOSED = { ...UNREACHABLE, message: "the connection was closed before the answer was whole" };

describe("an answer that is none", () => {
  const faults: [string, Behaviour, Failure][] = [
    [
      "longer than announced",
      { fault: "content-length-too-short" },
      { ...INVALID, message: "it is not JSON" },
    ],
    [
      "shorter than announced",
      { fault: "content-length-too-long" },
      { ...CLOSED, code: "upstream_truncated", message: "" },
    ],
    ["cut off", { fault: "close-mid-body" }, { ...CLOSED, code: "upstream_truncated", message: "" }],
    ["nothing", { fault: "close-before-headers" }, CLOSED],
    ["not HTTP", { fault: "malformed-chunked" }, { ...INVALID, message: "the answer is not HTTP" }],
    ["an error under 200", { fault: "error-in-200" }, { ...ERROR, message: "The server had an error" }],
    ["an error text under 200", { body: { error: "overloaded" } }, { ...ERROR, message: "overloaded" }],
    ["a proxy's page", { fault: "html-error" }, { ...ERROR, message: "HTTP 502" }],
    ["a page under 200", { fault: "html-error", status: 200 }, { ...INVALID, message: "it is not JSON" }],
    ["empty", { body: "" }, { ...INVALID, message: "it is not JSON" }],
    ["a list", { body: [] }, { ...INVALID, message: "it is not JSON" }],
    ["without content", { status: 204, body: "" }, { ...INVALID, message: "it is not JSON" }],
    ["not modified", { status: 304, body: "" }, { ...ERROR, message: "HTTP 304" }],
    [
      "a redirect to nowhere",
      { status: 302, body: { error: { message: "moved" } } },
      { ...ERROR, message: "moved" },
    ],
    ["an unknown status", { status: 999, body: { error: { message: "no" } } }, { ...ERROR, message: "no" }],
    ["an endless error", { status: 500, body: "x".repeat(200_000) }, { ...ERROR, message: "HTTP 500" }],
  ];
  test("is a clear failure of the upstream", async () => {
    const stage = await stages.create({ engine: "sqlite" });
    for (const [name, behaviour, failure] of faults) {
      stage.upstream.setDefault(behaviour);
      await expectFailure(stage, await stage.chat(), failure, name);
    }
  });

  test("is a clear failure where a stream was asked, too", async () => {
    const stage = await stages.create({ engine: "sqlite" });
    // The other faults cut streams that have begun.
    for (const [name, behaviour, failure] of faults.slice(
      faults.findIndex(([, { fault }]) => fault === "error-in-200"),
    )) {
      stage.upstream.setDefault(behaviour);
      await expectFailure(stage, await stage.chat({ stream: true }), failure, name);
    }
  });

  test("cannot pass for a success by the channel's status mapping", async () => {
    const mapping = JSON.stringify({ 500: 200, 429: 101 });
    const stage = await stages.create({ engine: "sqlite", channel: { status_code_mapping: mapping } });
    for (const status of [500, 429]) {
      stage.upstream.setDefault({ status });
      for (const stream of [true, false]) expect((await stage.chat({ stream })).status).toBe(502);
    }
    expect(await stage.spending()).toEqual(NOTHING);
  });

  test("is shown with the status that the channel maps it to", async () => {
    const stage = await stages.create({
      engine: "sqlite",
      channel: { status_code_mapping: '{"400":"422"}' },
    });
    stage.upstream.setDefault({ status: 400 });
    expect((await stage.chat()).status).toBe(422);
  });

  const BUSY = { base_resp: { status_code: 1002, status_msg: "busy" } };
  const asStream = (event: object) => ({
    body: `data: ${JSON.stringify(event)}\n\n`,
    headers: { "content-type": "text/event-stream" },
  });
  /** Each comes under a status of success; 502 stands for the status of an error that states none. */
  const stated: readonly (readonly [string, Behaviour, { stream?: boolean }, number, string])[] = [
    ["a body with a status in it", { body: BUSY }, {}, 429, "busy"],
    ["a first event with a status in it", asStream(BUSY), { stream: true }, 429, "busy"],
    ["a body", { fault: "error-in-200" }, {}, 502, "The server had an error"],
    ["a body in the place of a stream", { fault: "error-in-200" }, { stream: true }, 502, "The server had"],
    ["a first event", asStream({ error: { message: "full" } }), { stream: true }, 502, "full"],
  ];
  test.each(stated)(
    "is shown with the status that the channel maps it to when it comes under 200, as %s",
    async (_, behaviour, body, status, words) => {
      const stage = await stages.create({
        engine: "sqlite",
        channel: { status_code_mapping: JSON.stringify({ [status]: 418 }) },
        config: { errorLogEnabled: true },
      });
      stage.upstream.setDefault(behaviour);
      const answer = await stage.chat(body);
      expect([answer.status, Object(await answer.json()).error.message]).toEqual([
        418,
        expect.stringContaining(words),
      ]);
      const [row] = await stage.logs();
      expect(row?.other).toMatchObject({
        status_code: 418,
        admin_info: { attempts: [{ status_code: 418 }] },
      });
      expect(await stage.spending()).toEqual(NOTHING);
    },
  );

  test("is shown with the status that the channel maps it to even where its body says nothing", async () => {
    const stage = await stages.create({
      engine: "sqlite",
      channel: { status_code_mapping: '{"500":"429"}' },
    });
    stage.upstream.setDefault({ fault: "html-error", status: 500 });
    await expectFailure(stage, await stage.chat(), { ...ERROR, status: 429, message: "HTTP 500" });
  });
});

describe("an upstream's address", () => {
  test("that nobody listens at is a clear failure", async () => {
    const stage = await stages.create({ engine: "sqlite", channel: { base_url: "http://127.0.0.1:9" } });
    await expectFailure(stage, await stage.chat(), { ...UNREACHABLE, message: "the connection was refused" });
  });

  test("is not left for another one, by whatever redirect", async () => {
    const stage = await stages.create({ engine: "sqlite" });
    await using elsewhere = await startFakeUpstream();
    for (const status of [301, 302, 303, 307, 308]) {
      stage.upstream.setDefault({
        fault: "redirect",
        status,
        redirectTo: `${elsewhere.url}/v1/chat/completions`,
      });
      const failure = { ...UNREACHABLE, message: "redirects to another place, which is not followed" };
      for (const stream of [true, false]) await expectFailure(stage, await stage.chat({ stream }), failure);
    }
    expect(elsewhere.requestCount).toBe(0);
  });

  const METADATA = [
    "http://169.254.169.254/latest",
    "http://[fd00:ec2::254]",
    "http://metadata.google.internal",
    "http://2852039166",
  ];
  test("of a cloud's metadata is refused when a channel is saved", async () => {
    const stage = await stages.create({ engine: "sqlite" });
    const admin = await stage.app.as("admin");
    for (const address of METADATA) {
      const values = {
        ...sampleChannel({ base_url: address }),
        key: "sk-x",
        group: "default",
        models: "chat",
      };
      const answer = await admin.call("POST /api/channel/", { body: { ...values, auto_ban: 1 } });
      expect(answer, address).toMatchObject({ success: false, code: "channel.base-url-refused" });
    }
  });

  test("of a cloud's metadata is refused when a call would go there", async () => {
    for (const address of METADATA) {
      const stage = await stages.create({ engine: "sqlite", channel: { base_url: address } });
      await expectFailure(stage, await stage.chat(), {
        ...UNREACHABLE,
        message: "The upstream could not be reached",
      });
    }
  });

  test("is told to administrators: in the log's attempts and in a channel's test", async () => {
    const stage = await stages.create({
      engine: "sqlite",
      channel: { base_url: "http://169.254.169.254" },
      config: { errorLogEnabled: true },
    });
    await stage.chat();
    const [row] = await stage.logs();
    expect(row?.content).not.toMatch(ADDRESS);
    expect(row?.other.admin_info?.attempts?.[0]?.error).toContain("169.254.169.254");
    const admin = await stage.app.as("admin");
    const tested = await admin.call(`GET /api/channel/test/${stage.channelId}`);
    expect(tested).toMatchObject({ success: false, message: expect.stringContaining("169.254.169.254") });
  });
});

describe("a channel's key", () => {
  test("that an upstream's error quotes reaches neither the client nor the log", async () => {
    const stage = await stages.create({ engine: "sqlite", config: { errorLogEnabled: true } });
    const error = { message: `Incorrect API key provided: ${CHANNEL_KEY}.`, param: CHANNEL_KEY };
    for (const behaviour of [
      { status: 401, error },
      { fault: "error-in-200", error },
    ] as const) {
      stage.upstream.setDefault(behaviour);
      for (const stream of [false, true]) {
        const text = await (await stage.chat({ stream })).text();
        expect(text).toContain("Incorrect API key provided: ***.");
        expect(text).not.toContain(CHANNEL_KEY);
      }
    }
    const rows = await stage.logs();
    expect(rows).toHaveLength(4);
    expect(JSON.stringify(rows)).not.toContain(CHANNEL_KEY);
    const admin = await stage.app.as("admin");
    expect((await admin.call(`GET /api/channel/test/${stage.channelId}`)).text).not.toContain(CHANNEL_KEY);
  });

  test("is all that the upstream learns of who calls", async () => {
    const stage = await stages.create({ engine: "sqlite" });
    const headers = {
      cookie: "session=1",
      "x-api-key": "mine",
      "x-forwarded-for": "192.0.2.7",
      "user-agent": "me",
    };
    await stage.chat({}, { headers });
    const [request] = stage.upstream.requests;
    expect(request?.headers["authorization"]).toBe(`Bearer ${CHANNEL_KEY}`);
    expect(JSON.stringify(request?.headers)).not.toMatch(/session=1|mine|192\.0\.2\.7|"me"/);
    expect(JSON.stringify(request?.headers)).not.toContain(stage.apiKey);
  });

  test("goes with the organization of the channel to where type and address say", async () => {
    const stage = await stages.create({ engine: "sqlite", channel: false });
    const { upstream } = stage;
    await stage.addChannel({
      base_url: `${upstream.url}/v1/`,
      openai_organization: "org-1",
      models: ["chat"],
    });
    await stage.addChannel({
      type: 8,
      base_url: `${upstream.url}/v1/chat/completions?model={model}`,
      models: ["other"],
    });
    expect((await stage.chat()).status).toBe(200);
    expect((await stage.chat({ model: "other" })).status).toBe(200);
    expect(upstream.requests.map(({ path }) => path)).toEqual([
      "/v1/chat/completions",
      "/v1/chat/completions",
    ]);
    expect(upstream.requests[0]?.headers["openai-organization"]).toBe("org-1");
    expect(upstream.requests[1]?.query.get("model")).toBe("other");
  });
});

test("MiniMax's errors under status 200 are errors, whole and streamed", async () => {
  const stage = await stages.create({ engine: "sqlite", channel: { type: 35 } });
  const body = { base_resp: { status_code: 1008, status_msg: "insufficient balance" } };
  stage.upstream.setDefault({ body });
  const whole = await stage.chat();
  expect({ status: whole.status, text: await whole.text() }).toMatchObject({
    status: expect.any(Number),
    text: expect.stringContaining("insufficient balance"),
  });
  expect(whole.status).toBeGreaterThanOrEqual(400);
  stage.upstream.setDefault({
    body: `data: ${JSON.stringify(body)}\n\n`,
    headers: { "content-type": "text/event-stream" },
  });
  expect((await stage.chat({ stream: true })).status).toBeGreaterThanOrEqual(400);
  expect(await stage.spending()).toMatchObject({ user: 0, charges: 0, held: 0 });
});
