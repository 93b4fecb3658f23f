import { isObject } from "@tollgate/contract/json-object";
import { usageOf } from "../../../pricing/usage.ts";
import type { ToolCalls, Usage } from "../../../pricing/usage.ts";
import { countOf, fieldsOf, objectsIn, splitInput, splitOutput, textOf, totalOf } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";

/**
 * Gemini's `usageMetadata`. The prompt includes the cached content; the results of tools are input beside it; thoughts
 * are output beside the candidates; total = prompt + tool results + candidates + thoughts. Modalities are told in lists.
 * Zeros are left out.
 *
 * Source: https://ai.google.dev/api/generate-content#UsageMetadata.
 */
export function usageFromGemini(raw: unknown): Usage | undefined {
  if (!isObject(raw) || TOTALS.every((total) => typeof raw[total] !== "number")) return undefined;
  const prompt = totalOf(raw["promptTokenCount"]);
  const toolResults = totalOf(raw["toolUsePromptTokenCount"]);
  // Live sessions call the candidates a response.
  const candidates = totalOf(raw["candidatesTokenCount"] ?? raw["responseTokenCount"]);
  const thoughts = totalOf(raw["thoughtsTokenCount"]);
  if (prompt === undefined || toolResults === undefined || candidates === undefined || thoughts === undefined)
    return undefined;
  const { promptTokensDetails, toolUsePromptTokensDetails, cacheTokensDetails } = raw;
  const made = raw["candidatesTokensDetails"] ?? raw["responseTokensDetails"];
  return usageOf({
    requests: 1,
    input: splitInput({
      total: prompt + toolResults,
      cacheRead: Math.min(prompt, countOf(raw["cachedContentTokenCount"])),
      cacheWrite5m: 0,
      cacheWrite1h: 0,
      audio: tokensIn(promptTokensDetails, "AUDIO") + tokensIn(toolUsePromptTokensDetails, "AUDIO"),
      image: tokensIn(promptTokensDetails, "IMAGE") + tokensIn(toolUsePromptTokensDetails, "IMAGE"),
      cachedAudio: tokensIn(cacheTokensDetails, "AUDIO"),
      cachedImage: tokensIn(cacheTokensDetails, "IMAGE"),
    }),
    output: splitOutput(candidates + thoughts, thoughts, tokensIn(made, "AUDIO"), tokensIn(made, "IMAGE")),
  });
}

/** The usage in a whole answer or in any chunk of a stream; each chunk repeats the counters, grown. */
export function findGeminiUsage(message: Fields): unknown {
  return message["usageMetadata"];
}

/**
 * Searches that Google bills: from Gemini 3 on each query, before that each answer that was grounded.
 *
 * Source: https://ai.google.dev/gemini-api/docs/google-search (pricing).
 */
export function geminiToolCalls(message: Fields): ToolCalls | undefined {
  const queries = new Set<unknown>();
  for (const candidate of objectsIn(message["candidates"])) {
    const asked = fieldsOf(candidate["groundingMetadata"])["webSearchQueries"];
    for (const query of Array.isArray(asked) ? asked : []) if (query !== "") queries.add(query);
  }
  if (queries.size === 0) return undefined;
  const isBilledByAnswer = /^(models\/)?gemini-[12][.-]/.test(textOf(message["modelVersion"]));
  return { google_search: isBilledByAnswer ? 1 : queries.size };
}

const TOTALS = ["promptTokenCount", "candidatesTokenCount", "responseTokenCount", "totalTokenCount"] as const;

function tokensIn(details: unknown, modality: "AUDIO" | "IMAGE"): number {
  let tokens = 0;
  for (const detail of objectsIn(details)) {
    if (detail["modality"] === modality) tokens += countOf(detail["tokenCount"]);
  }
  return tokens;
}
