import {
  countField,
  flagField,
  numberField,
  plainField,
  textField,
  textsField,
} from "../chat/body-fields.ts";
import type { BodyObject } from "../chat/body-fields.ts";
import type { ChatRequest, OutputForm, Sampling } from "../chat/chat-request.ts";
import { geminiField } from "./gemini-fields.ts";
import { jsonSchemaFromOpenApi } from "./gemini-schema-decoder.ts";
import { decodeThinking } from "./gemini-thinking.ts";

type ConfiguredFields = Pick<
  ChatRequest,
  "sampling" | "maxOutputTokens" | "choiceCount" | "outputForm" | "modalities" | "reasoning" | "audioOutput"
>;

/**
 * Reads `generationConfig`. What the shared form has no word for stays unread. Throws FormatError.
 *
 * Source: https://ai.google.dev/api/generate-content#generationconfig.
 */
export function decodeConfig(body: BodyObject): ConfiguredFields {
  const config = geminiField(body, "generationConfig");
  if (config === undefined) return {};
  const maxOutputTokens = countField(config, "maxOutputTokens");
  const choiceCount = countField(config, "candidateCount");
  const sampling = decodeSampling(config);
  const reasoning = decodeThinking(config);
  const outputForm = decodeOutputForm(config);
  const modalities = decodeModalities(config);
  const voice = decodeVoice(config);
  return {
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    ...(choiceCount !== undefined && { choiceCount }),
    ...(sampling && { sampling }),
    ...(reasoning && { reasoning }),
    ...(outputForm && { outputForm }),
    ...(modalities && { modalities }),
    ...(voice !== undefined && { audioOutput: { voice } }),
  };
}

function decodeSampling(config: BodyObject): Sampling | undefined {
  const said = {
    temperature: numberField(config, "temperature"),
    topP: numberField(config, "topP"),
    topK: numberField(config, "topK"),
    seed: numberField(config, "seed"),
    frequencyPenalty: numberField(config, "frequencyPenalty"),
    presencePenalty: numberField(config, "presencePenalty"),
    logprobs: flagField(config, "responseLogprobs"),
    topLogprobs: countField(config, "logprobs"),
    stop: textsField(config, "stopSequences"),
  };
  const entries = Object.entries(said).filter(
    ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
  );
  // The entries of an object of samplings, without those that nobody said.
  return entries.length === 0 ? undefined : (Object.fromEntries(entries) as Sampling);
}

function decodeOutputForm(config: BodyObject): OutputForm | undefined {
  const type = textField(config, "responseMimeType");
  if (type !== undefined && type !== "application/json" && type !== "text/plain") {
    // `text/x.enum`: an answer that is one of the schema's words. Nobody else has it.
    config.read.delete("responseMimeType");
    return undefined;
  }
  const jsonSchema = plainField(config, "responseJsonSchema") ?? plainField(config, "_responseJsonSchema");
  const openApi = jsonSchema ? undefined : plainField(config, "responseSchema");
  const schema = jsonSchema ?? (openApi && jsonSchemaFromOpenApi(openApi));
  if (schema) return { type: "schema", schema };
  if (type === undefined) return undefined;
  return { type: type === "text/plain" ? "text" : "json" };
}

const MODALITIES = { TEXT: "text", IMAGE: "image", AUDIO: "audio" } as const;

/** A list with a kind that only this dialect has is kept whole. */
function decodeModalities(config: BodyObject): ChatRequest["modalities"] {
  const words = textsField(config, "responseModalities")?.map((word) => word.toUpperCase());
  if (words === undefined || words.length === 0) return undefined;
  const modalities = words.flatMap((word) =>
    word === "TEXT" || word === "IMAGE" || word === "AUDIO" ? [MODALITIES[word]] : [],
  );
  if (modalities.length === words.length) return modalities;
  config.read.delete("responseModalities");
  return undefined;
}

function decodeVoice(config: BodyObject): string | undefined {
  const speech = geminiField(config, "speechConfig");
  const voice = speech && geminiField(speech, "voiceConfig");
  const prebuilt = voice && geminiField(voice, "prebuiltVoiceConfig");
  return prebuilt && textField(prebuilt, "voiceName");
}
