import type { LossList } from "../chat/chat-loss.ts";
import type { Sampling } from "../chat/chat-request.ts";
import type { AnthropicTarget } from "../chat/chat-target.ts";
import type { Fields } from "../reported-usage.ts";

const DIALECT = "anthropic";
const WRITTEN = new Set(["temperature", "topP", "topK", "stop"]);

/** https://platform.claude.com/docs/en/build-with-claude/extended-thinking: what may go with thinking. */
const THINKING_TOP_P_MIN = 0.95;

/** The fields of sampling that the model takes. */
export function encodeSampling(
  sampling: Sampling | undefined,
  target: AnthropicTarget,
  isThinking: boolean,
  losses: LossList,
): Fields {
  if (sampling === undefined) return {};
  losses.unwritten("sampling", sampling, WRITTEN, DIALECT);
  const { topP, topK } = allowed(sampling, target, isThinking, losses);
  const temperature = allowedTemperature(sampling, target, isThinking, losses);
  const stop = encodeStop(sampling.stop, losses);
  return {
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { top_p: topP }),
    ...(topK !== undefined && { top_k: topK }),
    ...(stop.length > 0 && { stop_sequences: stop }),
  };
}

function takesNone({ sampling, version }: AnthropicTarget): boolean {
  return sampling === "none" || (sampling === undefined && version === "2026-10-21");
}

function allowedTemperature(
  { temperature }: Sampling,
  target: AnthropicTarget,
  isThinking: boolean,
  losses: LossList,
): number | undefined {
  if (temperature === undefined) return undefined;
  const path = "sampling.temperature";
  if (takesNone(target)) return void losses.leftOut(path, "this model takes no sampling");
  if (isThinking && temperature !== 1) return void losses.leftOut(path, "thinking wants 1, the default");
  if (temperature <= 1) return temperature;
  losses.changed(path, `the highest is 1 at ${DIALECT}`);
  return 1;
}

function allowed(
  { temperature, topP, topK }: Sampling,
  target: AnthropicTarget,
  isThinking: boolean,
  losses: LossList,
): Pick<Sampling, "topP" | "topK"> {
  const isEither = target.sampling === "one" && temperature !== undefined;
  const topPRefusal = takesNone(target)
    ? "this model takes no sampling"
    : isEither
      ? "this model takes only one of temperature and top_p"
      : isThinking && topP !== undefined && topP < THINKING_TOP_P_MIN
        ? `thinking wants at least ${THINKING_TOP_P_MIN}`
        : undefined;
  const topKRefusal = takesNone(target)
    ? "this model takes no sampling"
    : isThinking
      ? "it does not go with thinking"
      : undefined;
  if (topP !== undefined && topPRefusal) losses.leftOut("sampling.topP", topPRefusal);
  if (topK !== undefined && topKRefusal) losses.leftOut("sampling.topK", topKRefusal);
  return {
    ...(topP !== undefined && !topPRefusal && { topP }),
    ...(topK !== undefined && !topKRefusal && { topK }),
  };
}

/** The vendor refuses sequences of white space alone. */
function encodeStop(stop: readonly string[] | undefined, losses: LossList): readonly string[] {
  const written = (stop ?? []).filter((sequence) => sequence.trim() !== "");
  if (stop && written.length < stop.length)
    losses.changed("sampling.stop", `${DIALECT} refuses sequences without words`);
  return written;
}
