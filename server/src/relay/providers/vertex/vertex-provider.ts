import { isObject } from "@tollgate/contract/json-object";
import { withMembers } from "../../../lib/json-members.ts";
import { readVertexKey } from "@tollgate/contract/vertex-key";
import type { VertexKey } from "@tollgate/contract/vertex-key";
import type { RelayChannel } from "../../../resources/channels/relay-channels.ts";
import { fieldsOf } from "../../formats/reported-usage.ts";
import { googleMediaCall } from "../../formats/google-media/google-media-calls.ts";
import {
  vertexEmbedContentCodec,
  vertexEmbeddingsCodec,
} from "../../formats/google-media/vertex-embeddings-codec.ts";
import { isCoded } from "../../formats/media/coded-operation.ts";
import type { CodedOperation, MediaCodec } from "../../formats/media/media-codec.ts";
import { anthropicTarget, CLAUDE_SUFFIXES } from "../claude-models.ts";
import { cloudAnthropicRequest } from "../cloud-anthropic-request.ts";
import { rewrittenAnswer } from "../answer-in-other-words.ts";
import { vertexTakesBeta } from "../cloud-betas.ts";
import { CredentialError } from "../credential-error.ts";
import { GEMINI_SUFFIXES, geminiTarget, isYouTube } from "../gemini-models.ts";
import type { OutgoingRequest, Provider, ProviderCall, SendingContext } from "../provider.ts";
import { forgetGoogleToken, googleToken } from "./google-token.ts";
import { vertexRoot } from "./vertex-address.ts";
import { errorInDialect } from "./vertex-errors.ts";
import { vertexClaude, vertexDialect, vertexGemini } from "./vertex-models.ts";

/**
 * Google's Vertex AI: Gemini in Google's words, Claude in Anthropic's, models of other publishers in OpenAI's. `other` is the
 * location, or locations by model. With an API key only Google's own models can be called.
 * Source: https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/inference,
 * …/partner-models/claude/use-claude, …/maas/call-open-model-apis
 */
export const vertexProvider: Provider = {
  chatDialects: ["gemini", "anthropic", "openai-chat"],
  onlyDialect: vertexDialect,
  reportsStreamUsage: () => true,
  chatTarget: (model) => ({
    // An organization has to allow schemas for Claude first.
    anthropic: { ...anthropicTarget(model), jsonSchema: false },
    gemini: geminiTarget(vertexGemini(model)),
    openAiChat: { maxTokensField: "max_tokens", thoughts: "none", cacheHints: "none", extraSampling: false },
  }),
  suffixes: (model) => (vertexDialect(model) === "anthropic" ? CLAUDE_SUFFIXES : GEMINI_SUFFIXES),
  // Claude takes no addresses here; those of Google's storage are none of the web.
  inlineMedia: {
    anthropic: { kinds: ["image", "file"], isAlways: true },
    gemini: { kinds: ["image", "audio", "video", "file"], takes: isYouTube },
  },
  passedHeaders: { anthropic: ["anthropic-beta"] },
  takesBeta: vertexTakesBeta,
  mediaCodec: (operation, model) => mediaCall(operation, model)?.codec,
  target(channel, call) {
    const url = urlOf(channel, call);
    return url === undefined ? undefined : { url, headers: {} };
  },
  async finish(request, context) {
    const key = readVertexKey(context.channel.key);
    if (!key) throw new CredentialError("the key is no key file of a service account");
    const { dialect } = context.call;
    const written = inVertexWords(request, context.call);
    const { headers, renews } = await credentialFor(key, context);
    return {
      request: { ...written, headers: { ...written.headers, ...headers } },
      isWorthRepeating: ({ status }) => status === 401 && renews(),
      unwrap: (answer) =>
        answer.ok
          ? answer
          : rewrittenAnswer(answer, (bytes) => errorInDialect(dialect, answer.status, bytes)),
    };
  },
};

function urlOf(
  channel: RelayChannel,
  { operation, dialect, model, stream }: ProviderCall,
): string | undefined {
  const isApiKey = readVertexKey(channel.key)?.kind === "api-key";
  const media = isCoded(operation) ? mediaCall(operation, model)?.method : undefined;
  if (media !== undefined) {
    const root = vertexRoot(channel, model, media === "predict" ? "v1" : "v1beta1");
    return `${root}/publishers/google/models/${encodeURIComponent(vertexGemini(model))}:${media}`;
  }
  if (operation !== "chat" || (isApiKey && dialect !== "gemini")) return undefined;
  switch (dialect) {
    case "gemini": {
      const name = encodeURIComponent(vertexGemini(model));
      const method = stream ? "streamGenerateContent?alt=sse" : "generateContent";
      // What is new in Gemini comes to this version first, and Google's own clients call it.
      return `${vertexRoot(channel, model, "v1beta1")}/publishers/google/models/${name}:${method}`;
    }
    case "anthropic": {
      const method = stream ? "streamRawPredict" : "rawPredict";
      return `${vertexRoot(channel, model, "v1")}/publishers/anthropic/models/${vertexClaude(model)}:${method}`;
    }
    case "openai-chat":
      return `${vertexRoot(channel, model, "v1")}/endpoints/openapi/chat/completions`;
    default:
      return undefined;
  }
}

function mediaCall(
  operation: CodedOperation,
  model: string,
): { codec: MediaCodec; method: string } | undefined {
  if (operation !== "embeddings") return googleMediaCall(operation, model);
  return /gemini-embedding-(?!001)/.test(model)
    ? { codec: vertexEmbedContentCodec, method: "embedContent" }
    : { codec: vertexEmbeddingsCodec, method: "predict" };
}

function inVertexWords(request: OutgoingRequest, { dialect, operation }: ProviderCall): OutgoingRequest {
  if (dialect === "anthropic")
    return cloudAnthropicRequest(request, {
      version: "vertex-2023-10-16",
      without: ["model"],
      betasInBody: false,
    });
  // A codec's contents have their roles, and may be large.
  return dialect === "gemini" && operation === "chat"
    ? { ...request, body: withRoles(request.body) }
    : request;
}

/** Google's other API takes contents without a role for the user's; here each needs one. */
function withRoles(body: OutgoingRequest["body"]): OutgoingRequest["body"] {
  const text = typeof body === "string" ? body : new TextDecoder().decode(body);
  const { contents } = fieldsOf(JSON.parse(text));
  const lacksRole = (content: unknown) => isObject(content) && content["role"] === undefined;
  if (!Array.isArray(contents) || !contents.some(lacksRole)) return body;
  const spoken = Array.from(contents, (content: unknown) =>
    lacksRole(content) ? { role: "user", ...fieldsOf(content) } : content,
  );
  return withMembers(text, { contents: JSON.stringify(spoken) });
}

/** `renews`: forgets what was used, and says whether there may be something better. */
async function credentialFor(key: VertexKey, { openExchange, nowMs }: SendingContext) {
  if (key.kind === "api-key") return { headers: { "x-goog-api-key": key.apiKey }, renews: () => false };
  const { token, wasKept } = await googleToken(key, openExchange, nowMs());
  return {
    headers: { authorization: `Bearer ${token}` },
    renews() {
      forgetGoogleToken(key, token);
      return wasKept;
    },
  };
}
