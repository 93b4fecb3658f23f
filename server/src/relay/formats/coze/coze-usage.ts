import { isObject } from "@tollgate/contract/json-object";
import { usageOf } from "../../../pricing/usage.ts";
import type { Usage } from "../../../pricing/usage.ts";
import { totalOf } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";

/** `{token_count, output_count, input_count}`. Source: https://docs.coze.cn/developer_guides/chat_v3 (Usage) */
export function usageFromCoze(raw: unknown): Usage | undefined {
  if (!isObject(raw)) return undefined;
  const input = totalOf(raw["input_count"]);
  const output = totalOf(raw["output_count"]);
  // Chats that have just begun report zeros.
  if (input === undefined || output === undefined || input + output === 0) return undefined;
  return usageOf({ requests: 1, input: { uncached: input }, output: { text: output } });
}

/** In a collected stream, or in the event that ends one. */
export function findCozeUsage(message: Fields): unknown {
  return isObject(message["usage"]) ? message["usage"] : undefined;
}
