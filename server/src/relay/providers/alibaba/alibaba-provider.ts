import { dashScopePictureCodec } from "../../formats/dashscope/dashscope-picture-codec.ts";
import { dashScopeRerankCodec } from "../../formats/dashscope/dashscope-rerank-codec.ts";
import { dashScopeSpeechCodec } from "../../formats/dashscope/dashscope-speech-codec.ts";
import { dashScopeTranscriptionCodec } from "../../formats/dashscope/dashscope-transcription-codec.ts";
import type { CodedCall, CodedOperation } from "../../formats/media/media-codec.ts";
import { openAiCompatible } from "../openai-compatible/openai-compatible-provider.ts";
import type { Provider } from "../provider.ts";

const AT_ONCE = "/api/v1/services/aigc/multimodal-generation/generation";

/** Pictures that DashScope makes in the background alone (older ones of Wan) are refused by this address. */
const CODED: Partial<Record<CodedOperation, CodedCall>> = {
  "images/generations": { codec: dashScopePictureCodec(false), path: AT_ONCE },
  "images/edits": { codec: dashScopePictureCodec(true), path: AT_ONCE },
  "audio/transcriptions": {
    codec: dashScopeTranscriptionCodec,
    path: "/compatible-mode/v1/chat/completions",
  },
  "audio/speech": { codec: dashScopeSpeechCodec, path: AT_ONCE },
  rerank: { codec: dashScopeRerankCodec, path: "/api/v1/services/rerank/text-rerank/text-rerank" },
};

const compatible = openAiCompatible({
  root: "/compatible-mode/v1",
  operations: ["chat", "completions", "embeddings"],
  coded: (operation) => CODED[operation],
  anthropicRoot: "/apps/anthropic/v1",
  chat: { reasoningWish: "enable_thinking", cacheHints: "cache_control", extraSampling: true },
  inlineMedia: { kinds: [] },
  usageDialects: { "openai-chat": "qwen" },
  headers: ({ other }) => (other === "" ? {} : { "x-dashscope-plugin": other }),
});

/**
 * Alibaba's Model Studio (DashScope): chats and embeddings in OpenAI's words, all else in its own. `other` names a plugin.
 * Source: https://help.aliyun.com/zh/model-studio/compatibility-of-openai-with-dashscope,
 * https://help.aliyun.com/zh/model-studio/anthropic-api-messages
 */
export const alibabaProvider: Provider = {
  ...compatible,
  target(channel, call) {
    const target = compatible.target(channel, call);
    // Whole, speech is kept at an address; as events its samples are told.
    return target && call.operation === "audio/speech"
      ? { ...target, headers: { ...target.headers, "x-dashscope-sse": "enable" } }
      : target;
  },
};
