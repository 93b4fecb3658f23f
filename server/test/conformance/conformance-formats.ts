import type { ChatFormat } from "../../src/relay/formats/chat/chat-format.ts";
import { openAiChatFormat } from "../../src/relay/formats/openai-chat/openai-chat-format.ts";

/** Every dialect of chat; the suite runs each by itself and with each other. */
export const conformanceFormats: readonly ChatFormat[] = [openAiChatFormat];
