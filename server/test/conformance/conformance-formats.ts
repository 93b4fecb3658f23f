import { anthropicMessagesFormat } from "../../src/relay/formats/anthropic-messages/anthropic-messages-format.ts";
import { bedrockConverseFormat } from "../../src/relay/formats/bedrock-converse/bedrock-converse-format.ts";
import type { ChatFormat } from "../../src/relay/formats/chat/chat-format.ts";
import { geminiContentFormat } from "../../src/relay/formats/gemini-content/gemini-content-format.ts";
import { openAiChatFormat } from "../../src/relay/formats/openai-chat/openai-chat-format.ts";
import { openAiResponsesFormat } from "../../src/relay/formats/openai-responses/openai-responses-format.ts";

/** Every dialect of chat; the suite runs each by itself and with each other. */
export const conformanceFormats: readonly ChatFormat[] = [
  openAiChatFormat,
  anthropicMessagesFormat,
  geminiContentFormat,
  openAiResponsesFormat,
  bedrockConverseFormat,
];

/** Those that clients speak too. */
export const clientFormats: readonly ChatFormat[] = conformanceFormats.filter(
  ({ dialect }) => dialect !== "bedrock-converse",
);
