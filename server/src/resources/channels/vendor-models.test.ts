import { afterAll, expect, test } from "bun:test";
import { createEgressPolicy } from "../../lib/egress/egress-policy.ts";
import { openExchange } from "../../lib/egress/upstream-exchange.ts";
import { hasModelList, readModels } from "./vendor-models.ts";

let asked: { path: string; headers: Headers } | undefined;
let answer: unknown;
const vendor = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch(request) {
    const { pathname, search } = new URL(request.url);
    asked = { path: pathname + search, headers: request.headers };
    return Response.json(answer);
  },
});
afterAll(() => vendor.stop(true));

const origin = `http://127.0.0.1:${vendor.port}`;
const policy = createEgressPolicy("channel");
const read = (channel: { type: number; baseUrl?: string; other?: string }, given: unknown) => {
  answer = given;
  return readModels({ baseUrl: origin, key: "k", other: "", ...channel }, (request) =>
    openExchange(request, policy),
  );
};
const openAi = { data: [{ id: "b" }, { id: "a" }, { id: "b" }] };

test.each<[string, Parameters<typeof read>[0], unknown, string, string[]]>([
  ["OpenAI's", { type: 1 }, openAi, "/v1/models", ["a", "b"]],
  [
    "those of an address with its version",
    { type: 1, baseUrl: `${origin}/v1` },
    openAi,
    "/v1/models",
    ["a", "b"],
  ],
  [
    "a custom channel's, beside its full address",
    { type: 8, baseUrl: `${origin}/x/v1/chat/completions` },
    openAi,
    "/x/v1/models",
    ["a", "b"],
  ],
  [
    "Azure's, with its version",
    { type: 3, other: "2024-10-21" },
    openAi,
    "/openai/models?api-version=2024-10-21",
    ["a", "b"],
  ],
  ["Ollama's", { type: 4 }, { models: [{ name: "llama3:8b" }] }, "/api/tags", ["llama3:8b"]],
  ["Anthropic's", { type: 14 }, openAi, "/v1/models?limit=1000", ["a", "b"]],
  [
    "Gemini's, without their prefix",
    { type: 24 },
    { models: [{ name: "models/gemini-2.5-pro" }] },
    "/v1beta/models?pageSize=1000",
    ["gemini-2.5-pro"],
  ],
  ["Qwen's", { type: 17 }, openAi, "/compatible-mode/v1/models", ["a", "b"]],
  [
    "Cloudflare's, of the account",
    { type: 39, other: "acc" },
    { result: [{ id: "f0", name: "@cf/meta/llama" }] },
    "/client/v4/accounts/acc/ai/models/search?per_page=1000",
    ["@cf/meta/llama"],
  ],
  ["a bare list", { type: 43 }, [{ id: "z" }], "/v1/models", ["z"]],
])("%s", async (_, channel, given, path, names) => {
  expect(await read(channel, given)).toEqual(names);
  expect(asked?.path).toBe(path);
});

test("the key goes where the vendor wants it", async () => {
  await read({ type: 14 }, openAi);
  expect(asked?.headers.get("x-api-key")).toBe("k");
  expect(asked?.headers.get("authorization")).toBeNull();
  await read({ type: 20 }, openAi);
  expect(asked?.headers.get("authorization")).toBe("Bearer k");
});

test("an answer without a list is an error", async () => {
  await expect(read({ type: 1 }, { object: "none" })).rejects.toThrow("no list of models");
});

test("some vendors have no list", () => {
  expect(hasModelList(41)).toBe(false);
  expect(hasModelList(1)).toBe(true);
});
