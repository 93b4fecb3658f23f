import { anthropicMessagesFormat } from "../formats/anthropic-messages/anthropic-messages-format.ts";
import { bedrockConverseFormat } from "../formats/bedrock-converse/bedrock-converse-format.ts";
import type { ChatDialect, UpstreamDialect } from "../formats/chat/chat-dialect.ts";
import type { ChatFormat } from "../formats/chat/chat-format.ts";
import type { ClientFormat } from "../formats/chat/client-format.ts";
import type { UpstreamFormat } from "../formats/chat/upstream-format.ts";
import type { ClientRequest } from "../formats/client-request.ts";
import { cozeFormat } from "../formats/coze/coze-format.ts";
import { difyFormat } from "../formats/dify/dify-format.ts";
import { ernieFormat } from "../formats/ernie/ernie-format.ts";
import { geminiContentFormat } from "../formats/gemini-content/gemini-content-format.ts";
import { hunyuanFormat } from "../formats/hunyuan/hunyuan-format.ts";
import { libraryFormat } from "../formats/library/library-format.ts";
import { openAiChatFormat } from "../formats/openai-chat/openai-chat-format.ts";
import { openAiCompletionsFormat } from "../formats/openai-completions/openai-completions-format.ts";
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

/** The client's side of the codec that a request speaks. */
export function clientFormatOf({
  operation,
  dialect,
}: Pick<ClientRequest, "operation" | "dialect">): Omit<ClientFormat, "dialect"> {
  return operation === "completions" ? openAiCompletionsFormat : CHAT_FORMATS[dialect];
}

/** The upstream's side of every dialect that an upstream may speak. */
export const UPSTREAM_FORMATS: Readonly<Record<UpstreamDialect, UpstreamFormat>> = {
  ...CHAT_FORMATS,
  dify: difyFormat,
  coze: cozeFormat,
  library: libraryFormat,
  ernie: ernieFormat,
  hunyuan: hunyuanFormat,
};

/** How a dialect's owner reports usage. */
export const USAGE_OF_DIALECT: Readonly<Record<UpstreamDialect, UsageDialect>> = {
  "openai-chat": "openai",
  "openai-responses": "openai-responses",
  anthropic: "anthropic",
  gemini: "gemini",
  "bedrock-converse": "bedrock",
  dify: "dify",
  coze: "coze",
  // It reports none: what it uses is counted here.
  library: "openai",
  ernie: "openai",
  hunyuan: "hunyuan",
};
