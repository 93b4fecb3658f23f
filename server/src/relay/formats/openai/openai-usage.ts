import { isObject } from "@tollgate/contract/json-object";
import { usageOf } from "../../../pricing/usage.ts";
import type { Usage } from "../../../pricing/usage.ts";
import {
  countOf,
  eitherCount,
  fieldsOf,
  reportedCount,
  reportedSeconds,
  splitInput,
  splitOutput,
  totalOf,
} from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";

/**
 * OpenAI's usage object as one usage record: of chat, completions, embeddings, Responses, transcriptions and realtime,
 * and of the many who speak that dialect. The prompt's total includes cached, written, audio and image tokens, the
 * completion's total includes reasoning, audio and image tokens and both kinds of predictions: each class is taken out,
 * so that every token is priced once. Undefined when the value is not a usage object.
 *
 * Vendors spell the cached ones in several ways that mean the same (DeepSeek `prompt_cache_hit_tokens`, Kimi
 * `cached_tokens`, Mistral `num_cached_tokens`, Anthropic's names in proxies): the largest is taken.
 *
 * Sources: https://platform.openai.com/docs/api-reference/chat/object,
 * https://platform.openai.com/docs/guides/prompt-caching, and the examples in `server/fixtures/usage`.
 */
export function usageFromOpenAi(raw: unknown): Usage | undefined {
  return isObject(raw) ? readOpenAiUsage(raw, "within") : undefined;
}

/** Where a vendor counts reasoning tokens when its totals do not tell: within the completion's tokens or beside them. */
type ReasoningPlace = "within" | "beside";

/** The same for a vendor that may count its reasoning tokens beside the completion's (xAI does). */
export function readOpenAiUsage(usage: Fields, place: ReasoningPlace): Usage | undefined {
  const prompt = eitherCount(usage["prompt_tokens"], usage["input_tokens"]);
  const completion = completionTotal(usage);
  if (prompt === undefined || completion === undefined) return undefined;
  const inputDetails = fieldsOf(
    usage["prompt_tokens_details"] ?? usage["input_tokens_details"] ?? usage["input_token_details"],
  );
  const outputDetails = fieldsOf(
    usage["completion_tokens_details"] ?? usage["output_tokens_details"] ?? usage["output_token_details"],
  );
  const reasoning = countOf(outputDetails["reasoning_tokens"] ?? outputDetails["thinking_tokens"]);
  const isBeside = reasoning > 0 && isReasoningBeside(usage, prompt + completion, reasoning, place);
  const seconds = reportedSeconds(usage["prompt_audio_seconds"]);
  const parts = {
    requests: 1,
    input: inputOf(usage, inputDetails, prompt),
    output: splitOutput(
      isBeside ? completion + reasoning : completion,
      reasoning,
      countOf(outputDetails["audio_tokens"]),
      countOf(outputDetails["image_tokens"]),
    ),
  };
  return usageOf(seconds === undefined ? parts : { ...parts, seconds });
}

/**
 * The usage object in a whole answer or a chunk of a stream. Kimi puts it into the last choice of a stream, Groq used to
 * put it under its own name. Sources: https://github.com/earendil-works/pi/issues/2017, `moonshot` and `groq` examples.
 */
export function findOpenAiUsage(message: Fields): unknown {
  const own = message["usage"];
  if (isObject(own)) return own;
  const groq = message["x_groq"];
  if (isObject(groq) && isObject(groq["usage"])) return groq["usage"];
  const choices = message["choices"];
  return Array.isArray(choices) && choices.length > 0 ? fieldsOf(choices[0])["usage"] : undefined;
}

/** The usage of a vendor that states nothing but one total: embeddings and reranking, where everything is input. */
export function usageFromTotalTokens(raw: unknown): Usage | undefined {
  if (!isObject(raw)) return undefined;
  const total = eitherCount(raw["prompt_tokens"], raw["total_tokens"]);
  return total === undefined ? undefined : usageOf({ requests: 1, input: { uncached: total } });
}

/** Embeddings report no completion; one that cannot be read makes the report unusable. */
function completionTotal(usage: Fields): number | undefined {
  const completion = totalOf(usage["completion_tokens"]);
  return completion === 0 ? totalOf(usage["output_tokens"]) : completion;
}

/** The totals tell, for vendors whose totals are right; only where they do not does the vendor's habit decide. */
function isReasoningBeside(
  usage: Fields,
  promptAndCompletion: number,
  reasoning: number,
  place: ReasoningPlace,
): boolean {
  const total = reportedCount(usage["total_tokens"]);
  if (total === promptAndCompletion + reasoning) return true;
  return total === promptAndCompletion ? false : place === "beside";
}

function inputOf(usage: Fields, details: Fields, total: number) {
  const cached = fieldsOf(details["cached_tokens_details"]);
  const write = Math.max(
    countOf(details["cache_write_tokens"]),
    countOf(details["cache_creation_tokens"]),
    countOf(details["cached_creation_tokens"]),
    countOf(details["cache_creation_input_tokens"]),
    countOf(usage["cache_creation_input_tokens"]),
  );
  const write1h = countOf(fieldsOf(details["cache_creation"])["ephemeral_1h_input_tokens"]);
  return splitInput({
    total,
    cacheRead: Math.max(
      countOf(details["cached_tokens"]),
      countOf(details["cache_read_input_tokens"]),
      countOf(usage["prompt_cache_hit_tokens"]),
      countOf(usage["cached_tokens"]),
      countOf(usage["num_cached_tokens"]),
      countOf(usage["cache_read_input_tokens"]),
    ),
    cacheWrite5m: Math.max(0, write - write1h),
    cacheWrite1h: write1h,
    audio: countOf(details["audio_tokens"]),
    image: countOf(details["image_tokens"]),
    cachedAudio: countOf(cached["audio_tokens"]),
    cachedImage: countOf(cached["image_tokens"]),
  });
}
