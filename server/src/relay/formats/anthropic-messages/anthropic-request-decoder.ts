import {
  bodyObject,
  countField,
  failField,
  flagField,
  neededText,
  numberField,
  objectField,
  plainField,
  textField,
  textsField,
  unreadFields,
} from "../chat/body-fields.ts";
import type { BodyObject } from "../chat/body-fields.ts";
import type { ChatRequest, OutputForm, Sampling } from "../chat/chat-request.ts";
import { decodeMessages } from "./anthropic-message-decoder.ts";
import { decodeEffort, decodeThinking } from "./anthropic-thinking-decoder.ts";
import { sharedTier } from "./anthropic-service-tier.ts";
import { decodeTools } from "./anthropic-tool-decoder.ts";

const DIALECT = "anthropic";

/**
 * A request of the Messages API, and of `count_tokens`, which has the same fields but fewer. Throws FormatError.
 *
 * Source: the types of `@anthropic-ai/sdk` 1.12 (`resources/messages/messages.d.ts`).
 */
export function decodeAnthropicRequest(value: unknown): ChatRequest {
  const body = bodyObject(value, "");
  refuseThread(body);
  const model = neededText(body, "model");
  const conversation = decodeMessages(body);
  const tools = decodeTools(body);
  const maxOutputTokens = countField(body, "max_tokens");
  const outputConfig = objectField(body, "output_config");
  const outputForm = decodeOutputForm(outputConfig, "format") ?? decodeOutputForm(body, "output_format");
  const reasoning = decodeThinking(body, decodeEffort(outputConfig));
  const sampling = decodeSampling(body);
  const stream = flagField(body, "stream") ?? false;
  const person = objectField(body, "metadata");
  const endUser = person && textField(person, "user_id");
  const serviceTier = textField(body, "service_tier");
  const extensions = unreadFields(body, DIALECT);
  return {
    model,
    ...conversation,
    ...tools,
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    ...(outputForm && { outputForm }),
    ...reasoning,
    ...(sampling && { sampling }),
    stream,
    wantsUsage: true,
    ...(endUser !== undefined && { endUser }),
    ...(serviceTier !== undefined && { serviceTier: sharedTier(serviceTier) }),
    ...(extensions && { extensions }),
  };
}

/**
 * A conversation that the vendor keeps cannot be carried elsewhere: only its last message is here. Told so, the vendor's
 * client sends it whole (https://platform.claude.com/docs/en/api/errors, `thread_unsupported_request`).
 */
function refuseThread(body: BodyObject): void {
  if (objectField(body, "thread") !== undefined)
    failField(body, "thread", "threads are not kept here, send the whole conversation");
}

/** `output_format` is the older place of the same. */
function decodeOutputForm(holder: BodyObject | undefined, name: string): OutputForm | undefined {
  const format = holder && objectField(holder, name);
  if (format === undefined) return undefined;
  if (neededText(format, "type") !== "json_schema")
    return failField(format, "type", "it must be json_schema");
  const schema = plainField(format, "schema") ?? failField(format, "schema", "it is required");
  return { type: "schema", schema };
}

function decodeSampling(body: BodyObject): Sampling | undefined {
  const temperature = numberField(body, "temperature");
  const topP = numberField(body, "top_p");
  const topK = numberField(body, "top_k");
  const stop = textsField(body, "stop_sequences");
  const sampling: Sampling = {
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { topP }),
    ...(topK !== undefined && { topK }),
    ...(stop && stop.length > 0 && { stop }),
  };
  return Object.keys(sampling).length === 0 ? undefined : sampling;
}
