import type { ChatDialect } from "../formats/chat/chat-dialect.ts";
import type { ChatError } from "../formats/chat/chat-error.ts";
import { FormatError } from "../formats/chat/chat-error.ts";
import type { Encoded } from "../formats/chat/chat-format.ts";
import type { Loss } from "../formats/chat/chat-loss.ts";
import type { ChatRequest } from "../formats/chat/chat-request.ts";
import type { ClientRequest, GeminiEmbedding } from "../formats/client-request.ts";
import { encodeGeminiEmbeddingAnswer } from "../formats/gemini-content/gemini-embeddings.ts";
import type { MediaRequest } from "../formats/media-request.ts";
import { openAiErrorMessage } from "../formats/openai/openai-error.ts";
import { upstreamBytes } from "../formats/openai/openai-request.ts";
import type { UsageDialect } from "../formats/usage-dialect.ts";
import type { InlineMedia, Provider } from "../providers/provider.ts";
import { MEDIA_USAGE } from "../media/media-usage.ts";
import type { RelayCall } from "../relay-call.ts";
import { RelayError } from "../relay-error.ts";
import { CHAT_FORMATS, USAGE_OF_DIALECT } from "./chat-formats.ts";
import { thoughtsAsText } from "./thoughts-as-text.ts";
import { requireWholeConversation } from "./whole-conversation.ts";

/** The part of a call that an upstream is concerned with. */
export type UpstreamCall = Pick<
  RelayCall,
  "requestId" | "startedAtMs" | "request" | "client" | "headers" | "remoteMedia"
>;

type LaneCall = Omit<UpstreamCall, "client" | "remoteMedia">;

/**
 * How one attempt speaks with its upstream. In the client's own dialect bytes pass as they are, apart from the model's name
 * and the wish for usage; in another they go through the shared form, and what gets lost on the way is told.
 */
export interface Lane {
  /** The upstream's. */
  readonly dialect: ChatDialect;
  readonly usageDialect: UsageDialect;
  /** The usage chunk of a stream was asked for by the gateway alone. */
  readonly hidesUsage: boolean;
  readonly body: Uint8Array | string;
  /** What the upstream is not told. */
  readonly losses: readonly Loss[];
  /** What of the client's own headers goes on to an upstream of its dialect. */
  readonly passedHeaders: Readonly<Record<string, string>> | undefined;
  /** Undefined where bytes pass. */
  readonly translation: Translation | undefined;
  /** What a parsed answer says went wrong, when it is an error object whatever its status; undefined when it is none. */
  errorIn(body: unknown, status: number): ChatError | undefined;
}

/** Between the upstream's dialect and the client's. */
export interface Translation {
  /** A chat as the upstream's codec wrote it. */
  readonly sent?: ChatRequest;
  /** The client gets thoughts as a part of the text. */
  readonly tellsThoughtsAsText: boolean;
  /** Throws FormatError when the answer is none. */
  answer(body: unknown): Encoded;
}

/** Throws body.parameter or conversation.not-kept for a request that is not allowed; found only where it must be translated. */
export function openLane(call: LaneCall, provider: Provider, wishes: LaneWishes): Lane {
  const { request } = call;
  if (request.geminiEmbedding)
    return geminiEmbeddingLane(request, request.geminiEmbedding, provider, wishes.model);
  if (request.media) return mediaLane(provider, wishes.model, request.media);
  const dialects = dialectsFor(provider, wishes.model);
  if (request.operation !== "chat") return passingLane(call, provider, wishes);
  if (!speaks(dialects, request)) return translatingLane(call, provider, wishes, dialects[0]);
  return wishes.forcesFormat || tellsThoughtsAsText(request, wishes)
    ? translatingLane(call, provider, wishes, request.dialect)
    : passingLane(call, provider, wishes);
}

