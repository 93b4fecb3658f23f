import type { ChannelType } from "@tollgate/contract/channel-types";
import type { RelayChannel } from "../../resources/channels/relay-channels.ts";
import { alibabaProvider } from "./alibaba/alibaba-provider.ts";
import { anthropicProvider } from "./anthropic/anthropic-provider.ts";
import { azureProvider } from "./azure/azure-provider.ts";
import { bedrockProvider } from "./bedrock/bedrock-provider.ts";
import { cloudflareProvider } from "./cloudflare/cloudflare-provider.ts";
import { cohereProvider } from "./cohere/cohere-provider.ts";
import { cozeProvider } from "./coze/coze-provider.ts";
import { customProvider } from "./custom/custom-provider.ts";
import { deepSeekProvider } from "./deepseek/deepseek-provider.ts";
import { difyProvider } from "./dify/dify-provider.ts";
import { ernieProvider } from "./ernie/ernie-provider.ts";
import { gatewayProvider } from "./gateway/gateway-provider.ts";
import { geminiProvider } from "./gemini/gemini-provider.ts";
import { hunyuanProvider } from "./hunyuan/hunyuan-provider.ts";
import { jinaProvider } from "./jina/jina-provider.ts";
import { libraryProvider } from "./library/library-provider.ts";
import { miniMaxProvider } from "./minimax/minimax-provider.ts";
import { mistralProvider } from "./mistral/mistral-provider.ts";
import { mokaProvider } from "./moka/moka-provider.ts";
import { moonshotProvider } from "./moonshot/moonshot-provider.ts";
import { ollamaProvider } from "./ollama/ollama-provider.ts";
import { openAiCompatible } from "./openai-compatible/openai-compatible-provider.ts";
import { openAiProvider } from "./openai/openai-provider.ts";
import { OPENAI_SUFFIXES } from "./openai-compatible/openai-suffixes.ts";
import { openModelsProvider } from "./open-models/open-models-provider.ts";
import { openRouterProvider } from "./openrouter/openrouter-provider.ts";
import { perplexityProvider } from "./perplexity/perplexity-provider.ts";
import type { Provider } from "./provider.ts";
import { qianfanProvider } from "./qianfan/qianfan-provider.ts";
import { siliconFlowProvider } from "./siliconflow/siliconflow-provider.ts";
import { sparkProvider } from "./spark/spark-provider.ts";
import { vertexProvider } from "./vertex/vertex-provider.ts";
import { volcEngineProvider } from "./volcengine/volcengine-provider.ts";
import { xaiProvider } from "./xai/xai-provider.ts";
import { zhipuProvider } from "./zhipu/zhipu-provider.ts";

/** Resellers of OpenAI's models, and whoever has taken over its dialect as it is. */
const likeOpenAi = openAiCompatible({ realtime: true, suffixes: OPENAI_SUFFIXES });

/** The provider of each channel type: the only place that knows which is which. */
const PROVIDERS = {
  1: openAiProvider,
  3: azureProvider,
  4: ollamaProvider,
  6: likeOpenAi,
  7: likeOpenAi,
  8: customProvider,
  9: likeOpenAi,
  10: likeOpenAi,
  12: likeOpenAi,
  13: likeOpenAi,
  14: anthropicProvider,
  15: ernieProvider,
  16: zhipuProvider,
  17: alibabaProvider,
  18: sparkProvider,
  19: likeOpenAi,
  20: openRouterProvider,
  21: libraryProvider,
  22: likeOpenAi,
  23: hunyuanProvider,
  24: geminiProvider,
  25: moonshotProvider,
  26: zhipuProvider,
  27: perplexityProvider,
  31: likeOpenAi,
  33: bedrockProvider,
  34: cohereProvider,
  35: miniMaxProvider,
  37: difyProvider,
  38: jinaProvider,
  39: cloudflareProvider,
  40: siliconFlowProvider,
  41: vertexProvider,
  42: mistralProvider,
  43: deepSeekProvider,
  44: mokaProvider,
  45: volcEngineProvider,
  46: qianfanProvider,
  47: openModelsProvider,
  48: xaiProvider,
  49: cozeProvider,
  53: openModelsProvider,
  59: gatewayProvider,
  60: gatewayProvider,
} as const satisfies Record<ChannelType, Provider>;

const BY_TYPE: ReadonlyMap<number, Provider> = new Map(
  Object.entries(PROVIDERS).map(([type, provider]) => [Number(type), provider]),
);

/** The provider of a channel's type; undefined for a type that this version does not know. */
export function providerOf(type: number): Provider | undefined {
  return BY_TYPE.get(type);
}

/** The provider of a channel, as its key and `other` want it. */
export function providerFor(channel: RelayChannel): Provider | undefined {
  const provider = providerOf(channel.type);
  return provider?.variantFor?.(channel) ?? provider;
}
