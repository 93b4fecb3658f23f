import { withKeptFields } from "../chat/body-fields.ts";
import type { Encoded } from "../chat/chat-format.ts";
import { createLossList } from "../chat/chat-loss.ts";
import type { ChatRequest } from "../chat/chat-request.ts";
import type { ChatTarget } from "../chat/chat-target.ts";
import { encodeConfig } from "./gemini-config-encoder.ts";
import { encodeConversation } from "./gemini-message-encoder.ts";
import { writeTier } from "./gemini-service-tier.ts";
import { encodeTools } from "./gemini-tool-encoder.ts";

/** `stream` and the model are in the URL; usage is always reported. */
const WRITTEN = new Set([
  "model",
  "stream",
  "wantsUsage",
  "system",
  "messages",
  "tools",
  "toolChoice",
  "sampling",
  "maxOutputTokens",
  "choiceCount",
  "outputForm",
  "modalities",
  "reasoning",
  "audioOutput",
  "serviceTier",
  "store",
  "extensions",
]);

/** The body of a `generateContent` request. Never throws. */
export function encodeGeminiRequest(request: ChatRequest, target: ChatTarget): Encoded {
  const losses = createLossList();
  losses.unwritten("", request, WRITTEN, "gemini");
  const gemini = target.gemini ?? {};
  const generationConfig = encodeConfig(request, gemini, losses);
  const { store } = request;
  const serviceTier = writeTier(request.serviceTier, losses);
  const body = {
    ...encodeConversation(request, gemini, losses),
    ...encodeTools(request, gemini, losses),
    ...(generationConfig && { generationConfig }),
    ...(serviceTier !== undefined && { serviceTier }),
    ...(store !== undefined && { store }),
  };
  const kept = losses.extensions("", request.extensions, "gemini");
  return { body: withKeptFields(body, kept), losses: losses.list() };
}
