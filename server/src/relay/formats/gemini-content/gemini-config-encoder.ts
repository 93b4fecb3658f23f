import type { LossList } from "../chat/chat-loss.ts";
import type { AudioOutput, ChatRequest, OutputForm, Sampling } from "../chat/chat-request.ts";
import type { GeminiTarget } from "../chat/chat-target.ts";
import type { Fields } from "../reported-usage.ts";
import { exactOpenApiSchema, nearestOpenApiSchema } from "./gemini-schema-encoder.ts";
import { encodeThinking } from "./gemini-thinking.ts";

const DIALECT = "gemini";
const SAMPLING_WRITTEN = new Set([
  "temperature",
  "topP",
  "topK",
  "seed",
  "frequencyPenalty",
  "presencePenalty",
  "logprobs",
  "topLogprobs",
  "stop",
]);
const FORM_WRITTEN = new Set(["type", "schema"]);
const AUDIO_WRITTEN = new Set(["voice"]);

/** The dialect's own bound: https://ai.google.dev/api/generate-content#generationconfig. */
const STOPS_MAX = 5;

/** `generationConfig` of a request; undefined when it says nothing. */
export function encodeConfig(
  request: ChatRequest,
  target: GeminiTarget,
  losses: LossList,
): Fields | undefined {
  const { maxOutputTokens, choiceCount, sampling, outputForm, modalities, audioOutput, reasoning } = request;
  const thinkingConfig = reasoning && encodeThinking(reasoning, target, losses);
  const config: Fields = {
    ...(sampling && encodeSampling(sampling, losses)),
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    ...(choiceCount !== undefined && { candidateCount: choiceCount }),
    ...(outputForm && encodeOutputForm(outputForm, target, losses)),
    ...(modalities && { responseModalities: modalities.map((modality) => modality.toUpperCase()) }),
    ...(audioOutput && encodeVoice(audioOutput, losses)),
    ...(thinkingConfig && { thinkingConfig }),
  };
  return Object.keys(config).length === 0 ? undefined : config;
}

function encodeSampling(sampling: Sampling, losses: LossList): Fields {
  losses.unwritten("sampling", sampling, SAMPLING_WRITTEN, DIALECT);
  const { logprobs, topLogprobs, stop, temperature, topP, topK, seed } = sampling;
  const { frequencyPenalty, presencePenalty } = sampling;
  if (stop && stop.length > STOPS_MAX)
    losses.changed("sampling.stop", `gemini takes ${STOPS_MAX} stop sequences: the first are sent`);
  return {
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { topP }),
    ...(topK !== undefined && { topK }),
    ...(seed !== undefined && { seed }),
    ...(frequencyPenalty !== undefined && { frequencyPenalty }),
    ...(presencePenalty !== undefined && { presencePenalty }),
    ...(logprobs !== undefined && { responseLogprobs: logprobs }),
    ...(topLogprobs !== undefined && { logprobs: topLogprobs }),
    ...(stop && { stopSequences: stop.slice(0, STOPS_MAX) }),
  };
}

function encodeOutputForm(form: OutputForm, target: GeminiTarget, losses: LossList): Fields {
  losses.unwritten("outputForm", form, FORM_WRITTEN, DIALECT);
  if (form.type === "text") return { responseMimeType: "text/plain" };
  const responseMimeType = "application/json";
  if (form.type === "json") return { responseMimeType };
  const openApi = exactOpenApiSchema(form.schema);
  if (openApi) return { responseMimeType, responseSchema: openApi };
  if (target.jsonSchema !== false) return { responseMimeType, responseJsonSchema: form.schema };
  return { responseMimeType, responseSchema: nearestOpenApiSchema(form.schema, "outputForm.schema", losses) };
}

function encodeVoice(audio: AudioOutput, losses: LossList): Fields {
  losses.unwritten("audioOutput", audio, AUDIO_WRITTEN, DIALECT);
  return audio.voice === undefined
    ? {}
    : { speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName: audio.voice } } } };
}
