import { failField, flagField, textField, unreadFields } from "../chat/body-fields.ts";
import type { RequestAddress } from "../chat/chat-format.ts";
import type { ChatRequest } from "../chat/chat-request.ts";
import { decodeConfig } from "./gemini-config-decoder.ts";
import { geminiObject } from "./gemini-fields.ts";
import { decodeContents, decodeInstruction } from "./gemini-message-decoder.ts";
import { sharedTier } from "./gemini-service-tier.ts";
import { decodeToolChoice, decodeTools } from "./gemini-tool-decoder.ts";

/**
 * A `generateContent` or `streamGenerateContent` request. The model and whether to stream are in its URL. Throws
 * FormatError.
 *
 * Source: https://ai.google.dev/api/generate-content#method:-models.generatecontent.
 */
export function decodeGeminiRequest(value: unknown, address?: RequestAddress): ChatRequest {
  const body = geminiObject(value, "");
  // The body may repeat the model of its address; batches do.
  const named = textField(body, "model");
  const model = address?.model ?? named ?? failField(body, "model", "it is required");
  const messages = decodeContents(body);
  const tools = decodeTools(body);
  const toolChoice = decodeToolChoice(body);
  const config = decodeConfig(body);
  const serviceTier = sharedTier(textField(body, "serviceTier"));
  const store = flagField(body, "store");
  const system = decodeInstruction(body);
  const extensions = unreadFields(body, "gemini");
  return {
    model: bareModel(model),
    system,
    messages,
    ...(tools.length > 0 && { tools }),
    ...(toolChoice && { toolChoice }),
    ...config,
    stream: address?.stream ?? false,
    wantsUsage: true,
    ...(serviceTier !== undefined && { serviceTier }),
    ...(store !== undefined && { store }),
    ...(extensions && { extensions }),
  };
}

/** `models/gemini-2.5-flash` → `gemini-2.5-flash`. */
export function bareModel(model: string): string {
  return model.replace(/^models\//, "");
}