/** Which media of a chat its upstream takes as bytes only, in the dialect that `openLane` will speak with it. */
export function inlineMediaFor(
  { request }: LaneCall,
  provider: Provider,
  wishes: Omit<LaneWishes, "reportsStreamUsage" | "asksForUsage">,
): InlineMedia | undefined {
  if (request.operation !== "chat" || provider.inlineMedia === undefined) return undefined;
  const dialects = dialectsFor(provider, wishes.model);
  const isOwn = speaks(dialects, request);
  const rule = provider.inlineMedia[isOwn ? request.dialect : dialects[0]];
  if (rule === undefined || (isOwn && wishes.passesBody)) return undefined;
  const passes = isOwn && !wishes.forcesFormat && !tellsThoughtsAsText(request, wishes);
  return passes && !rule.isAlways ? undefined : rule;
}

export interface LaneWishes {
  /** The name there, mapped already. */
  readonly model: string;
  /** The upstream understands the wish for a stream's usage. */
  readonly reportsStreamUsage: boolean;
  /** Usage is to be asked for where the client does not. */
  readonly asksForUsage: boolean;
  /** The client's bytes pass as they are, its model's name too. */
  readonly passesBody?: boolean | undefined;
  /** A chat is written anew even where its dialect is the upstream's. */
  readonly forcesFormat?: boolean | undefined;
  /** Clients of OpenAI's chat dialect get thoughts as a part of the text. */
  readonly thinkingToContent?: boolean | undefined;
}

function tellsThoughtsAsText(
  { dialect }: ClientRequest,
  { thinkingToContent }: Pick<LaneWishes, "thinkingToContent">,
): boolean {
  return thinkingToContent === true && dialect === "openai-chat";
}

function dialectsFor(provider: Provider, model: string): Provider["chatDialects"] {
  const only = provider.onlyDialect?.(model);
  return only === undefined ? provider.chatDialects : [only];
}

function speaks(dialects: readonly ChatDialect[], { dialect, framing }: ClientRequest): boolean {
  // An array of answers is not what upstreams are asked for.
  return dialects.includes(dialect) && framing === "sse";
}

function passingLane(
  { request, headers }: LaneCall,
  provider: Provider,
  { model, asksForUsage, reportsStreamUsage, passesBody = false }: LaneWishes,
): Lane {
  const { dialect } = request;
  const asks = asksForUsage && dialect === "openai-chat" && reportsStreamUsage && !passesBody;
  return {
    dialect,
    usageDialect: usageDialectOf(provider, dialect),
    hidesUsage: asks && !request.wantsUsage,
    body: passesBody ? request.bytes : upstreamBytes(request, model, asks),
    ...passedHeaders(headers, provider.passedHeaders?.[dialect], provider.takesBeta),
    translation: undefined,
    errorIn: (body, status) => errorIn(dialect, body, status),
  };
}

const BETAS = "anthropic-beta";

function passedHeaders(
  headers: LaneCall["headers"],
  names: readonly string[] | undefined,
  takesBeta: (name: string) => boolean = () => true,
): Pick<Lane, "passedHeaders" | "losses"> {
  if (!names) return { passedHeaders: undefined, losses: [] };
  const passed: Record<string, string> = {};
  const losses: Loss[] = [];
  for (const name of names) {
    const value = headers.get(name);
    if (value === null) continue;
    const refused = name === BETAS ? betasIn(value).filter((beta) => !takesBeta(beta)) : [];
    for (const beta of refused)
      losses.push({ path: `${BETAS}.${beta}`, what: "left-out", reason: "this vendor does not know it" });
    const left = refused.length === 0 ? value : betasIn(value).filter(takesBeta).join(",");
    if (left !== "") passed[name] = left;
  }
  return { passedHeaders: passed, losses };
}

function betasIn(value: string): string[] {
  return value.split(",").flatMap((name) => name.trim() || []);
}

