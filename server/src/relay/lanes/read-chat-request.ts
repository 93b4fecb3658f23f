import type { ClientDialect } from "../formats/chat/chat-dialect.ts";
import { dearWishesIn } from "../formats/dear-wishes.ts";
import { FormatError } from "../formats/chat/chat-error.ts";
import type { ChatRequest } from "../formats/chat/chat-request.ts";
import type { ClientRequest } from "../formats/client-request.ts";
import { openAiChatFormat } from "../formats/openai-chat/openai-chat-format.ts";
import { readOpenAiPrompt } from "../formats/openai/openai-prompt.ts";
import { parseBody } from "../formats/openai/openai-request.ts";
import { RelayError } from "../relay-error.ts";
import { CHAT_FORMATS } from "./chat-formats.ts";

/** What the address of a call says of it. */
export interface ChatAddress {
  readonly dialect: ClientDialect;
  readonly model?: string | undefined;
  readonly stream?: boolean | undefined;
  readonly framing?: "json-array" | undefined;
}

/**
 * Reads a chat of any dialect through its codec. Throws body.not-json, body.not-object, model.missing, body.parameter with
 * the place in the client's own words.
 */
export function readChatRequest(address: ChatAddress, bytes: Uint8Array): ClientRequest {
  const { dialect, framing = "sse" } = address;
  const { text, body } = parseBody(bytes);
  if (address.model === undefined && (body["model"] ?? "") === "") throw new RelayError("model.missing");
  const chat = decode(address, body);
  // Prompts are counted in one dialect's words.
  const asOpenAi = openAiChatFormat.encodeRequest(chat, { model: chat.model }).body;
  const choices = chat.choiceCount ?? 1;
  return {
    dialect,
    operation: "chat",
    model: chat.model,
    stream: chat.stream,
    framing,
    wantsUsage: chat.wantsUsage,
    maxOutputTokens: chat.maxOutputTokens === undefined ? undefined : chat.maxOutputTokens * choices,
    choices,
    reasoningEffort: chat.reasoning?.effort,
    cacheKey: chat.promptCacheKey ?? chat.endUser,
    prompt: readOpenAiPrompt(asOpenAi),
    dearWishes: dearWishesIn(dialect, body),
    bytes,
    text,
    chat: () => chat,
  };
}

function decode({ dialect, model, stream }: ChatAddress, body: unknown): ChatRequest {
  try {
    return CHAT_FORMATS[dialect].decodeRequest(body, {
      ...(model !== undefined && { model }),
      ...(stream !== undefined && { stream }),
    });
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw new RelayError("body.parameter", { param: error.path, reason: error.reason });
  }
}
