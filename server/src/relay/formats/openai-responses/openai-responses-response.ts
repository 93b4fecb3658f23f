import { answerId } from "../chat/answer-id.ts";
import type { EncodeContext } from "../chat/chat-format.ts";
import { createLossList } from "../chat/chat-loss.ts";
import { isPlainText } from "../chat/canonical-messages.ts";
import type { Extensions } from "../chat/chat-dialect.ts";
import type { LossList } from "../chat/chat-loss.ts";
import { keptFields, withKeptFields } from "../chat/body-fields.ts";
import type { Fields } from "../reported-usage.ts";
import { DIALECT } from "./openai-responses-dialect.ts";
import { encodeWishes } from "./openai-responses-request-encoder.ts";
import { encodeTools } from "./openai-responses-tool-encoder.ts";

/** What begins an answer, whole or streamed. */
export interface AnswerHead {
  readonly id: string;
  readonly createdAtSeconds: number;
  readonly model: string;
  readonly serviceTier?: string;
  readonly extensions?: Extensions;
}

/** The id of a response, and what the ids of its items are made of. */
export function responseId(id: string): { readonly id: string; readonly idSeed: string } {
  const whole = answerId("resp_", id);
  return { id: whole, idSeed: whole.slice("resp_".length) };
}

/**
 * A response object as it is before its first item: what it is called, and what it repeats of the request. What the
 * request did not say is null or the documented default, for clients read these fields without looking.
 */
export function responseHead(head: AnswerHead, { request }: EncodeContext, losses: LossList): Fields {
  const { extensions, serviceTier } = head;
  const body: Fields = {
    id: responseId(head.id).id,
    object: "response",
    created_at: head.createdAtSeconds,
    status: "in_progress",
    background: false,
    error: null,
    incomplete_details: null,
    model: head.model,
    output: [],
    ...echo(request),
    ...(serviceTier !== undefined && { service_tier: serviceTier }),
  };
  return withKeptFields(body, losses.extensions("", extensions, DIALECT));
}

function echo(request: EncodeContext["request"]): Fields {
  // The request's own losses are told when it is sent.
  const silent = createLossList();
  const wishes = encodeWishes(request, silent);
  const text: unknown = wishes["text"];
  const [instructions] = request.system;
  return {
    instructions: instructions && isPlainText(instructions) ? instructions.text : null,
    max_output_tokens: null,
    temperature: null,
    top_p: null,
    tool_choice: "auto",
    tools: [],
    parallel_tool_calls: true,
    previous_response_id: request.previousResponseId ?? null,
    metadata: request.metadata ?? {},
    // Nothing is kept of an answer that another vendor's model gave.
    store: false,
    truncation: "disabled",
    user: request.endUser ?? null,
    ...wishes,
    ...encodeTools(request, silent),
    reasoning: { effort: null, summary: null, ...Object(wishes["reasoning"]) },
    text: { format: { type: "text" }, ...Object(text) },
  };
}

/** The fields of a response that repeat its request, or that the gateway writes anew. */
const RESPONSE_KNOWN: ReadonlySet<string> = new Set([
  "id",
  "object",
  "created_at",
  "completed_at",
  "status",
  "background",
  "error",
  "incomplete_details",
  "model",
  "output",
  "output_text",
  "usage",
  "service_tier",
  "instructions",
  "max_output_tokens",
  "max_tool_calls",
  "temperature",
  "top_p",
  "top_logprobs",
  "tool_choice",
  "tools",
  "parallel_tool_calls",
  "previous_response_id",
  "conversation",
  "prompt",
  "prompt_cache_key",
  "prompt_cache_options",
  "prompt_cache_retention",
  "safety_identifier",
  "metadata",
  "store",
  "truncation",
  "user",
  "reasoning",
  "text",
  "frequency_penalty",
  "presence_penalty",
]);

/** Unknown fields that a response has at its end only, so that its first event in a stream cannot tell them. */
const END_ONLY: ReadonlySet<string> = new Set([
  "tool_usage",
  "moderation",
  "prompt_cache_diagnostics",
  "input_transformations",
]);

const KNOWN_AT_START: ReadonlySet<string> = new Set([...RESPONSE_KNOWN, ...END_ONLY]);

/** What a response says beside the fields that the shared form has words for. */
export function headExtensions(response: Fields): Extensions | undefined {
  return keptFields(response, KNOWN_AT_START, DIALECT);
}

/** The same of its end. */
export function endExtensions(response: Fields): Extensions | undefined {
  const fields = Object.fromEntries(Object.entries(response).filter(([name]) => END_ONLY.has(name)));
  return keptFields(fields, RESPONSE_KNOWN, DIALECT);
}
