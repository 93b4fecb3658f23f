import {
  anyField,
  countField,
  failField,
  flagField,
  numberField,
  plainField,
  textsField,
} from "../chat/body-fields.ts";
import type { BodyObject } from "../chat/body-fields.ts";
import type { LossList } from "../chat/chat-loss.ts";
import type { Sampling } from "../chat/chat-request.ts";
import type { OpenAiChatTarget } from "../chat/chat-target.ts";
import type { Fields } from "../reported-usage.ts";

const DIALECT = "openai-chat";

/** Numbers by their names here and on the wire. The last three are of compatible vendors: vLLM, OpenRouter, Qwen. */
const NUMBERS = {
  temperature: "temperature",
  topP: "top_p",
  seed: "seed",
  frequencyPenalty: "frequency_penalty",
  presencePenalty: "presence_penalty",
  topK: "top_k",
  minP: "min_p",
  repetitionPenalty: "repetition_penalty",
} as const satisfies Partial<Record<keyof Sampling, string>>;

const EXTRA: ReadonlySet<string> = new Set(["topK", "minP", "repetitionPenalty"]);

/** How the next token is drawn, and where to stop. Throws FormatError. */
export function decodeSampling(body: BodyObject): Sampling | undefined {
  const numbers: Record<string, number> = {};
  for (const [name, wire] of Object.entries(NUMBERS)) {
    const value = numberField(body, wire);
    if (value !== undefined) numbers[name] = value;
  }
  const logitBias = decodeLogitBias(body);
  const logprobs = flagField(body, "logprobs");
  const topLogprobs = countField(body, "top_logprobs");
  const stop = decodeStop(body);
  const sampling: Sampling = {
    ...numbers,
    ...(logitBias && { logitBias }),
    ...(logprobs !== undefined && { logprobs }),
    ...(topLogprobs !== undefined && { topLogprobs }),
    ...(stop && { stop }),
  };
  return Object.keys(sampling).length === 0 ? undefined : sampling;
}

function decodeLogitBias(body: BodyObject): Record<string, number> | undefined {
  const fields = plainField(body, "logit_bias");
  if (fields === undefined) return undefined;
  return Object.fromEntries(
    Object.entries(fields).map(([token, bias]) =>
      typeof bias === "number"
        ? [token, bias]
        : failField(body, `logit_bias.${token}`, "it must be a number"),
    ),
  );
}

/** One text or several. */
function decodeStop(body: BodyObject): readonly string[] | undefined {
  const value = anyField(body, "stop");
  if (typeof value === "string") return [value];
  const stop = textsField(body, "stop");
  return stop?.length === 0 ? undefined : stop;
}

const WRITTEN = new Set<string>([...Object.keys(NUMBERS), "logitBias", "logprobs", "topLogprobs", "stop"]);

export function encodeSampling(
  sampling: Sampling | undefined,
  { extraSampling = true }: OpenAiChatTarget,
  losses: LossList,
): Fields {
  if (sampling === undefined) return {};
  losses.unwritten("sampling", sampling, WRITTEN, DIALECT);
  const fields: Record<string, unknown> = {};
  for (const [name, wire] of Object.entries(NUMBERS)) {
    // The names are the keys of NUMBERS, which are fields of Sampling.
    const value = sampling[name as keyof typeof NUMBERS];
    if (value === undefined) continue;
    if (extraSampling || !EXTRA.has(name)) fields[wire] = value;
    else losses.leftOut(`sampling.${name}`, "this upstream does not know it");
  }
  const { logitBias, logprobs, topLogprobs, stop } = sampling;
  return {
    ...fields,
    ...(logitBias && { logit_bias: logitBias }),
    ...(logprobs !== undefined && { logprobs }),
    ...(topLogprobs !== undefined && { top_logprobs: topLogprobs }),
    ...(stop && { stop }),
  };
}
