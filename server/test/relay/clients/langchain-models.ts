import { ChatAnthropic } from "@langchain/anthropic";
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { ChatGoogleGenerativeAI } from "@langchain/google-genai";
import { ChatOpenAI } from "@langchain/openai";
import type { GatewayAddress } from "./official-client.ts";
import { ANTHROPIC_MODEL, GOOGLE_MODEL, OPENAI_MODEL } from "./vendor-stage.ts";

/** A chat model of LangChain, asked to reason where the vendor's models do so on demand. */
export interface LangChainModel {
  readonly name: string;
  model(to: GatewayAddress): BaseChatModel;
  /** The ways in which it gets an object out of a model. */
  readonly objectMethods: readonly ("jsonSchema" | "functionCalling")[];
}

const openAi = ({ url, apiKey }: GatewayAddress, byResponses: boolean) =>
  new ChatOpenAI({
    apiKey,
    model: OPENAI_MODEL,
    maxRetries: 0,
    useResponsesApi: byResponses,
    reasoning: byResponses ? { effort: "high", summary: "auto" } : { effort: "high" },
    configuration: { baseURL: `${url}/v1` },
  });

export const LANGCHAIN_MODELS: readonly LangChainModel[] = [
  {
    name: "ChatOpenAI by chat",
    model: (to) => openAi(to, false),
    objectMethods: ["jsonSchema", "functionCalling"],
  },
  {
    name: "ChatOpenAI by responses",
    model: (to) => openAi(to, true),
    objectMethods: ["jsonSchema", "functionCalling"],
  },
  {
    name: "ChatAnthropic",
    model: ({ url, apiKey }) =>
      new ChatAnthropic({
        apiKey,
        anthropicApiUrl: url,
        model: ANTHROPIC_MODEL,
        maxRetries: 0,
        maxTokens: 4000,
        thinking: { type: "enabled", budget_tokens: 2000 },
      }),
    // It forces a call, which does not go with thinking.
    objectMethods: ["jsonSchema"],
  },
  {
    name: "ChatGoogleGenerativeAI",
    model: ({ url, apiKey }) =>
      new ChatGoogleGenerativeAI({ apiKey, baseUrl: url, model: GOOGLE_MODEL, maxRetries: 0 }),
    objectMethods: ["jsonSchema", "functionCalling"],
  },
];
