import { countTokens } from "../pricing/token-count/count-tokens.ts";
import { inputTokens, outputTokens, usageOf, usageWithToolCalls } from "../pricing/usage.ts";
import type { Usage } from "../pricing/usage.ts";
import type { ClientRequest } from "./formats/client-request.ts";
import type { StreamMeter } from "./formats/openai/openai-stream-meter.ts";
import { estimatePrompt } from "./formats/openai/openai-prompt-tokens.ts";

/** What was used when the upstream reports nothing: the estimated prompt and the counted answer. */
export function countedUsage(request: ClientRequest, upstreamModel: string, producedText: string): Usage {
  return usageOf({
    requests: 1,
    source: "counted",
    input: countedInput(request, upstreamModel),
    output: { text: countTokens(upstreamModel, producedText).tokens },
  });
}

/**
 * What a call used: what the upstream has reported, and counted here what it has left out. No call reads nothing, so that
 * an input of zero is none that was reported; `unreportedText` is what the model has written that no report covers, and
 * `isWholeText` whether that is all of it.
 */
function usageWithCounted(
  request: ClientRequest,
  upstreamModel: string,
  reported: Usage | undefined,
  unreportedText: string,
  isWholeText = true,
): Usage {
  if (reported === undefined) return countedUsage(request, upstreamModel, unreportedText);
  const isInputUntold = !tellsInput(reported);
  if (!isInputUntold && unreportedText === "") return reported;
  const { input, output } = reported;
  // A report before the first word is of what follows it.
  const known = isWholeText ? outputTokens(reported) : 0;
  const written = Math.max(0, countTokens(upstreamModel, unreportedText).tokens - known);
  return usageOf({
    ...reported,
    source: "counted",
    input: isInputUntold ? countedInput(request, upstreamModel) : input,
    output: { ...output, text: output.text + written },
  });
}

/** The same for a whole answer: what it says is counted only where its report tells nothing at all. */
export function usageOfAnswer(
  request: ClientRequest,
  upstreamModel: string,
  reported: Usage | undefined,
  producedText: () => string,
): Usage {
  const isTold = reported !== undefined && tellsUse(reported);
  return usageWithCounted(request, upstreamModel, reported, isTold ? "" : producedText());
}

/** The same for a stream, by what was heard of it. */
export function usageOfStream(
  stream: Pick<StreamMeter, "usage" | "toolCalls" | "unreportedText" | "hasReportedText">,
  request: ClientRequest,
  upstreamModel: string,
): Usage {
  const isWholeText = !stream.hasReportedText();
  const text = stream.unreportedText();
  const usage = usageWithCounted(request, upstreamModel, stream.usage(), text, isWholeText);
  return usageWithToolCalls(usage, stream.toolCalls());
}

/** Whether an answer's usage tells anything: zeros for everything are what vendors send who do not count. */
export function tellsUse(reported: Usage): boolean {
  return tellsInput(reported) || outputTokens(reported) > 0;
}

function tellsInput(reported: Usage): boolean {
  return inputTokens(reported) > 0 || reported.seconds !== undefined || reported.images !== undefined;
}

function countedInput(request: ClientRequest, upstreamModel: string) {
  const { tokens, imageTokens: image, audioTokens: audio } = estimatePrompt(request, upstreamModel);
  return { uncached: tokens - image - audio, image, audio };
}
