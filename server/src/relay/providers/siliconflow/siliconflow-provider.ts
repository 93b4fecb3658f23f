import { siliconFlowPictureCodec } from "../../formats/siliconflow/siliconflow-picture-codec.ts";
import { openAiCompatible } from "../openai-compatible/openai-compatible-provider.ts";

const PICTURES = { codec: siliconFlowPictureCodec, path: "/v1/images/generations" };

/** SiliconFlow: pictures have names of their own for sizes and numbers. Source: https://docs.siliconflow.cn/cn/api-reference/chat-completions/chat-completions, …/messages */
export const siliconFlowProvider = openAiCompatible({
  anthropicRoot: "/v1",
  operations: ["chat", "completions", "embeddings", "rerank", "audio/speech", "audio/transcriptions"],
  coded: (operation) => (operation === "images/generations" ? PICTURES : undefined),
  chat: { reasoningWish: "enable_thinking", extraSampling: true },
});
