import { isObject } from "@tollgate/contract/json-object";
import type { Encoded } from "../chat/chat-format.ts";
import { createLossList } from "../chat/chat-loss.ts";
import type { LossList } from "../chat/chat-loss.ts";
import type { ChatRequest, Sampling } from "../chat/chat-request.ts";
import type { ChatTarget } from "../chat/chat-target.ts";
import { encodeOpenAiChatRequest } from "../openai-chat/openai-chat-request-encoder.ts";
import { fieldsOf, objectsIn, textOf } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";
import { pascalCased } from "./hunyuan-words.ts";

const DIALECT = "hunyuan";

const WRITTEN: ReadonlySet<string> = new Set<keyof ChatRequest>([
  "model",
  "system",
  "messages",
  "tools",
  "toolChoice",
  "sampling",
  "reasoning",
  "stream",
  "wantsUsage",
]);

const SAMPLING_WRITTEN: ReadonlySet<string> = new Set<keyof Sampling>([
  "temperature",
  "topP",
  "seed",
  "stop",
]);

/**
 * Tencent's own chat interface: OpenAI's, in other letters, with parameters as JSON text and without a limit.
 * Source: https://cloud.tencent.com/document/api/1729/105701
 */
export function encodeHunyuanRequest(request: ChatRequest, target: ChatTarget): Encoded {
  const losses = createLossList();
  losses.unwritten("", request, WRITTEN, DIALECT);
  losses.unwritten("sampling", request.sampling ?? {}, SAMPLING_WRITTEN, DIALECT);
  for (const [index, { type }] of (request.tools ?? []).entries())
    if (type !== "function") losses.leftOut(`tools[${index}]`, `hunyuan has no tools of the kind ${type}`);
  const said = encodeOpenAiChatRequest(known(request), {
    ...target,
    openAiChat: {
      instructionRole: "system",
      thoughts: "none",
      cacheHints: "none",
      extraSampling: false,
      reasoningWish: "enable_thinking",
    },
  });
  const {
    messages,
    tools,
    tool_choice: choice,
    enable_thinking: thinks,
    thinking_budget: budget,
    ...rest
  } = said.body;
  if (budget !== undefined) losses.leftOut("reasoning.budgetTokens", "hunyuan only thinks or does not");
  const plain = fieldsOf(pascalCased(withoutStreamOptions(rest)));
  const body = {
    ...plain,
    Messages: objectsIn(messages).map(messageOf),
    ...(thinks !== undefined && { EnableThinking: thinks }),
    ...toolsOf(objectsIn(tools), choice, losses),
  };
  return { body, losses: [...losses.list(), ...said.losses] };
}

/** The fields that it has words for; the others are told as lost already. */
function known({ sampling, ...request }: ChatRequest): ChatRequest {
  const fields = Object.entries(request).filter(([name]) => WRITTEN.has(name));
  const kept = Object.entries(sampling ?? {}).filter(([name]) => SAMPLING_WRITTEN.has(name));
  const { model, system, messages, stream, wantsUsage } = request;
  const needed = { model, system, messages, stream, wantsUsage };
  const tools = request.tools?.filter(({ type }) => type === "function") ?? [];
  return {
    ...needed,
    ...Object.fromEntries(fields),
    tools,
    ...(kept.length > 0 && { sampling: Object.fromEntries(kept) }),
  };
}

/** Usage comes with every event. */
function withoutStreamOptions({ stream_options: _unasked, ...body }: Fields): Fields {
  return body;
}

/** A content of several parts is `Contents`. */
function messageOf(message: Fields): Fields {
  const { content, ...rest } = message;
  const fields = fieldsOf(pascalCased(rest));
  return Array.isArray(content)
    ? { ...fields, Contents: pascalCased(content) }
    : { ...fields, Content: content ?? "" };
}

function toolsOf(tools: readonly Fields[], choice: unknown, losses: LossList): Fields {
  const written = tools.map(toolOf);
  if (written.length === 0) return {};
  const name = textOf(fieldsOf(fieldsOf(choice)["function"])["name"]);
  const custom =
    name === "" ? undefined : written.find(({ Function: called }) => fieldsOf(called)["Name"] === name);
  if (isObject(choice) && !custom) losses.leftOut("toolChoice", "hunyuan forces one tool or none");
  if (choice === "required") losses.changed("toolChoice", "hunyuan forces one tool or none");
  const word = custom ? "custom" : choice === "none" ? "none" : "auto";
  return {
    Tools: written,
    ...(choice !== undefined && { ToolChoice: word }),
    ...(custom && { CustomTool: custom }),
  };
}

function toolOf(tool: Fields): Fields {
  const { name, description, parameters } = fieldsOf(tool["function"]);
  return {
    Type: "function",
    Function: {
      Name: name,
      ...(description !== undefined && { Description: description }),
      Parameters: JSON.stringify(parameters ?? { type: "object", properties: {} }),
    },
  };
}
