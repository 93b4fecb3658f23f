import { anthropicMessagesFormat } from "../formats/anthropic-messages/anthropic-messages-format.ts";
import { bedrockConverseFormat } from "../formats/bedrock-converse/bedrock-converse-format.ts";
import type { ChatDialect } from "../formats/chat/chat-dialect.ts";
import type { ChatFormat } from "../formats/chat/chat-format.ts";
import { geminiContentFormat } from "../formats/gemini-content/gemini-content-format.ts";
import { openAiChatFormat } from "../formats/openai-chat/openai-chat-format.ts";
import { openAiResponsesFormat } from "../formats/openai-responses/openai-responses-format.ts";
import type { UsageDialect } from "../formats/usage-dialect.ts";

/** The codec of each chat dialect. */
export const CHAT_FORMATS: Readonly<Record<ChatDialect, ChatFormat>> = {
  "openai-chat": openAiChatFormat,
  "openai-responses": openAiResponsesFormat,
  anthropic: anthropicMessagesFormat,
  gemini: geminiContentFormat,
  "bedrock-converse": bedrockConverseFormat,
};

/** How a dialect's owner reports usage. */
export const USAGE_OF_DIALECT: Readonly<Record<ChatDialect, UsageDialect>> = {
  "openai-chat": "openai",
  "openai-responses": "openai-responses",
  anthropic: "anthropic",
  gemini: "gemini",
  "bedrock-converse": "bedrock",
};
