import type { LossList } from "../chat/chat-loss.ts";
import { readToolArguments } from "../chat/tool-calls.ts";
import type { ToolCallPart } from "../chat/chat-part.ts";
import type { ChatRequest } from "../chat/chat-request.ts";
import { textOf } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";

/**
 * Tools that take plain text (OpenAI's custom tools) are functions with one text here. The field is named in the schema
 * that `customToolSchema` declares.
 */
const TEXT_FIELD = "input";

/** The schema by which a tool that takes plain text is declared. */
export const CUSTOM_TOOL_SCHEMA: Fields = {
  type: "object",
  properties: { [TEXT_FIELD]: { type: "string" } },
  required: [TEXT_FIELD],
};

/** Names of the request's tools that take plain text. */
export function customToolNames(request: ChatRequest | undefined): ReadonlySet<string> {
  const tools = request?.tools ?? [];
  return new Set(tools.flatMap((tool) => (tool.type === "custom" ? [tool.name] : [])));
}

/** The plain text in the arguments of a call of such a tool; the arguments themselves when the model ignored the schema. */
export function customToolText(callArguments: string): string {
  const value = readToolArguments(callArguments)?.[TEXT_FIELD];
  return typeof value === "string" ? value : callArguments;
}

/**
 * A call's arguments as `input`, which must be an object. What is none is wrapped as the vendor advises:
 * https://platform.claude.com/docs/en/agents-and-tools/tool-use/fine-grained-tool-streaming (`INVALID_JSON`).
 */
export function encodeInput(part: ToolCallPart, path: string, losses: LossList): Fields {
  if (part.isCustom) {
    losses.changed(`${path}.isCustom`, "tools take objects here");
    return { [TEXT_FIELD]: part.arguments };
  }
  const input = readToolArguments(part.arguments);
  if (input !== undefined) return input;
  losses.changed(`${path}.arguments`, "they are not a JSON object");
  return { INVALID_JSON: part.arguments };
}

/** The arguments of a call that came as an object. */
export function argumentsText(input: unknown): string {
  return textOf(input) || JSON.stringify(input ?? {});
}
