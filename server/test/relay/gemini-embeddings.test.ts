import { expect, test } from "bun:test";
import { useRelayStages } from "./relay-stage.ts";
import { googleClient } from "./vendor-clients.ts";

const stages = useRelayStages();
/** 10 prompt tokens × 0.5. */
const EMBED_QUOTA = 5;

test("Google's client gets embeddings of an OpenAI upstream, charged by its usage", async () => {
  const stage = await stages.create({ engine: "sqlite" });
  const { models } = googleClient(stage);
  const answer = await models.embedContent({ model: "embed", contents: ["one", "two"] });
  expect(answer.embeddings?.map(({ values }) => values?.length)).toEqual([8, 8]);
  expect(stage.upstream.requests[0]).toMatchObject({
    path: "/v1/embeddings",
    json: { model: "embed", input: ["one", "two"] },
  });
  const small = await models.embedContent({
    model: "embed",
    contents: "one",
    config: { outputDimensionality: 4, taskType: "RETRIEVAL_QUERY" },
  });
  expect(small.embeddings?.[0]?.values).toHaveLength(4);
  expect(await stage.spending()).toEqual({
    user: 2 * EMBED_QUOTA,
    token: 2 * EMBED_QUOTA,
    charges: 2,
    held: 0,
  });
  const [, second] = await stage.logs();
  expect(second).toMatchObject({ model_name: "embed", prompt_tokens: 10 });
  expect(JSON.stringify(second?.other.losses)).toContain("taskType");
});

test("one content has one embedding, and the model's name is mapped", async () => {
  const channel = { model_mapping: JSON.stringify({ embed: "upstream-embed" }) };
  const stage = await stages.create({ engine: "sqlite", channel });
  const answer = await stage.post("/v1beta/models/embed:embedContent", {
    content: { parts: [{ text: "one" }] },
  });
  expect(await answer.json()).toMatchObject({ embedding: { values: expect.any(Array) } });
  expect(answer.headers.get("content-type")).toContain("application/json");
  expect(stage.upstream.requests[0]?.json).toMatchObject({ model: "upstream-embed", input: "one" });
});

test("refusals and the upstream's errors are in Google's envelope; nothing is charged for them", async () => {
  const stage = await stages.create({ engine: "sqlite" });
  const path = "/v1beta/models/embed:batchEmbedContents";
  const bad = await stage.post(path, { requests: [] });
  expect([bad.status, await bad.json()]).toMatchObject([400, { error: { status: "INVALID_ARGUMENT" } }]);
  stage.upstream.setDefault({ status: 429 });
  const limited = await stage.post(path, { requests: [{ content: { parts: [{ text: "one" }] } }] });
  expect([limited.status, await limited.json()]).toMatchObject([
    429,
    { error: { code: 429, status: "RESOURCE_EXHAUSTED" } },
  ]);
  expect(await stage.spending()).toEqual({ user: 0, token: 0, charges: 0, held: 0 });
});
