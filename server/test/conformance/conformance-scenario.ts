import type { ChatAnswer, ChatFinish } from "../../src/relay/formats/chat/chat-answer.ts";
import type { AssistantPart } from "../../src/relay/formats/chat/chat-part.ts";
import type { ChatMessage, ChatRequest } from "../../src/relay/formats/chat/chat-request.ts";
import { usageOf } from "../../src/pricing/usage.ts";

/** A call that every pair of dialects must carry, in no vendor's words. */
export interface ConformanceScenario {
  readonly name: string;
  readonly request: ChatRequest;
  readonly answer: ChatAnswer;
}

/** A request of one user's question; `rest` replaces what it says. */
export function sampleRequest(rest: Partial<ChatRequest> = {}): ChatRequest {
  return {
    model: "model-1",
    system: [],
    messages: [userSays("How are you?")],
    stream: false,
    wantsUsage: true,
    ...rest,
  };
}

export function userSays(text: string): ChatMessage {
  return { role: "user", parts: [{ type: "text", text }] };
}

export function modelSays(...parts: readonly AssistantPart[]): ChatMessage {
  return { role: "assistant", parts };
}

/** An answer of these parts. */
export function sampleAnswer(
  parts: readonly AssistantPart[],
  finish: ChatFinish = { reason: "stop" },
): ChatAnswer {
  return {
    id: "answer1",
    createdAtSeconds: 1_790_000_000,
    model: "model-1",
    choices: [{ index: 0, parts, finish }],
    usage: usageOf({ requests: 1, input: { uncached: 20, cacheRead: 5 }, output: { text: 12 } }),
  };
}
