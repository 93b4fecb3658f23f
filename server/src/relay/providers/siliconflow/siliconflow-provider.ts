import type { CodedCall, CodedOperation } from "../../formats/media/media-codec.ts";
import { siliconFlowPictureCodec } from "../../formats/siliconflow/siliconflow-picture-codec.ts";
import { openAiCompatible } from "../openai-compatible/openai-compatible-provider.ts";

const PICTURES = "/v1/images/generations";

const CODED: Partial<Record<CodedOperation, CodedCall>> = {
  "images/generations": { codec: siliconFlowPictureCodec(false), path: PICTURES },
  "images/edits": { codec: siliconFlowPictureCodec(true), path: PICTURES },
};

/** SiliconFlow: pictures have names of their own for sizes and numbers. Source: https://docs.siliconflow.cn/cn/api-reference/chat-completions/chat-completions, …/messages */
export const siliconFlowProvider = openAiCompatible({
  anthropicRoot: "/v1",
  operations: ["chat", "completions", "embeddings", "rerank", "audio/speech", "audio/transcriptions"],
  coded: (operation) => CODED[operation],
  chat: { reasoningWish: "enable_thinking", extraSampling: true },
});
