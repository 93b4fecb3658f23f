import type { RelayChannel } from "../resources/channels/relay-channels.ts";
import type { ClientRequest } from "./formats/client-request.ts";
import { readOpenAiRequest } from "./formats/openai/openai-request.ts";
import { readMediaRequest } from "./media/read-media-request.ts";
import { providerFor } from "./providers/providers.ts";

const MAX_TOKENS = 16;

/** The tiny request that a channel is tested with: what the model's name speaks of, or else what its vendor has. */
export function probeRequest(channel: RelayChannel, model: string): ClientRequest {
  const named = [EMBEDDINGS, RERANK].filter(({ names }) => names?.test(model));
  const tried = [...named, CHAT, EMBEDDINGS, RERANK];
  const { operation, body } = tried.find((one) => hasCall(channel, one, model)) ?? CHAT;
  const bytes = new TextEncoder().encode(JSON.stringify({ model, ...body(model) }));
  return operation === "rerank"
    ? readMediaRequest(operation, bytes, null)
    : readOpenAiRequest(operation, bytes);
}

interface ProbedCall {
  readonly operation: "chat" | "embeddings" | "rerank";
  /** Names of models that are for this alone. */
  readonly names?: RegExp;
  readonly body: (model: string) => object;
}

const CHAT: ProbedCall = {
  operation: "chat",
  body: (model) => ({
    messages: [{ role: "user", content: "hi" }],
    ...(usesCompletionLimit(model) ? { max_completion_tokens: MAX_TOKENS } : { max_tokens: MAX_TOKENS }),
  }),
};

/** BGE is a family of both. */
const EMBEDDINGS: ProbedCall = {
  operation: "embeddings",
  names: /^(?!.*rerank).*(?:embed|bge|m3e)/i,
  body: () => ({ input: "hi" }),
};

const RERANK: ProbedCall = {
  operation: "rerank",
  names: /rerank/i,
  body: () => ({ query: "hi", documents: ["hi", "no"] }),
};

function hasCall(channel: RelayChannel, { operation }: ProbedCall, model: string): boolean {
  const provider = providerFor(channel);
  const dialect = operation === "chat" ? provider?.chatDialects[0] : "openai-chat";
  if (!provider || !dialect) return false;
  return provider.target(channel, { operation, dialect, model, stream: false }) !== undefined;
}

/** OpenAI's reasoning models refuse `max_tokens`. */
function usesCompletionLimit(model: string): boolean {
  return /^(o\d|gpt-5)/.test(model);
}
