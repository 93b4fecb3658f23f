import {
  anyField,
  bodyObject,
  countField,
  failField,
  flagField,
  neededText,
  numberField,
  plainField,
  textField,
  textsField,
  unreadFields,
} from "../chat/body-fields.ts";
import type { BodyObject } from "../chat/body-fields.ts";
import type { Extensions } from "../chat/chat-dialect.ts";
import type { ChatRequest, Sampling } from "../chat/chat-request.ts";
import { DIALECT } from "./openai-responses-dialect.ts";
import { decodeInput } from "./openai-responses-input-decoder.ts";
import { decodeTools } from "./openai-responses-tool-decoder.ts";
import { decodeReasoningWish, decodeTextWishes } from "./openai-responses-wishes-decoder.ts";

/** What `include` asks for that the shared form has a word for. */
export const LOGPROBS_INCLUDED = "message.output_text.logprobs";

/**
 * A request of the Responses API. Throws FormatError, also for one that is to be answered in the background: nothing
 * keeps the answer where it could be fetched.
 *
 * Source: the types of OpenAI's SDK (`resources/responses/responses.d.ts`, 6.30 and 7.57).
 */
export function decodeRequest(value: unknown): ChatRequest {
  const body = bodyObject(value, "");
  const model = neededText(body, "model");
  if (flagField(body, "background") === true)
    failField(body, "background", "answers in the background are not kept for this model");
  if (needsInput(body)) failField(body, "input", "it is required");
  const { system, messages } = decodeInput(body);
  const sampling = decodeSampling(body);
  const reasoning = decodeReasoningWish(body);
  const maxOutputTokens = countField(body, "max_output_tokens");
  const decoded: ChatRequest = {
    model,
    system,
    messages,
    ...decodeTools(body),
    ...decodeTextWishes(body),
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    ...(Object.keys(sampling).length > 0 && { sampling }),
    ...(reasoning && { reasoning }),
    stream: flagField(body, "stream") ?? false,
    wantsUsage: true,
    ...decodeBookkeeping(body),
  };
  const extensions = keptFields(body);
  return extensions ? { ...decoded, extensions } : decoded;
}

/** What may stand for `input`: a conversation or a template that the vendor keeps. */
const INPUT_SOURCES = ["previous_response_id", "conversation", "prompt"];

function needsInput({ fields }: BodyObject): boolean {
  const input = fields["input"] ?? undefined;
  const isMissing = input === undefined || (Array.isArray(input) && input.length === 0);
  return isMissing && INPUT_SOURCES.every((name) => (fields[name] ?? undefined) === undefined);
}

function decodeSampling(body: BodyObject): Sampling {
  const temperature = numberField(body, "temperature");
  const topP = numberField(body, "top_p");
  const topLogprobs = countField(body, "top_logprobs");
  const logprobs = textsField(body, "include")?.includes(LOGPROBS_INCLUDED) ?? false;
  return {
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { topP }),
    ...(logprobs && { logprobs }),
    ...(topLogprobs !== undefined && { topLogprobs }),
  };
}

function decodeBookkeeping(body: BodyObject): Partial<ChatRequest> {
  const endUser = textField(body, "user");
  const safetyIdentifier = textField(body, "safety_identifier");
  const metadata = plainField(body, "metadata");
  const serviceTier = textField(body, "service_tier");
  const store = flagField(body, "store");
  const previousResponseId = textField(body, "previous_response_id");
  const promptCacheKey = textField(body, "prompt_cache_key");
  const promptCacheRetention = textField(body, "prompt_cache_retention");
  return {
    ...(endUser !== undefined && { endUser }),
    ...(safetyIdentifier !== undefined && { safetyIdentifier }),
    ...(metadata && { metadata }),
    ...(serviceTier !== undefined && { serviceTier }),
    ...(store !== undefined && { store }),
    ...(previousResponseId !== undefined && { previousResponseId }),
    ...(promptCacheKey !== undefined && { promptCacheKey }),
    ...(promptCacheRetention !== undefined && { promptCacheRetention }),
  };
}

/** Unknown fields, and the wishes of `include` that have no other place. */
function keptFields(body: BodyObject): Extensions | undefined {
  const include = (textsField(body, "include") ?? []).filter((wish) => wish !== LOGPROBS_INCLUDED);
  anyField(body, "include");
  const unread = unreadFields(body, DIALECT);
  if (include.length === 0) return unread;
  return { dialect: DIALECT, fields: { ...unread?.fields, include } };
}
