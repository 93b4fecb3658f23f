import { isJsonObject, member } from "./json-value.ts";
import { RESPONSES_SEAL } from "./responses-stream.ts";

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
  return callsComplaint(input, json["previous_response_id"]) ?? thoughtsComplaint(input, json["store"]);
}

/** A thought comes back sealed as it was, or by its id where answers are kept, and something follows it. */
function thoughtsComplaint(items: readonly unknown[], store: unknown): ResponsesComplaint | undefined {
  for (const [index, item] of items.entries()) {
    if (member(item, "type") !== "reasoning") continue;
    const id = String(member(item, "id") ?? "");
    const seal = member(item, "encrypted_content") ?? undefined;
    if (seal !== undefined && seal !== RESPONSES_SEAL)
      return {
        message: `The encrypted content for item ${id} could not be verified.`,
        param: null,
        code: "invalid_encrypted_content",
      };
    if (seal === undefined && (store === false || !id.startsWith("rs_")))
      return {
        message: `Item with id '${id}' not found. Items are not persisted when \`store\` is set to false.`,
        param: "input",
      };
    if (index === items.length - 1)
      return {
        message: `Item '${id}' of type 'reasoning' was provided without its required following item.`,
        param: "input",
      };
  }
  return undefined;
}

/** Every output has its call before it, here or in the response it goes on from, and every call its output after it. */
function callsComplaint(items: readonly unknown[], previousId: unknown): ResponsesComplaint | undefined {
  const open = new Set<unknown>();
  for (const item of items) {
    const callId = member(item, "call_id");
    const type = member(item, "type");
    if (type === "function_call") open.add(callId);
    if (type === "function_call_output" && !open.delete(callId) && typeof previousId !== "string")
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
