import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogle } from "@ai-sdk/google";
import { createOpenAI } from "@ai-sdk/openai";
import type { generateText, LanguageModel } from "ai";
import type { GatewayAddress } from "./official-client.ts";
import { ANTHROPIC_MODEL, GOOGLE_MODEL, OPENAI_MODEL } from "./vendor-stage.ts";

type ProviderOptions = NonNullable<Parameters<typeof generateText>[0]["providerOptions"]>;

/** A model of the AI SDK through one of its provider packages, and how it is asked to reason. */
export interface AiSdkModel {
  readonly name: string;
  model(to: GatewayAddress): LanguageModel;
  readonly reasoning: ProviderOptions;
  /** The package keeps thoughts in its messages and sends them back. */
  readonly keepsThoughts: boolean;
}

export const openAi = ({ url, apiKey }: GatewayAddress) => createOpenAI({ apiKey, baseURL: `${url}/v1` });
export const google = ({ url, apiKey }: GatewayAddress) => createGoogle({ apiKey, baseURL: `${url}/v1beta` });

export const AI_SDK_MODELS: readonly AiSdkModel[] = [
  {
    name: "@ai-sdk/openai by chat",
    model: (to) => openAi(to).chat(OPENAI_MODEL),
    reasoning: { openai: { reasoningEffort: "high" } },
    keepsThoughts: false,
  },
  {
    name: "@ai-sdk/openai by responses",
    model: (to) => openAi(to).responses(OPENAI_MODEL),
    reasoning: { openai: { reasoningEffort: "high", reasoningSummary: "auto", store: false } },
    keepsThoughts: true,
  },
  {
    name: "@ai-sdk/anthropic",
    model: ({ url, apiKey }) => createAnthropic({ apiKey, baseURL: `${url}/v1` })(ANTHROPIC_MODEL),
    reasoning: { anthropic: { thinking: { type: "enabled", budgetTokens: 2000 } } },
    keepsThoughts: true,
  },
  {
    name: "@ai-sdk/google",
    model: (to) => google(to)(GOOGLE_MODEL),
    reasoning: { google: { thinkingConfig: { includeThoughts: true, thinkingLevel: "high" } } },
    keepsThoughts: true,
  },
];
