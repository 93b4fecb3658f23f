import { isObject } from "@tollgate/contract/json-object";
import { usageOf } from "../../pricing/usage.ts";
import type { Usage } from "../../pricing/usage.ts";

/**
 * The usage record that a log row holds, with zeros for the classes that its time did not know. Undefined when that is
 * no usage record, or has counts that are not numbers of 0 or more: a charge computed from it would mean nothing.
 */
export function readStoredUsage(stored: unknown): Usage | undefined {
  if (!isObject(stored) || !isCounts(stored["input"]) || !isCounts(stored["output"])) return undefined;
  const { input, output, toolCalls, requests, seconds, images } = stored;
  const counts = [requests, seconds, images].filter((count) => count !== undefined);
  if (!counts.every(isCount) || (toolCalls !== undefined && !isCounts(toolCalls))) return undefined;
  const none = usageOf({ source: stored["source"] === "counted" ? "counted" : "upstream" });
  return {
    ...none,
    ...stored,
    source: none.source,
    input: { ...none.input, ...input },
    output: { ...none.output, ...output },
  };
}

function isCounts(value: unknown): value is Record<string, number> {
  return isObject(value) && Object.values(value).every(isCount);
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}
