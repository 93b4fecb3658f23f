import { expect, test } from "bun:test";
import { sampleRelayChannel } from "../../../../test/providers/sample-relay-channel.ts";
import { vertexRoot } from "./vertex-address.ts";
import { vertexClaude, vertexDialect, vertexGemini } from "./vertex-models.ts";

/** Names as https://platform.claude.com/docs/en/build-with-claude/claude-on-vertex-ai lists them. */
test.each([
  ["claude-opus-4-1-20250805", "claude-opus-4-1@20250805"],
  ["claude-opus-4-1", "claude-opus-4-1@20250805"],
  ["claude-sonnet-4-0", "claude-sonnet-4@20250514"],
  ["claude-3-5-sonnet-20240620", "claude-3-5-sonnet@20240620"],
  ["claude-3-5-sonnet-latest", "claude-3-5-sonnet-v2@20241022"],
  ["anthropic/claude-opus-4-6", "claude-opus-4-6"],
  ["claude-sonnet-4-5@20250929", "claude-sonnet-4-5@20250929"],
  ["claude-haiku-4-5@default", "claude-haiku-4-5@default"],
])("%s is named %s there", (model, name) => {
  expect(vertexClaude(model)).toBe(name);
  expect(vertexDialect(model)).toBe("anthropic");
});

test("publishers tell dialects", () => {
  for (const model of ["gemini-2.5-pro", "google/gemini-3-pro", "models/gemini-2.5-flash"])
    expect(vertexDialect(model)).toBe("gemini");
  for (const model of ["meta/llama-4", "deepseek-ai/deepseek-v3.1-maas", "gpt-oss-120b-maas"])
    expect(vertexDialect(model)).toBe("openai-chat");
  expect(vertexGemini("google/gemini-3-pro")).toBe("gemini-3-pro");
});

test("a location decides the host, and a model may have its own", () => {
  const account = JSON.stringify({ project_id: "p", client_email: "a@p", private_key: "PRIVATE KEY" });
  const root = (other: string, model = "m", facts = {}) =>
    vertexRoot(sampleRelayChannel(41, { key: account, other, ...facts }), model, "v1");
  const path = (location: string) => `/v1/projects/p/locations/${location}`;
  expect(root("europe-west4")).toBe(`https://europe-west4-aiplatform.googleapis.com${path("europe-west4")}`);
  expect(root("global")).toBe(`https://aiplatform.googleapis.com${path("global")}`);
  expect(root("eu")).toBe(`https://aiplatform.eu.rep.googleapis.com${path("eu")}`);
  const map = '{"default":"us-central1","m":"us-east5"}';
  expect(root(map)).toEndWith(path("us-east5"));
  expect(root(map, "other")).toEndWith(path("us-central1"));
  expect(root("global", "m", { baseUrl: "https://proxy.test" })).toBe(`https://proxy.test${path("global")}`);
  expect(root("us-east5", "m", { key: "AIzaKey" })).toBe("https://aiplatform.googleapis.com/v1");
});
