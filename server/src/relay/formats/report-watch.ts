import { inputTokens, outputTokens } from "../../pricing/usage.ts";
import type { Usage } from "../../pricing/usage.ts";

/**
 * Judges the reports of one stream as they come: whether one covers what has been written before it. Counters of zero,
 * and an input that is just repeated, are no word about the answer.
 */
export function createReportWatch(): (reported: Usage) => boolean {
  let inputBefore = 0;
  return (reported) => {
    const input = inputTokens(reported);
    const isNews = input > inputBefore;
    inputBefore = Math.max(input, inputBefore);
    return isNews || outputTokens(reported) > 0;
  };
}
