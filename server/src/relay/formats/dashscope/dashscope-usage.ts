import { isObject } from "@tollgate/contract/json-object";
import { addUsage, usageOf } from "../../../pricing/usage.ts";
import type { Usage } from "../../../pricing/usage.ts";
import { countOf, fieldsOf, objectsIn, reportedCount, reportedSeconds } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";
import { usageFromOpenAi } from "../openai/openai-usage.ts";

/**
 * Qwen in OpenAI's dialect. With a session cache, Responses hide what was written to it in the first of `x_details`; all
 * writes live five minutes or as long as `cache_creation` says.
 *
 * Source: https://www.alibabacloud.com/help/en/model-studio/context-cache (session cache, billing).
 */
export function usageFromQwen(raw: unknown): Usage | undefined {
  const details = objectsIn(fieldsOf(raw)["x_details"])[0]?.["prompt_tokens_details"];
  return usageFromOpenAi(isObject(details) ? { ...fieldsOf(raw), prompt_tokens_details: details } : raw);
}

/**
 * Qwen in DashScope's own dialect: both totals are inclusive, the image and audio tokens stand beside them or in details;
 * an application reports each model that it called; image and speech models report pictures and seconds.
 *
 * Sources: https://help.aliyun.com/zh/model-studio/qwen-api-via-dashscope, the `dashscope` examples.
 */
export function usageFromDashScope(raw: unknown): Usage | undefined {
  if (!isObject(raw)) return undefined;
  const models = objectsIn(raw["models"])
    .map(usageOfModel)
    .filter((usage) => usage !== undefined);
  return models.length > 0
    ? usageOf({ ...models.reduce((sum, usage) => addUsage(sum, usage)), requests: 1 })
    : usageOfModel(raw);
}

function usageOfModel(raw: Fields): Usage | undefined {
  const tokens = usageFromOpenAi({ ...raw, prompt_tokens_details: inputDetails(raw) });
  const images = reportedCount(raw["image_count"]) ?? reportedCount(raw["output_image_count"]);
  const seconds = reportedSeconds(raw["seconds"]) ?? reportedSeconds(raw["duration"]);
  if (tokens === undefined && images === undefined && seconds === undefined) return undefined;
  return usageOf({
    ...(tokens ?? { requests: 1 }),
    ...(images !== undefined && { images }),
    ...(seconds !== undefined && { seconds }),
  });
}

function inputDetails(raw: Fields): Fields {
  const details = fieldsOf(raw["input_tokens_details"]);
  return {
    ...fieldsOf(raw["prompt_tokens_details"]),
    image_tokens: Math.max(countOf(raw["image_tokens"]), countOf(details["image_tokens"])),
    audio_tokens: Math.max(countOf(raw["audio_tokens"]), countOf(details["audio_tokens"])),
  };
}
