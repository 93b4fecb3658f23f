import { createCallIds } from "../anthropic-messages/anthropic-call-ids.ts";
import { withKeptFields } from "../chat/body-fields.ts";
import type { Encoded } from "../chat/chat-format.ts";
import { createLossList } from "../chat/chat-loss.ts";
import type { LossList } from "../chat/chat-loss.ts";
import type { ChatRequest } from "../chat/chat-request.ts";
import type { ChatTarget } from "../chat/chat-target.ts";
import { toolNames } from "../chat/tool-calls.ts";
import type { Fields } from "../reported-usage.ts";
import { encodeBlocks } from "./converse-content-encoder.ts";
import type { BlockEncoding } from "./converse-content-encoder.ts";
import { encodeTools } from "./converse-tool-encoder.ts";
import { encodeTurns } from "./converse-turns.ts";

const DIALECT = "bedrock-converse";

const WRITTEN = new Set([
  "model",
  "system",
  "messages",
  "tools",
  "toolChoice",
  "outputForm",
  "maxOutputTokens",
  "sampling",
  "stream",
  "wantsUsage",
  "serviceTier",
  "extensions",
]);

/**
 * A request of Converse and ConverseStream; the address has the model and whether it streams. Never throws: what cannot be
 * said is a loss. Source: https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html
 */
export function encodeConverseRequest(
  request: ChatRequest,
  { bedrockConverse: { cachePoints = true, jsonSchema = true } = {} }: ChatTarget,
): Encoded {
  const losses = createLossList();
  losses.unwritten("", request, WRITTEN, DIALECT);
  const encoding: BlockEncoding = {
    losses,
    ids: createCallIds(),
    names: toolNames(request),
    side: "upstream",
    cachePoints,
  };
  const system = encodeSystem(request, encoding);
  const toolConfig = encodeTools(request, encoding);
  const inferenceConfig = encodeInference(request, losses);
  const textFormat = encodeOutputForm(request, jsonSchema, losses);
  const body = {
    ...(system.length > 0 && { system }),
    messages: encodeTurns(request, encoding),
    ...(Object.keys(inferenceConfig).length > 0 && { inferenceConfig }),
    ...(toolConfig && { toolConfig }),
    ...(textFormat && { outputConfig: { textFormat } }),
    ...encodeTier(request.serviceTier, losses),
  };
  return {
    body: withKeptFields(body, losses.extensions("", request.extensions, DIALECT)),
    losses: losses.list(),
  };
}

function encodeSystem({ system }: ChatRequest, encoding: BlockEncoding): Fields[] {
  return encodeBlocks(system, "system", encoding);
}

const SAMPLING_WRITTEN = new Set(["temperature", "topP", "stop"]);

function encodeInference({ maxOutputTokens, sampling = {} }: ChatRequest, losses: LossList): Fields {
  losses.unwritten("sampling", sampling, SAMPLING_WRITTEN, DIALECT);
  const { temperature, topP, stop } = sampling;
  const isTooHot = temperature !== undefined && temperature > 1;
  if (isTooHot) losses.changed("sampling.temperature", `the highest is 1 at ${DIALECT}`);
  return {
    ...(maxOutputTokens !== undefined && { maxTokens: maxOutputTokens }),
    ...(temperature !== undefined && { temperature: isTooHot ? 1 : temperature }),
    ...(topP !== undefined && { topP }),
    ...(stop && stop.length > 0 && { stopSequences: stop }),
  };
}

const FORM_WRITTEN = new Set(["type", "schema", "name", "description"]);

function encodeOutputForm(
  { outputForm }: ChatRequest,
  takesSchema: boolean,
  losses: LossList,
): Fields | undefined {
  if (outputForm === undefined) return undefined;
  if (outputForm.type === "text") losses.leftOut("outputForm", "it is what the model gives anyway");
  else if (outputForm.type === "json") losses.leftOut("outputForm", `${DIALECT} takes a schema or nothing`);
  else if (!takesSchema) losses.leftOut("outputForm", "this model takes no schema");
  else {
    losses.unwritten("outputForm", outputForm, FORM_WRITTEN, DIALECT);
    const { schema, name, description } = outputForm;
    const jsonSchema = {
      schema: JSON.stringify(schema),
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
    };
    return { type: "json_schema", structure: { jsonSchema } };
  }
  return undefined;
}

const TIERS: ReadonlySet<string> = new Set(["default", "priority", "flex", "reserved"]);

function encodeTier(tier: string | undefined, losses: LossList): Fields {
  if (tier === undefined) return {};
  if (TIERS.has(tier)) return { serviceTier: { type: tier } };
  losses.leftOut("serviceTier", `${DIALECT} has no such tier`);
  return {};
}
