import type { CodedOperation, MediaCodec } from "../../formats/media/media-codec.ts";
import { auraSpeechCodec, novaTranscriptionCodec } from "../../formats/workers-ai/deepgram-codecs.ts";
import {
  workersAiPictureCodec,
  workersAiRerankCodec,
  workersAiSpeechCodec,
  workersAiTranscriptionCodec,
} from "../../formats/workers-ai/workers-ai-codecs.ts";
import { openAiCompatible } from "../openai-compatible/openai-compatible-provider.ts";
import type { Provider, UpstreamTarget } from "../provider.ts";

const CODECS: Partial<Record<CodedOperation, MediaCodec>> = {
  "images/generations": workersAiPictureCodec,
  "audio/transcriptions": workersAiTranscriptionCodec,
  "audio/speech": workersAiSpeechCodec,
  rerank: workersAiRerankCodec,
};

const compatible = openAiCompatible({
  root: ({ other }) => `/client/v4/accounts/${encodeURIComponent(other)}/ai/v1`,
  operations: ["chat", "embeddings", ...operationsOf(CODECS)],
  chat: { extraSampling: true },
});

/**
 * Cloudflare Workers AI; `other` is the account. Chats and embeddings are in OpenAI's words, other models are run by their
 * names, with fields of their own.
 * Source: https://developers.cloudflare.com/workers-ai/configuration/open-ai-compatibility/,
 * https://developers.cloudflare.com/workers-ai/get-started/rest-api/
 */
export const cloudflareProvider: Provider = {
  ...compatible,
  mediaCodec: codecOf,
  target(channel, call) {
    const target = compatible.target(channel, call);
    const isRun = call.operation in CODECS;
    return target && isRun ? runTarget(target, call) : target;
  },
};

/** Deepgram's models take and give the sound itself. */
function codecOf(operation: CodedOperation, model: string): MediaCodec | undefined {
  if (!model.startsWith("@cf/deepgram/")) return CODECS[operation];
  if (operation === "audio/speech") return auraSpeechCodec;
  return operation === "audio/transcriptions" ? novaTranscriptionCodec : CODECS[operation];
}

/** `…/ai/run/@cf/openai/whisper`: the slashes of a name are the address's. */
function runTarget(
  { url, headers }: UpstreamTarget,
  { operation, model }: { operation: string; model: string },
) {
  const root = url.slice(0, -`/v1/${operation}`.length);
  return { url: `${root}/run/${model.split("/").map(encodeName).join("/")}`, headers };
}

function encodeName(part: string): string {
  return encodeURIComponent(part).replaceAll("%40", "@");
}

function operationsOf(codecs: typeof CODECS): readonly CodedOperation[] {
  // Object.keys forgets what it was given.
  return Object.keys(codecs) as CodedOperation[];
}
