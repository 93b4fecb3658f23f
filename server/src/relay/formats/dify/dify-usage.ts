import { isObject } from "@tollgate/contract/json-object";
import type { Usage } from "../../../pricing/usage.ts";
import { usageFromOpenAi, usageFromTotalTokens } from "../openai/openai-usage.ts";
import { fieldsOf } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";

/**
 * The usage of an app's models, in OpenAI's words; a workflow states one total, which counts as input.
 * Source: https://docs.dify.ai/api-reference/chat/send-chat-message (metadata.usage), …/workflow-execution (total_tokens)
 */
export function usageFromDify(raw: unknown): Usage | undefined {
  return usageFromOpenAi(raw) ?? usageFromTotalTokens(raw);
}

/** In a collected stream, or in the event that ends one. */
export function findDifyUsage(message: Fields): unknown {
  return isObject(message["usage"]) ? message["usage"] : fieldsOf(message["metadata"])["usage"];
}
