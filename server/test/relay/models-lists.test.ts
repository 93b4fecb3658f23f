import { expect, test } from "bun:test";
import { STAGE_MODELS, useRelayStages } from "./relay-stage.ts";
import { anthropicClient, failureOf, googleClient } from "./vendor-clients.ts";

const stages = useRelayStages();
const SORTED = STAGE_MODELS.toSorted();

test("Anthropic's client lists the models in pages, and finds one", async () => {
  const stage = await stages.create({ engine: "sqlite" });
  const { models } = anthropicClient(stage);
  const pages: string[][] = [];
  for await (const page of (await models.list({ limit: 3 })).iterPages())
    pages.push(page.data.map(({ id }) => id));
  expect(pages).toEqual([SORTED.slice(0, 3), SORTED.slice(3)]);
  expect(await models.retrieve("chat")).toMatchObject({ type: "model", id: "chat", display_name: "chat" });
  const before = await models.list({ limit: 2, before_id: SORTED[3] ?? "" });
  expect(before.data.map(({ id }) => id)).toEqual(SORTED.slice(1, 3));
  expect(await failureOf(models.retrieve("nothing"))).toMatchObject({
    status: 404,
    error: { type: "error", error: { type: "not_found_error" } },
  });
});

test("Google's client lists the models in pages, and finds one by a name with slashes", async () => {
  const stage = await stages.create({ engine: "sqlite", channel: { models: [...SORTED, "vendor/large"] } });
  const { models } = googleClient(stage);
  const names: (string | undefined)[] = [];
  for await (const { name } of await models.list({ config: { pageSize: 2 } })) names.push(name);
  expect(names).toEqual([...SORTED, "vendor/large"].map((model) => `models/${model}`));
  expect(await models.get({ model: "models/vendor/large" })).toMatchObject({ displayName: "vendor/large" });
  expect(await failureOf(models.get({ model: "nothing" }))).toMatchObject({ status: 404 });
});

test("the shape of /v1/models is that of the caller's vendor; the rules of the key are the same", async () => {
  const stage = await stages.create({
    engine: "sqlite",
    token: { model_limits_enabled: true, model_limits: ["chat"] },
  });
  const { apiKey } = stage;
  const list = async (path: string, headers: Record<string, string> = {}) =>
    (await fetch(`${stage.url}${path}`, { headers })).json();
  const bearer = { authorization: `Bearer ${apiKey}` };
  const openAi = { success: true, object: "list", data: [{ id: "chat", object: "model" }] };
  const anthropic = { data: [{ type: "model", id: "chat" }], has_more: false, first_id: "chat" };
  const gemini = { models: [{ name: "models/chat" }] };
  expect(await list("/v1/models", bearer)).toMatchObject(openAi);
  expect(await list("/v1beta/openai/models", bearer)).toMatchObject(openAi);
  expect(await list("/v1/models", { ...bearer, "anthropic-version": "2023-06-01" })).toMatchObject(anthropic);
  expect(await list("/v1/models", { "x-api-key": apiKey })).toMatchObject(anthropic);
  expect(await list("/v1/models", { "x-goog-api-key": apiKey })).toMatchObject(gemini);
  expect(await list(`/v1/models?key=${apiKey}`)).toMatchObject(gemini);
  expect(await list(`/v1beta/models?key=${apiKey}`)).toMatchObject(gemini);
  expect(await list("/v1beta/models")).toMatchObject({ error: { code: 401, status: "UNAUTHENTICATED" } });
});

test("HEAD is answered as GET, without the body: lists, models, balances, and refusals in any dialect", async () => {
  const stage = await stages.create({ engine: "sqlite" });
  const bearer = { authorization: `Bearer ${stage.apiKey}` };
  const addresses = [
    ["/v1/models", bearer, 200],
    ["/v1/models/chat", bearer, 200],
    ["/v1/models/nothing", { "x-api-key": stage.apiKey }, 404],
    ["/v1beta/models", { "x-goog-api-key": stage.apiKey }, 200],
    ["/v1beta/models", {}, 401],
    ["/dashboard/billing/subscription", bearer, 200],
    ["/api/usage/token", bearer, 200],
  ] as const;
  for (const [path, headers, status] of addresses) {
    const get = await fetch(`${stage.url}${path}`, { headers });
    const head = await fetch(`${stage.url}${path}`, { method: "HEAD", headers });
    expect([path, head.status, await head.text()]).toEqual([path, status, ""]);
    const length = String((await get.arrayBuffer()).byteLength);
    expect([head.headers.get("content-type"), head.headers.get("content-length")]).toEqual([
      get.headers.get("content-type"),
      length,
    ]);
  }
  expect((await fetch(`${stage.url}/v1/chat/completions`, { method: "HEAD", headers: bearer })).status).toBe(
    404,
  );
});
