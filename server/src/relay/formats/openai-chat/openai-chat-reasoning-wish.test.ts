import { expect, test } from "bun:test";
import type { OpenAiChatTarget } from "../chat/chat-target.ts";
import { openAiChatFormat } from "./openai-chat-format.ts";

const messages = [{ role: "user", content: "Hi" }];

function decode(rest: object) {
  return openAiChatFormat.decodeRequest({ model: "m", messages, ...rest });
}

test.each([
  [{ reasoning_effort: "high" }, { effort: "high" }],
  [{ reasoning_effort: "none" }, { mode: "off" }],
  [{ reasoning: { effort: "low", exclude: true } }, { effort: "low", summary: "none" }],
  [{ reasoning: { max_tokens: 2000 } }, { budgetTokens: 2000 }],
  [{ reasoning: { enabled: false } }, { mode: "off" }],
  [{ thinking: { type: "enabled", budget_tokens: 1024 } }, { mode: "on", budgetTokens: 1024 }],
  [{ thinking: { type: "disabled" } }, { mode: "off" }],
  [{ thinking: { type: "auto" } }, { mode: "adaptive" }],
  [
    { enable_thinking: true, thinking_budget: 50 },
    { mode: "on", budgetTokens: 50 },
  ],
] as const)("%j is the wish %j", (rest, wish) => {
  expect(decode(rest).reasoning).toEqual(wish);
});

test("an effort that nobody knows yet passes as it is", () => {
  const request = decode({ reasoning_effort: "ultra" });
  expect(request.reasoning).toBeUndefined();
  expect(openAiChatFormat.encodeRequest(request, { model: "m" }).body["reasoning_effort"]).toBe("ultra");
});

function encode(rest: object, reasoningWish: NonNullable<OpenAiChatTarget["reasoningWish"]>) {
  const target = { model: "m", openAiChat: { reasoningWish } };
  const { body, losses } = openAiChatFormat.encodeRequest(decode(rest), target);
  const { model: _model, messages: _messages, ...fields } = body;
  return { fields, lost: losses.map(({ path }) => path) };
}

const budget = { thinking: { type: "enabled", budget_tokens: 8192 } };

test.each([
  [{ reasoning_effort: "xhigh" }, "effort", { reasoning_effort: "xhigh" }, []],
  [{ reasoning_effort: "none" }, "effort", { reasoning_effort: "none" }, []],
  [budget, "effort", { reasoning_effort: "medium" }, ["reasoning.budgetTokens", "reasoning.mode"]],
  [{ enable_thinking: true }, "effort", { reasoning_effort: "medium" }, ["reasoning.mode"]],
  [budget, "object", { reasoning: { enabled: true, max_tokens: 8192 } }, []],
  [{ reasoning_effort: "low" }, "object", { reasoning: { effort: "low" } }, []],
  [budget, "thinking", budget, []],
  [{ reasoning_effort: "none" }, "thinking", { thinking: { type: "disabled" } }, []],
  [
    { reasoning_effort: "low" },
    "thinking",
    { thinking: { type: "enabled" }, reasoning_effort: "low" },
    ["reasoning.mode"],
  ],
  [budget, "enable_thinking", { enable_thinking: true, thinking_budget: 8192 }, []],
  [{ reasoning_effort: "none" }, "enable_thinking", { enable_thinking: false }, []],
] as const)("%j for an upstream of the kind %p is %j", (rest, kind, fields, lost) => {
  expect(encode(rest, kind)).toEqual({ fields, lost: [...lost] });
});
