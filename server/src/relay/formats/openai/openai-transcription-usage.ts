import { isObject } from "@tollgate/contract/json-object";
import { usageOf } from "../../../pricing/usage.ts";
import type { Usage } from "../../../pricing/usage.ts";
import { reportedSeconds } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";
import { usageFromOpenAi } from "./openai-usage.ts";

/**
 * The usage object of transcriptions: tokens of audio and text, or for models sold by the minute the length of the audio.
 *
 * Source: https://platform.openai.com/docs/api-reference/audio/json-object (usage: `tokens` or `duration`).
 */
export function usageFromTranscription(raw: unknown): Usage | undefined {
  if (!isObject(raw)) return undefined;
  const seconds = reportedSeconds(raw["seconds"]);
  return seconds === undefined ? usageFromOpenAi(raw) : usageOf({ requests: 1, seconds });
}

/** The usage in a transcription; where there is none, the length of the audio that `verbose_json` tells. */
export function findTranscriptionUsage(message: Fields): unknown {
  if (isObject(message["usage"])) return message["usage"];
  const seconds = reportedSeconds(message["duration"]);
  return seconds === undefined ? undefined : { type: "duration", seconds };
}
