import { isObject } from "@tollgate/contract/json-object";
import { usageOf } from "../../../pricing/usage.ts";
import type { Usage } from "../../../pricing/usage.ts";
import { countOf, fieldsOf, reportedCount, splitInput, totalOf } from "../reported-usage.ts";

/**
 * The usage object of OpenAI's image endpoints and of those who copy them: text and image tokens in, and tokens out that
 * are the image's, apart from the text ones that are named. Ark's Seedream states no input and the number of images.
 *
 * Sources: https://platform.openai.com/docs/api-reference/images/object, the `openai-images` examples.
 */
export function usageFromOpenAiImages(raw: unknown): Usage | undefined {
  if (!isObject(raw)) return undefined;
  const input = totalOf(raw["input_tokens"] ?? raw["prompt_tokens"]);
  const output = totalOf(raw["output_tokens"] ?? raw["completion_tokens"]);
  const images = reportedCount(raw["generated_images"]);
  if (input === undefined || output === undefined) return undefined;
  if (input + output === 0 && images === undefined) return undefined;
  const details = fieldsOf(raw["input_tokens_details"] ?? raw["prompt_tokens_details"]);
  const cached = fieldsOf(details["cached_tokens_details"]);
  const text = Math.min(output, countOf(fieldsOf(raw["output_tokens_details"])["text_tokens"]));
  return usageOf({
    requests: 1,
    input: splitInput({
      total: input,
      cacheRead: countOf(details["cached_tokens"]),
      cacheWrite5m: 0,
      cacheWrite1h: 0,
      audio: 0,
      image: countOf(details["image_tokens"]),
      cachedAudio: 0,
      cachedImage: countOf(cached["image_tokens"]),
    }),
    output: { text, image: output - text },
    ...(images !== undefined && { images }),
  });
}
