import { withKeptFields } from "../chat/body-fields.ts";
import type { Encoded } from "../chat/chat-format.ts";
import { createLossList } from "../chat/chat-loss.ts";
import type { LossList } from "../chat/chat-loss.ts";
import type { ChatRequest } from "../chat/chat-request.ts";
import type { AnthropicTarget, ChatTarget } from "../chat/chat-target.ts";
import { toolNames } from "../chat/tool-calls.ts";
import { countOf } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";
import { encodeBlocks, shortContent } from "./anthropic-block-encoder.ts";
import type { BlockEncoding } from "./anthropic-block-encoder.ts";
import { createCacheMarks } from "./anthropic-cache.ts";
import { createCallIds } from "./anthropic-call-ids.ts";
import { outputSchema } from "./anthropic-output-schema.ts";
import { encodeSampling } from "./anthropic-sampling-encoder.ts";
import { writeRequestTier } from "./anthropic-service-tier.ts";
import { encodeThinking } from "./anthropic-thinking-encoder.ts";
import { encodeTools } from "./anthropic-tool-encoder.ts";
import { encodeTurns, writeTurn } from "./anthropic-turns.ts";
import type { Turn } from "./anthropic-turns.ts";

const DIALECT = "anthropic";
const MAX_TOKENS_DEFAULT = 8192;

const WRITTEN = new Set([
  "model",
  "system",
  "messages",
  "tools",
  "toolChoice",
  "parallelToolCalls",
  "outputForm",
  "maxOutputTokens",
  "sampling",
  "reasoning",
  "stream",
  "wantsUsage",
  "endUser",
  "safetyIdentifier",
  "serviceTier",
  "extensions",
]);

/** A request for an upstream of this dialect. Never throws: what cannot be said is a loss. */
export function encodeAnthropicRequest(request: ChatRequest, { model, anthropic = {} }: ChatTarget): Encoded {
  const losses = createLossList();
  losses.unwritten("", request, WRITTEN, DIALECT);
  const marks = createCacheMarks(request, losses);
  const encoding: BlockEncoding = {
    target: anthropic,
    losses,
    marks,
    ids: createCallIds(),
    names: toolNames(request),
  };
  // In the order of the prompt: marks for the cache are counted along it.
  const tools = encodeTools(request, marks, losses);
  const system = encodeSystem(request, encoding);
  const turns = encodeTurns(request, encoding);
  const isCallForced = tools["tools"] !== undefined && request.toolChoice?.mode === "required";
  const limits = { maxTokens: request.maxOutputTokens, isCallForced, isMidCall: isMidCall(turns) };
  const { thinking, effort } = encodeThinking(request, anthropic, limits, losses);
  const format = encodeOutputForm(request, anthropic, losses);
  const isThinking = thinking !== undefined && thinking["type"] !== "disabled";
  const body = {
    model,
    max_tokens: encodeLimit(request, anthropic, thinking, losses),
    ...(system !== "" && { system }),
    messages: turns.map(writeTurn),
    ...tools,
    ...(thinking && { thinking }),
    ...((effort !== undefined || format) && {
      output_config: { ...(effort !== undefined && { effort }), ...(format && { format }) },
    }),
    ...encodeSampling(request.sampling, anthropic, isThinking, losses),
    ...encodePerson(request, losses),
    ...writeRequestTier(request.serviceTier, losses),
    ...(request.stream && { stream: true }),
  };
  return {
    body: withKeptFields(body, losses.extensions("", request.extensions, DIALECT)),
    losses: losses.list(),
  };
}

function encodeSystem({ system }: ChatRequest, encoding: BlockEncoding): string | readonly Fields[] {
  return shortContent(encodeBlocks(system, "system", encoding));
}

function encodeLimit(
  { maxOutputTokens }: ChatRequest,
  { maxOutputTokensDefault = MAX_TOKENS_DEFAULT }: AnthropicTarget,
  thinking: Fields | undefined,
  losses: LossList,
): number {
  if (maxOutputTokens !== undefined) return maxOutputTokens;
  const limit = maxOutputTokensDefault + countOf(thinking?.["budget_tokens"]);
  losses.added("maxOutputTokens", `${DIALECT} demands a limit: ${limit}`);
  return limit;
}

/** With a budget for thinking, the vendor demands that the turn whose calls are being answered begins with a thought. */
function isMidCall(turns: readonly Turn[]): boolean {
  const place = turns.findLastIndex(({ role }) => role === "assistant");
  const [turn, answer] = turns.slice(place === -1 ? turns.length : place);
  if (!answer?.results.length) return false;
  const first = turn?.blocks[0]?.["type"];
  return first !== "thinking" && first !== "redacted_thinking";
}

const FORM_WRITTEN = new Set(["type", "schema"]);

function encodeOutputForm(
  { outputForm }: ChatRequest,
  { jsonSchema = true }: AnthropicTarget,
  losses: LossList,
): Fields | undefined {
  if (outputForm === undefined) return undefined;
  if (outputForm.type === "text") losses.leftOut("outputForm", "it is what the model gives anyway");
  else if (outputForm.type === "json") losses.leftOut("outputForm", `${DIALECT} takes a schema or nothing`);
  else if (!jsonSchema) losses.leftOut("outputForm", "this model takes no schema");
  else {
    losses.unwritten("outputForm", outputForm, FORM_WRITTEN, DIALECT);
    const { schema, isChanged } = outputSchema(outputForm.schema);
    if (isChanged) losses.changed("outputForm.schema", `${DIALECT} takes a part of JSON schema`);
    return { type: "json_schema", schema };
  }
  return undefined;
}

/** `user_id` is meant for finding abuse, as OpenAI's safety identifier is. */
function encodePerson({ endUser, safetyIdentifier }: ChatRequest, losses: LossList): Fields {
  if (endUser !== undefined && safetyIdentifier !== undefined)
    losses.leftOut("safetyIdentifier", `${DIALECT} has one field for the person`);
  else if (safetyIdentifier !== undefined)
    losses.changed("safetyIdentifier", `sent as the person's id at ${DIALECT}`);
  const id = endUser ?? safetyIdentifier;
  return id === undefined ? {} : { metadata: { user_id: id } };
}