/** Embeddings that are asked for in Google's words, at an upstream of OpenAI's. */
function geminiEmbeddingLane(
  request: ClientRequest,
  { method, losses }: GeminiEmbedding,
  provider: Provider,
  model: string,
): Lane {
  const dialect = "openai-chat";
  return {
    dialect,
    usageDialect: usageDialectOf(provider, dialect),
    hidesUsage: false,
    body: upstreamBytes({ ...request, dialect }, model, false),
    losses,
    passedHeaders: undefined,
    translation: {
      tellsThoughtsAsText: false,
      answer: (body) => ({ body: encodeGeminiEmbeddingAnswer(method, body), losses: [] }),
    },
    errorIn: (body, status) => errorIn(dialect, body, status),
  };
}

/** Calls that pass as they are; only OpenAI's way of reporting differs between them. */
function mediaLane(provider: Provider, model: string, media: MediaRequest): Lane {
  const dialect = "openai-chat";
  const usual = MEDIA_USAGE[media.operation];
  return {
    dialect,
    usageDialect: usual === "openai" ? usageDialectOf(provider, dialect) : usual,
    hidesUsage: false,
    body: media.bytesFor(model),
    losses: [],
    passedHeaders: undefined,
    translation: undefined,
    errorIn: (body, status) => errorIn(dialect, body, status),
  };
}

/** Clients of other dialects cannot refer to what is kept at OpenAI: nothing is, and thoughts come sealed to be sent back. */
const WHOLE_CONVERSATION = { stateless: true } as const;

function translatingLane(
  { requestId, startedAtMs, request }: LaneCall,
  provider: Provider,
  wishes: LaneWishes,
  dialect: ChatDialect,
): Lane {
  const { model, reportsStreamUsage } = wishes;
  const asText = tellsThoughtsAsText(request, wishes);
  const chat = decoded(request);
  if (request.dialect === "openai-responses" && dialect !== request.dialect) requireWholeConversation(chat);
  const sent = { ...chat, stream: request.stream, wantsUsage: reportsStreamUsage };
  const target = provider.chatTarget?.(model);
  const { body, losses } = CHAT_FORMATS[dialect].encodeRequest(sent, {
    ...target,
    ...(dialect !== request.dialect && {
      openAiResponses: { ...WHOLE_CONVERSATION, ...target?.openAiResponses },
    }),
    model,
  });
  const createdAtSeconds = Math.floor(startedAtMs / 1000);
  return {
    dialect,
    usageDialect: usageDialectOf(provider, dialect),
    hidesUsage: false,
    body: JSON.stringify(body),
    losses,
    passedHeaders: undefined,
    translation: {
      sent,
      tellsThoughtsAsText: asText,
      answer(answer) {
        const context = { requestId, createdAtSeconds };
        const decodedAnswer = CHAT_FORMATS[dialect].decodeAnswer(answer, {
          ...context,
          model,
          request: sent,
        });
        return CHAT_FORMATS[request.dialect].encodeAnswer(
          asText ? thoughtsAsText(decodedAnswer) : decodedAnswer,
          { ...context, request: chat },
        );
      },
    },
    errorIn: (answer, status) => errorIn(dialect, answer, status),
  };
}

/** A chat in the shared form. Throws body.parameter. */
export function decoded(request: ClientRequest): ChatRequest {
  try {
    return request.chat();
  } catch (error) {
    if (error instanceof FormatError)
      throw new RelayError("body.parameter", { param: error.path, reason: error.reason });
    throw error;
  }
}

function usageDialectOf(provider: Provider, dialect: ChatDialect): UsageDialect {
  return provider.usageDialects?.[dialect] ?? USAGE_OF_DIALECT[dialect];
}

/** Every dialect has its errors in a member `error`. */
function errorIn(dialect: ChatDialect, body: unknown, status: number): ChatError | undefined {
  return openAiErrorMessage(body) === undefined ? undefined : CHAT_FORMATS[dialect].decodeError(status, body);
}
