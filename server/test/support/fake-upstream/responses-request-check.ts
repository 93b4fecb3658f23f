import { isJsonObject, member } from "./json-value.ts";

/** https://platform.openai.com/docs/api-reference/responses/create */
const FIELDS = new Set([
  "background",
  "context_management",
  "conversation",
  "include",
  "input",
  "instructions",
  "max_output_tokens",
  "max_tool_calls",
  "metadata",
  "model",
  "parallel_tool_calls",
  "previous_response_id",
  "prompt",
  "prompt_cache_key",
  "prompt_cache_options",
  "prompt_cache_retention",
  "reasoning",
  "safety_identifier",
  "service_tier",
  "store",
  "stream",
  "stream_options",
  "temperature",
  "text",
  "tool_choice",
  "tools",
  "top_logprobs",
  "top_p",
  "truncation",
  "user",
]);

export interface ResponsesComplaint {
  readonly message: string;
  readonly param: string | null;
  readonly code?: string;
}

/** What OpenAI finds wrong with a body, in its way of saying so; undefined if nothing. */
export function responsesComplaint(json: Readonly<Record<string, unknown>>): ResponsesComplaint | undefined {
  for (const name of Object.keys(json))
    if (!FIELDS.has(name))
      return { message: `Unknown parameter: '${name}'.`, param: name, code: "unknown_parameter" };
  const { input } = json;
  if (typeof input === "string") return undefined;
  if (!Array.isArray(input) || !input.every(isJsonObject))
    return { message: "Missing required parameter: 'input'.", param: "input" };
  return callsComplaint(input);
}

/** Every output has its call before it, and every call its output after it. */
function callsComplaint(items: readonly unknown[]): ResponsesComplaint | undefined {
  const open = new Set<unknown>();
  for (const item of items) {
    const callId = member(item, "call_id");
    const type = member(item, "type");
    if (type === "function_call") open.add(callId);
    if (type === "function_call_output" && !open.delete(callId))
      return {
        message: `No tool call found for function call output with call_id ${callId}.`,
        param: "input",
      };
  }
  const [left] = open;
  return left === undefined
    ? undefined
    : { message: `No tool output found for function call ${left}.`, param: "input" };
}
