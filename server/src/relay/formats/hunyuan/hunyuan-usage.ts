import { isObject } from "@tollgate/contract/json-object";
import type { Usage } from "../../../pricing/usage.ts";
import { usageFromOpenAi } from "../openai/openai-usage.ts";
import type { Fields } from "../reported-usage.ts";
import { responseOf, snakeCased } from "./hunyuan-words.ts";

/** `{PromptTokens, CompletionTokens, TotalTokens}`. Source: https://cloud.tencent.com/document/api/1729/101838#Usage */
export function usageFromHunyuan(raw: unknown): Usage | undefined {
  return usageFromOpenAi(snakeCased(raw));
}

export function findHunyuanUsage(message: Fields): unknown {
  const { Usage: usage } = responseOf(message);
  return isObject(usage) ? usage : undefined;
}
