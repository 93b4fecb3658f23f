import { inputTokens } from "../../pricing/usage.ts";
import { countedUsage } from "../counted-usage.ts";
import type { ClientRequest } from "../formats/client-request.ts";
import { FormatError } from "../formats/chat/chat-error.ts";
import type { ChatError } from "../formats/chat/chat-error.ts";
import { encodeGeminiEmbeddingAnswer } from "../formats/gemini-content/gemini-embeddings.ts";
import type { EncodedMedia, MediaCodec, MediaFile, MediaQuestion } from "../formats/media/media-codec.ts";
import { fieldsOf } from "../formats/reported-usage.ts";
import type { Fields } from "../formats/reported-usage.ts";
import { parseBody } from "../formats/openai/openai-request.ts";
import { MEDIA_USAGE } from "../media/media-usage.ts";
import { mediaTypeOf } from "../media/sniff-media-type.ts";
import { RelayError } from "../relay-error.ts";
import type { TranslatingLane, UpstreamCall } from "./lane.ts";

/**
 * A call beside chats at a vendor that has words of its own for it. Throws parameter.not-there for what this vendor
 * cannot do: another may.
 */
export function codedLane(
  { request, startedAtMs }: Pick<UpstreamCall, "request" | "startedAtMs">,
  codec: MediaCodec,
  model: string,
): TranslatingLane {
  const question = questionOf(request, model, startedAtMs);
  const { body, contentType = "application/json", losses } = encoded(codec, question);
  const { errorDialect: dialect = "openai-chat", usageDialect, passesSound = false, readBytes } = codec;
  const { geminiEmbedding, media } = request;
  return {
    dialect,
    usageDialect: usageDialect ?? (media ? MEDIA_USAGE[media.operation] : "openai"),
    hidesUsage: false,
    body,
    contentType,
    losses: geminiEmbedding ? [...geminiEmbedding.losses, ...losses] : losses,
    passedHeaders: undefined,
    collects: false,
    translation: {
      tellsThoughtsAsText: false,
      passesSound,
      answer(said) {
        const { body: told, file } = codec.decodeAnswer(said, question);
        const counted = usageDialect ? undefined : told;
        const whole = media ? told : { ...told, usage: told["usage"] ?? countedTokens(request, model) };
        return { body: inClientsWords(request, whole), losses: [], file, counted };
      },
      ...(readBytes && { readBytes }),
      refusalIn: (said) => refusalIn(codec, said),
      hasMade: (said) => codec.hasMade?.(fieldsOf(said)) ?? false,
    },
  };
}

/** What a vendor's rules forbid is the request's fault, in the word of OpenAI's for it: no other channel is asked. */
function refusalIn(codec: MediaCodec, answer: unknown): ChatError | undefined {
  const message = codec.refusalIn?.(fieldsOf(answer));
  if (message === undefined) return undefined;
  return { kind: "invalid", status: 400, code: "content_policy_violation", message };
}

function questionOf(request: ClientRequest, model: string, startedAtMs: number): MediaQuestion {
  const { media, bytes } = request;
  return {
    model,
    fields: media ? media.fields() : parseBody(bytes).body,
    files: media?.files().map(withItsType) ?? [],
    createdAtSeconds: Math.floor(startedAtMs / 1000),
  };
}

/** Clients that do not know what a file is say that it is anything. */
const ANYTHING = "application/octet-stream";

function withItsType(file: MediaFile): MediaFile {
  const { bytes } = file;
  const declared = file.mediaType === ANYTHING ? "" : file.mediaType;
  const kind = file.field === "file" ? "audio" : "image";
  return { ...file, mediaType: mediaTypeOf(bytes, declared, kind) ?? declared };
}

function encoded(codec: MediaCodec, question: MediaQuestion): EncodedMedia {
  try {
    return codec.encodeRequest(question);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw new RelayError("parameter.not-there", { param: error.path, reason: error.reason });
  }
}

/** What embeddings are charged by whose vendor tells no tokens. */
function countedTokens(request: ClientRequest, model: string): Fields {
  const tokens = inputTokens(countedUsage(request, model, ""));
  return { prompt_tokens: tokens, total_tokens: tokens };
}

/** Google's clients ask for embeddings too. */
function inClientsWords({ geminiEmbedding }: ClientRequest, told: Fields): Fields {
  return geminiEmbedding ? encodeGeminiEmbeddingAnswer(geminiEmbedding.method, told) : told;
}
