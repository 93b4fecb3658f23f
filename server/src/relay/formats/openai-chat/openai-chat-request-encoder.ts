import { withKeptFields } from "../chat/body-fields.ts";
import type { Encoded } from "../chat/chat-format.ts";
import { createLossList } from "../chat/chat-loss.ts";
import type { LossList } from "../chat/chat-loss.ts";
import type { ChatRequest } from "../chat/chat-request.ts";
import type { ChatTarget } from "../chat/chat-target.ts";
import type { Fields } from "../reported-usage.ts";
import { encodeMessages } from "./openai-chat-message-encoder.ts";
import { encodeOutputForm } from "./openai-chat-output-form.ts";
import { encodeReasoningWish } from "./openai-chat-reasoning-wish.ts";
import { encodeSampling } from "./openai-chat-sampling.ts";
import { encodeTools } from "./openai-chat-tool-encoder.ts";

const DIALECT = "openai-chat";

const WRITTEN: ReadonlySet<string> = new Set<keyof ChatRequest>([
  "model",
  "system",
  "messages",
  "tools",
  "toolChoice",
  "parallelToolCalls",
  "legacyFunctions",
  "outputForm",
  "maxOutputTokens",
  "sampling",
  "reasoning",
  "choiceCount",
  "stream",
  "wantsUsage",
  "verbosity",
  "modalities",
  "audioOutput",
  "endUser",
  "safetyIdentifier",
  "metadata",
  "serviceTier",
  "store",
  "promptCacheKey",
  "promptCacheRetention",
  "extensions",
]);

/** The request for an upstream. Usage in a stream is asked for where the request wants it. */
export function encodeOpenAiChatRequest(request: ChatRequest, chatTarget: ChatTarget): Encoded {
  const losses = createLossList();
  const target = chatTarget.openAiChat ?? {};
  losses.unwritten("", request, WRITTEN, DIALECT);
  const { maxOutputTokens } = request;
  const body = {
    model: chatTarget.model,
    messages: encodeMessages(request, target, losses),
    ...encodeTools(request, losses),
    ...encodeOutputForm(request.outputForm, target, losses),
    ...(maxOutputTokens !== undefined && {
      [target.maxTokensField ?? "max_completion_tokens"]: maxOutputTokens,
    }),
    ...encodeSampling(request.sampling, target, losses),
    ...encodeReasoningWish(request.reasoning, target, losses),
    ...encodeRest(request, losses),
  };
  const kept = losses.extensions("", request.extensions, DIALECT);
  return { body: withKeptFields(body, kept), losses: losses.list() };
}

const AUDIO_WRITTEN = new Set(["format", "voice"]);

function encodeRest(request: ChatRequest, losses: LossList): Fields {
  const { choiceCount, stream, verbosity, modalities, audioOutput, endUser, safetyIdentifier } = request;
  const { metadata, serviceTier, store, promptCacheKey, promptCacheRetention } = request;
  const { format, voice } = audioOutput ?? {};
  losses.unwritten("audioOutput", audioOutput ?? {}, AUDIO_WRITTEN, DIALECT);
  return {
    ...(choiceCount !== undefined && { n: choiceCount }),
    ...(stream && { stream }),
    ...(stream && request.wantsUsage && { stream_options: { include_usage: true } }),
    ...(verbosity !== undefined && { verbosity }),
    ...(modalities && { modalities }),
    ...(audioOutput && {
      audio: { ...(format !== undefined && { format }), ...(voice !== undefined && { voice }) },
    }),
    ...(endUser !== undefined && { user: endUser }),
    ...(safetyIdentifier !== undefined && { safety_identifier: safetyIdentifier }),
    ...(metadata && { metadata }),
    ...(serviceTier !== undefined && { service_tier: serviceTier }),
    ...(store !== undefined && { store }),
    ...(promptCacheKey !== undefined && { prompt_cache_key: promptCacheKey }),
    ...(promptCacheRetention !== undefined && { prompt_cache_retention: promptCacheRetention }),
  };
}
