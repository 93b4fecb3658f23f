import type { ClientDialect } from "./formats/chat/chat-dialect.ts";
import type { ClientOperation } from "./formats/client-request.ts";
import { MEDIA_OPERATIONS } from "./formats/media-request.ts";
import type { GeminiEmbeddingMethod } from "./formats/gemini-content/gemini-embeddings.ts";

/** A call of the data plane, as its address names it. */
export interface Endpoint {
  readonly operation: ClientOperation;
  /** What the client speaks, its errors included. */
  readonly dialect: ClientDialect;
  /** The model, where the address names it. */
  readonly model?: string;
  /** Whether the answer streams, where the address tells. */
  readonly stream?: boolean;
  readonly framing?: "json-array";
  /** Google's method, where embeddings are asked for in its dialect. */
  readonly embedding?: GeminiEmbeddingMethod;
  /** The console's own page calls, with its user's session instead of a key. */
  readonly isPlayground?: true;
}

/** The playground's one address. */
export const PLAYGROUND_PATH = "/pg/chat/completions";

const openAi = (operation: ClientOperation): Endpoint => ({ operation, dialect: "openai-chat" });

const FIXED: ReadonlyMap<string, Endpoint> = new Map<string, Endpoint>([
  ["/v1/chat/completions", openAi("chat")],
  ["/v1/completions", openAi("completions")],
  ["/v1/embeddings", openAi("embeddings")],
  ["/v1/responses", { operation: "chat", dialect: "openai-responses" }],
  ["/v1/messages", { operation: "chat", dialect: "anthropic" }],
  [PLAYGROUND_PATH, { ...openAi("chat"), isPlayground: true }],
  ["/rerank", openAi("rerank")],
  ...MEDIA_OPERATIONS.map((operation) => [`/v1/${operation}`, openAi(operation)] as const),
]);

/** What a POST to this path asks for; `search`: the address's query. Undefined for paths that relay nothing. */
export function endpointOf(path: string, search: string): Endpoint | undefined {
  return FIXED.get(path) ?? geminiEndpoint(path, search) ?? deploymentEndpoint(path) ?? otherAddressOf(path);
}

/** Names may contain slashes and colons. */
const GEMINI_PATH = /^\/v1(?:beta)?\/models\/(.+):(\w+)$/;

function geminiEndpoint(path: string, search: string): Endpoint | undefined {
  const [, name, method] = GEMINI_PATH.exec(path) ?? [];
  if (name === undefined) return undefined;
  const address = { dialect: "gemini", model: decoded(name) } as const;
  switch (method) {
    case "generateContent":
      return { ...address, operation: "chat", stream: false };
    case "streamGenerateContent": {
      const isArray = !/[?&]alt=sse(&|$)/.test(search);
      return { ...address, operation: "chat", stream: true, ...(isArray && { framing: "json-array" }) };
    }
    case "embedContent":
    case "batchEmbedContents":
      return { ...address, operation: "embeddings", embedding: method };
    default:
      return undefined;
  }
}

const DEPLOYMENT_PATH =
  /^\/openai\/deployments\/([^/]+)\/(chat\/completions|completions|embeddings|images\/\w+|audio\/\w+)$/;
const ENGINE_PATH = /^\/v1\/engines\/(.+)\/(embeddings)$/;

/** Azure's clients name the model as a deployment, OpenAI's oldest as an engine. */
function deploymentEndpoint(path: string): Endpoint | undefined {
  const match = DEPLOYMENT_PATH.exec(path) ?? ENGINE_PATH.exec(path);
  const found = match && FIXED.get(`/v1/${match[2]}`);
  return found && match[1] ? { ...found, model: decoded(match[1]) } : undefined;
}

/** Google has OpenAI's addresses under a root of its own, and so has Azure for what it finds by the body's model. */
const COMPATIBLE_ROOTS = ["/v1beta/openai/", "/openai/v1/", "/openai/"];

function otherAddressOf(path: string): Endpoint | undefined {
  const root = COMPATIBLE_ROOTS.find((one) => path.startsWith(one));
  return root === undefined ? undefined : FIXED.get(`/v1/${path.slice(root.length)}`);
}

/** The dialect in which to answer a call that relays nothing: what its address tells, else what its headers do. */
export function dialectOf(path: string, request: Request): ClientDialect {
  if (COMPATIBLE_ROOTS.some((root) => path.startsWith(root))) return "openai-chat";
  if (path.startsWith("/v1beta") || path.startsWith("/upload/")) return "gemini";
  return path.startsWith("/v1/messages") ? "anthropic" : dialectOfCaller(request);
}

/** Three vendors have addresses such as `/v1/models`: the caller is known by the headers that only one of them has. */
function dialectOfCaller({ headers, url }: Request): ClientDialect {
  if (headers.has("anthropic-version") || headers.has("x-api-key")) return "anthropic";
  return headers.has("x-goog-api-key") || /[?&]key=/.test(url) ? "gemini" : "openai-chat";
}

/** A name with broken escapes is the name of no model. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
