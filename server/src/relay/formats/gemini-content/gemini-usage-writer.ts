import { inputTokens, outputTokens } from "../../../pricing/usage.ts";
import type { Usage } from "../../../pricing/usage.ts";
import type { LossList } from "../chat/chat-loss.ts";
import type { Fields } from "../reported-usage.ts";

/** `usageMetadata` for a client; `usageFromGemini` reads it back. The prompt includes what was cached. */
export function writeUsage(usage: Usage, losses: LossList): Fields {
  const { input, output, toolCalls } = usage;
  if (input.cacheWrite5m + input.cacheWrite1h > 0)
    losses.changed("usage.input", "gemini counts what was written to a cache as plain input");
  if (toolCalls && Object.keys(toolCalls).length > 0)
    losses.leftOut("usage.toolCalls", "gemini does not count calls of its tools");
  const prompt = inputTokens(usage);
  const candidates = output.text + output.audio + output.image;
  return {
    promptTokenCount: prompt,
    candidatesTokenCount: candidates,
    totalTokenCount: prompt + outputTokens(usage),
    ...(output.reasoning > 0 && { thoughtsTokenCount: output.reasoning }),
    ...(input.cacheRead > 0 && { cachedContentTokenCount: input.cacheRead }),
    ...(input.audio + input.image > 0 && {
      promptTokensDetails: details(prompt - input.audio - input.image, input.audio, input.image),
    }),
    ...(output.audio + output.image > 0 && {
      candidatesTokensDetails: details(output.text, output.audio, output.image),
    }),
  };
}

function details(text: number, audio: number, image: number): Fields[] {
  const counts = [
    { modality: "TEXT", tokenCount: text },
    { modality: "AUDIO", tokenCount: audio },
    { modality: "IMAGE", tokenCount: image },
  ];
  return counts.filter(({ tokenCount }) => tokenCount > 0);
}
