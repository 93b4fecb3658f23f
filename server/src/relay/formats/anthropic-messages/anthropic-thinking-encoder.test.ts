import { expect, test } from "bun:test";
import type { ChatMessage, ChatRequest, ReasoningWish } from "../chat/chat-request.ts";
import type { AnthropicTarget } from "../chat/chat-target.ts";
import { encodeAnthropicRequest } from "./anthropic-request-encoder.ts";

const hello: ChatMessage = { role: "user", parts: [{ type: "text", text: "Hi" }] };

function encode(reasoning: ReasoningWish, anthropic: AnthropicTarget, more: Partial<ChatRequest> = {}) {
  const request: ChatRequest = {
    model: "m",
    system: [],
    messages: [hello],
    stream: false,
    wantsUsage: true,
    reasoning,
    maxOutputTokens: 32000,
    ...more,
  };
  const { body, losses } = encodeAnthropicRequest(request, { model: "claude", anthropic });
  return {
    thinking: body["thinking"],
    config: body["output_config"],
    body,
    losses: losses.map(({ what, path }) => `${what} ${path}`),
  };
}

test.each<[string, ReasoningWish, AnthropicTarget, object | undefined, object | undefined, string[]]>([
  [
    "as it stands",
    { mode: "on", budgetTokens: 2000 },
    {},
    { type: "enabled", budget_tokens: 2000 },
    undefined,
    [],
  ],
  ["an effort alone", { effort: "high" }, {}, undefined, { effort: "high" }, []],
  ["off", { mode: "off" }, { thinking: "adaptive" }, { type: "disabled" }, undefined, []],
  ["nobody thinks", { effort: "high" }, { thinking: "none" }, undefined, undefined, ["left-out reasoning"]],
  [
    "an effort for a model that counts",
    { effort: "low" },
    { thinking: "budget" },
    { type: "enabled", budget_tokens: 4096 },
    undefined,
    ["added reasoning.mode", "changed reasoning.effort", "added reasoning.budgetTokens"],
  ],
  [
    "an effort for a model that decides",
    { effort: "minimal" },
    { thinking: "adaptive" },
    { type: "adaptive" },
    { effort: "low" },
    ["changed reasoning.effort", "added reasoning.mode"],
  ],
  [
    "a budget for a model that decides",
    { mode: "on", budgetTokens: 16384 },
    { thinking: "adaptive" },
    { type: "adaptive" },
    { effort: "high" },
    ["changed reasoning.mode", "changed reasoning.budgetTokens", "added reasoning.effort"],
  ],
  [
    "how much is shown",
    { mode: "adaptive", summary: "detailed" },
    { thinking: "adaptive" },
    { type: "adaptive", display: "summarized" },
    undefined,
    ["changed reasoning.summary"],
  ],
  [
    "too small a budget",
    { mode: "on", budgetTokens: 5 },
    { thinking: "budget" },
    { type: "enabled", budget_tokens: 1024 },
    undefined,
    ["changed reasoning.budgetTokens"],
  ],
])("a wish for reasoning: %s", (_, wish, target, thinking, config, losses) => {
  const encoded = encode(wish, target);
  expect<unknown>(encoded.thinking).toEqual(thinking);
  expect<unknown>(encoded.config).toEqual(config);
  expect(encoded.losses).toEqual(losses);
});

test("the budget stays below the client's limit, and without room there is no thinking", () => {
  const budget = { thinking: "budget" } as const;
  const wish = { mode: "on", budgetTokens: 9000 } as const;
  expect(encode(wish, budget, { maxOutputTokens: 4000 }).thinking).toEqual({
    type: "enabled",
    budget_tokens: 3999,
  });
  expect(encode({ mode: "on", effort: "max" }, budget, { maxOutputTokens: 4000 }).thinking).toEqual({
    type: "enabled",
    budget_tokens: 3200,
  });
  const cramped = encode(wish, budget, { maxOutputTokens: 1000 });
  expect(cramped.thinking).toBeUndefined();
  expect(cramped.losses).toContain("left-out reasoning");
});

test("without a limit of the client's, the budget comes on top of the default", () => {
  const request: ChatRequest = {
    model: "m",
    system: [],
    messages: [hello],
    stream: false,
    wantsUsage: true,
    reasoning: { mode: "on", budgetTokens: 10000 },
  };
  const { body } = encodeAnthropicRequest(request, { model: "claude", anthropic: { thinking: "budget" } });
  expect(body["max_tokens"]).toBe(18192);
});

test("a forced call goes before thinking", () => {
  const tools = [{ type: "function" as const, name: "a", parameters: { type: "object" } }];
  const encoded = encode({ mode: "on", budgetTokens: 2000 }, {}, { tools, toolChoice: { mode: "required" } });
  expect(encoded.thinking).toBeUndefined();
  expect(encoded.losses).toEqual(["left-out reasoning"]);
});

test("in the middle of calls whose thought is not here, a budget is not asked for; adaptive thinking is", () => {
  const messages: ChatMessage[] = [
    hello,
    { role: "assistant", parts: [{ type: "tool-call", id: "1", name: "a", arguments: "{}" }] },
    { role: "tool", parts: [{ type: "tool-result", callId: "1", parts: [] }] },
  ];
  expect(
    encode({ mode: "on", budgetTokens: 2000 }, { thinking: "budget" }, { messages }).thinking,
  ).toBeUndefined();
  expect(encode({ mode: "adaptive" }, { thinking: "adaptive" }, { messages }).thinking).toEqual({
    type: "adaptive",
  });
});

test("sampling that does not go with thinking is left out", () => {
  const encoded = encode(
    { mode: "on", budgetTokens: 2000 },
    {},
    { sampling: { temperature: 0.2, topP: 0.5, topK: 4, stop: ["x"] } },
  );
  expect(encoded.losses).toEqual([
    "left-out sampling.topP",
    "left-out sampling.topK",
    "left-out sampling.temperature",
  ]);
  expect(encoded.body["stop_sequences"]).toEqual(["x"]);
});
