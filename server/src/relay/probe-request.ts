import type { RelayChannel } from "../resources/channels/relay-channels.ts";
import type { ClientRequest } from "./formats/client-request.ts";
import { wavFile } from "./formats/media/speech-answer.ts";
import type { MediaOperation } from "./formats/media-request.ts";
import { readOpenAiRequest } from "./formats/openai/openai-request.ts";
import { readMediaRequest } from "./media/read-media-request.ts";
import { providerFor } from "./providers/providers.ts";

/** What a model is asked for in a test. */
export type ProbeOperation =
  | "chat"
  | "completions"
  | "embeddings"
  | Extract<
      MediaOperation,
      "rerank" | "moderations" | "audio/speech" | "audio/transcriptions" | "images/generations"
    >;

const MAX_TOKENS = 16;

/** By what the names of vendors' models have in common; the first that fits. Google's models of all kinds chat, but those that speak. */
const KINDS: readonly (readonly [RegExp, ProbeOperation])[] = [
  [/^gemini(?!-embedding)(?!.*-tts)/i, "chat"],
  [/rerank/i, "rerank"],
  [/moderation/i, "moderations"],
  [/embed|bge|m3e|^embo-/i, "embeddings"],
  [/whisper|transcribe|sensevoice|(^|[-./\d])asr-|deepgram\/nova/i, "audio/transcriptions"],
  [/^tts-|-tts(-|$)|cosyvoice|melotts|^speech-\d|deepgram\/aura/i, "audio/speech"],
  [
    /^dall-e|^(chat)?gpt-image|^cogview|^imagen|^wanx|^kolors|seedream|stable-diffusion|(^|\/)flux|^grok-.*image|qwen-image(?!-edit)|^z-image|^image-0|(titan|nova).*(image|canvas)|stability\./i,
    "images/generations",
  ],
  [/^gpt-3\.5-turbo-instruct|^(davinci|babbage)-002/i, "completions"],
];

/** For what a model is made, judged by its name. */
export function operationOfModel(model: string): ProbeOperation {
  return KINDS.find(([names]) => names.test(model))?.[1] ?? "chat";
}

/** What a vendor is asked for that has not what the model's name speaks of. */
const OTHERS: readonly ProbeOperation[] = ["chat", "embeddings", "rerank"];

/** The smallest request that shows whether a model works, at the address that is made for it and that its vendor has. */
export function probeRequest(channel: RelayChannel, model: string): ClientRequest {
  const named = operationOfModel(model);
  const operation = [named, ...OTHERS].find((one) => hasCall(channel, one, model)) ?? named;
  switch (operation) {
    case "chat":
    case "completions":
    case "embeddings":
      return readOpenAiRequest(operation, jsonBytes({ model, ...textFields(operation, model) }));
    case "audio/transcriptions":
      return recording(model);
    default:
      return readMediaRequest(operation, jsonBytes({ model, ...MEDIA_FIELDS[operation] }), null);
  }
}

function hasCall(channel: RelayChannel, operation: ProbeOperation, model: string): boolean {
  const provider = providerFor(channel);
  const dialect = operation === "chat" ? provider?.chatDialects[0] : "openai-chat";
  if (!provider || !dialect) return false;
  return provider.target(channel, { operation, dialect, model, stream: false }) !== undefined;
}

function textFields(operation: "chat" | "completions" | "embeddings", model: string): object {
  if (operation === "embeddings") return { input: "hi" };
  if (operation === "completions") return { prompt: "hi", max_tokens: MAX_TOKENS };
  const limit = usesCompletionLimit(model) ? "max_completion_tokens" : "max_tokens";
  return { messages: [{ role: "user", content: "hi" }], [limit]: MAX_TOKENS };
}

const MEDIA_FIELDS = {
  rerank: { query: "hi", documents: ["hi"] },
  moderations: { input: "hi" },
  "audio/speech": { input: "hi", voice: "alloy" },
  "images/generations": { prompt: "a white square", n: 1 },
} as const;

/** OpenAI's reasoning models refuse `max_tokens`. */
function usesCompletionLimit(model: string): boolean {
  return /^(o\d|gpt-5)/.test(model);
}

function jsonBytes(value: object): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}

const BOUNDARY = "tollgate-probe";
const SAMPLE_RATE = 8000;

/** A form with half a second of silence: two bytes a sample. */
function recording(model: string): ClientRequest {
  const part = (head: string) => `--${BOUNDARY}\r\nContent-Disposition: form-data; ${head}\r\n`;
  const body = Buffer.concat([
    Buffer.from(`${part('name="model"')}\r\n${model}\r\n`),
    Buffer.from(`${part('name="file"; filename="silence.wav"')}Content-Type: audio/wav\r\n\r\n`),
    wavFile(new Uint8Array(SAMPLE_RATE), SAMPLE_RATE),
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);
  return readMediaRequest("audio/transcriptions", body, `multipart/form-data; boundary=${BOUNDARY}`);
}
