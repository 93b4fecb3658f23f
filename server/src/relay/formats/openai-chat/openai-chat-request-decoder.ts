import {
  bodyObject,
  countField,
  failField,
  flagField,
  neededText,
  objectField,
  plainField,
  textField,
  textsField,
  unreadFields,
  wordField,
} from "../chat/body-fields.ts";
import type { BodyObject } from "../chat/body-fields.ts";
import type { AudioOutput, ChatRequest } from "../chat/chat-request.ts";
import { decodeMessages } from "./openai-chat-message-decoder.ts";
import { decodeOutputForm } from "./openai-chat-output-form.ts";
import { decodeReasoningWish } from "./openai-chat-reasoning-wish.ts";
import { decodeSampling } from "./openai-chat-sampling.ts";
import { decodeTools } from "./openai-chat-tool-decoder.ts";

const DIALECT = "openai-chat";

/** A client's body. `n: 1` and an empty list of stops mean what nothing means. Throws FormatError. */
export function decodeOpenAiChatRequest(value: unknown): ChatRequest {
  const body = bodyObject(value, "");
  const model = neededText(body, "model");
  const stream = flagField(body, "stream") ?? false;
  const outputForm = decodeOutputForm(body);
  const sampling = decodeSampling(body);
  const reasoning = decodeReasoningWish(body);
  const request: ChatRequest = {
    model,
    ...decodeMessages(body),
    ...decodeTools(body),
    ...(outputForm && { outputForm }),
    ...decodeLimits(body),
    ...(sampling && { sampling }),
    ...(reasoning && { reasoning }),
    stream,
    wantsUsage: decodeUsageWish(body) || !stream,
    ...decodeOutput(body),
    ...decodeAccount(body),
  };
  const extensions = unreadFields(body, DIALECT);
  return extensions ? { ...request, extensions } : request;
}

function decodeUsageWish(body: BodyObject): boolean {
  const options = objectField(body, "stream_options");
  return options !== undefined && flagField(options, "include_usage") === true;
}

/** `max_tokens` is the older name of `max_completion_tokens`. */
function decodeLimits(body: BodyObject): Pick<ChatRequest, "maxOutputTokens" | "choiceCount"> {
  const older = countField(body, "max_tokens");
  const maxOutputTokens = countField(body, "max_completion_tokens") ?? older;
  const choiceCount = countField(body, "n");
  if (choiceCount === 0) failField(body, "n", "it must be at least 1");
  return {
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    ...(choiceCount !== undefined && choiceCount > 1 && { choiceCount }),
  };
}

const MODALITIES = ["text", "image", "audio"] as const;

function decodeOutput(body: BodyObject): Pick<ChatRequest, "verbosity" | "modalities" | "audioOutput"> {
  const verbosity = wordField(body, "verbosity", ["low", "medium", "high"]);
  const modalities = textsField(body, "modalities")?.map(
    (word, index) =>
      MODALITIES.find((known) => known === word) ??
      failField(body, `modalities[${index}]`, `it must be one of ${MODALITIES.join(", ")}`),
  );
  const audioOutput = decodeAudioOutput(body);
  return {
    ...(verbosity !== undefined && { verbosity }),
    ...(modalities && modalities.length > 0 && { modalities }),
    ...(audioOutput && { audioOutput }),
  };
}

/** A voice of the client's own is an object with its id, and is kept as it came. */
function decodeAudioOutput(body: BodyObject): AudioOutput | undefined {
  const audio = objectField(body, "audio");
  if (audio === undefined) return undefined;
  const format = textField(audio, "format");
  const voice = typeof audio.fields["voice"] === "object" ? undefined : textField(audio, "voice");
  return { ...(format !== undefined && { format }), ...(voice !== undefined && { voice }) };
}

/** What is about the account and not about the answer. */
function decodeAccount(body: BodyObject): Partial<ChatRequest> {
  const endUser = textField(body, "user");
  const safetyIdentifier = textField(body, "safety_identifier");
  const metadata = plainField(body, "metadata");
  const serviceTier = textField(body, "service_tier");
  const store = flagField(body, "store");
  const promptCacheKey = textField(body, "prompt_cache_key");
  const promptCacheRetention = textField(body, "prompt_cache_retention");
  return {
    ...(endUser !== undefined && { endUser }),
    ...(safetyIdentifier !== undefined && { safetyIdentifier }),
    ...(metadata && { metadata }),
    ...(serviceTier !== undefined && { serviceTier }),
    ...(store !== undefined && { store }),
    ...(promptCacheKey !== undefined && { promptCacheKey }),
    ...(promptCacheRetention !== undefined && { promptCacheRetention }),
  };
}
