import { readClientBody } from "./client-body.ts";
import {
  decodeCountTokensRequest,
  encodeCountTokensAnswer,
} from "./formats/anthropic-messages/anthropic-count-tokens.ts";
import { FormatError } from "./formats/chat/chat-error.ts";
import type { ChatRequest } from "./formats/chat/chat-request.ts";
import { decodeGeminiCountRequest, encodeGeminiCount } from "./formats/gemini-content/gemini-count-tokens.ts";
import { openAiChatFormat } from "./formats/openai-chat/openai-chat-format.ts";
import { estimatePrompt } from "./formats/openai/openai-prompt-tokens.ts";
import { readOpenAiPrompt } from "./formats/openai/openai-prompt.ts";
import { parseBody } from "./formats/openai/openai-request.ts";
import { groupsToTry } from "./groups-to-try.ts";
import { checkRules, identify } from "./relay.ts";
import type { Arrival, RelayDeps } from "./relay.ts";
import { RelayError } from "./relay-error.ts";

/**
 * `POST /v1/messages/count_tokens`: how many tokens a prompt is likely to be. An estimate by the gateway's own counters:
 * no upstream is asked and nothing is charged, but the key's rules apply. Throws their refusals, model_not_found, and
 * those of a body that is no request.
 */
export async function countAnthropicTokens(arrival: Arrival, deps: RelayDeps): Promise<object> {
  return encodeCountTokensAnswer(await countPrompt(arrival, deps, decodeCountTokensRequest));
}

/** `POST /v1beta/models/{model}:countTokens`: the same in Google's dialect. */
export async function countGeminiTokens(model: string, arrival: Arrival, deps: RelayDeps): Promise<object> {
  const decode = (body: unknown) => decodeGeminiCountRequest(body, { model });
  return encodeGeminiCount({ totalTokens: await countPrompt(arrival, deps, decode) });
}

async function countPrompt(
  arrival: Arrival,
  deps: RelayDeps,
  decode: (body: unknown) => ChatRequest,
): Promise<number> {
  const { identity, channelId } = await identify(arrival.request, deps);
  const chat = read(await readClientBody(arrival.request, deps.bodyLimitBytes), decode);
  const { model } = chat;
  const asked = checkRules(identity, { ip: arrival.ip, model, channelId }, deps);
  groupsToTry(identity, asked, model, deps);
  // Prompts are counted in one dialect's words.
  const { body } = openAiChatFormat.encodeRequest(chat, { model });
  return estimatePrompt({ model, prompt: readOpenAiPrompt(body) }).tokens;
}

function read(bytes: Uint8Array, decode: (body: unknown) => ChatRequest): ChatRequest {
  const { body } = parseBody(bytes);
  try {
    return decode(body);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw new RelayError("body.parameter", { param: error.path, reason: error.reason });
  }
}
