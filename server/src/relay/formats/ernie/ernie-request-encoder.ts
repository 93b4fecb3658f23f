import type { Encoded } from "../chat/chat-format.ts";
import { createLossList } from "../chat/chat-loss.ts";
import type { LossList } from "../chat/chat-loss.ts";
import type { ChatRequest, Sampling } from "../chat/chat-request.ts";
import { textOfParts } from "../chat/conversation-text.ts";
import type { Fields } from "../reported-usage.ts";
import { encodeErnieMessages } from "./ernie-message-encoder.ts";
import { encodeErnieTools } from "./ernie-tool-encoder.ts";

const DIALECT = "ernie";

const WRITTEN: ReadonlySet<string> = new Set<keyof ChatRequest>([
  "model",
  "system",
  "messages",
  "tools",
  "toolChoice",
  "legacyFunctions",
  "outputForm",
  "maxOutputTokens",
  "sampling",
  "stream",
  "wantsUsage",
  "endUser",
]);

/**
 * The first version of Baidu's chat: the model stands in the address, instructions apart, and tools are functions.
 * Source: https://cloud.baidu.com/doc/WENXINWORKSHOP/s/clntwmv7t
 */
export function encodeErnieRequest(request: ChatRequest): Encoded {
  const losses = createLossList();
  losses.unwritten("", request, WRITTEN, DIALECT);
  const { system, maxOutputTokens, outputForm, stream } = request;
  const instructions = textOfParts(system, "system", DIALECT, losses);
  if (outputForm?.type === "schema") losses.changed("outputForm", "ernie knows JSON without a schema");
  const { endUser: user } = request;
  const body = {
    messages: encodeErnieMessages(request, losses),
    ...(instructions !== "" && { system: instructions }),
    ...encodeErnieTools(request, losses),
    ...(maxOutputTokens !== undefined && { max_output_tokens: maxOutputTokens }),
    ...samplingOf(request.sampling, losses),
    ...(outputForm && { response_format: outputForm.type === "text" ? "text" : "json_object" }),
    ...(user !== undefined && { user_id: user }),
    ...(stream && { stream }),
  };
  return { body, losses: losses.list() };
}

const SAMPLING_WRITTEN: ReadonlySet<string> = new Set<keyof Sampling>([
  "temperature",
  "topP",
  "repetitionPenalty",
  "stop",
]);

/** Zero is none of its temperatures, and two is the largest of its penalties. */
const TEMPERATURE_MIN = 0.01;

function samplingOf(sampling: Sampling | undefined, losses: LossList): Fields {
  if (!sampling) return {};
  losses.unwritten("sampling", sampling, SAMPLING_WRITTEN, DIALECT);
  const { temperature, topP, repetitionPenalty, stop } = sampling;
  return {
    ...(temperature !== undefined && {
      temperature: within(temperature, TEMPERATURE_MIN, 1, "sampling.temperature", losses),
    }),
    ...(topP !== undefined && { top_p: within(topP, 0, 1, "sampling.topP", losses) }),
    ...(repetitionPenalty !== undefined && {
      penalty_score: within(repetitionPenalty, 1, 2, "sampling.repetitionPenalty", losses),
    }),
    ...(stop && { stop: stopsOf(stop, losses) }),
  };
}

function within(value: number, min: number, max: number, path: string, losses: LossList): number {
  const nearest = Math.min(max, Math.max(min, value));
  if (nearest !== value) losses.changed(path, `ernie takes ${min} to ${max}`);
  return nearest;
}

const STOPS_MAX = 4;

function stopsOf(stop: readonly string[], losses: LossList): readonly string[] {
  if (stop.length > STOPS_MAX) losses.changed("sampling.stop", `ernie takes ${STOPS_MAX} at most`);
  return stop.slice(0, STOPS_MAX);
}
