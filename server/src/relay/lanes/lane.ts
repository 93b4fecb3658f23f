import type { ChatDialect, UpstreamDialect } from "../formats/chat/chat-dialect.ts";
import type { ChatError } from "../formats/chat/chat-error.ts";
import { FormatError } from "../formats/chat/chat-error.ts";
import type { Encoded } from "../formats/chat/chat-format.ts";
import type { Loss } from "../formats/chat/chat-loss.ts";
import type { ChatRequest, ReasoningWish } from "../formats/chat/chat-request.ts";
import type { ClientRequest, GeminiEmbedding } from "../formats/client-request.ts";
import { encodeGeminiEmbeddingAnswer } from "../formats/gemini-content/gemini-embeddings.ts";
import type { AnsweredFile, MediaCodec } from "../formats/media/media-codec.ts";
import { isCoded } from "../formats/media/coded-operation.ts";
import type { MediaRequest } from "../formats/media-request.ts";
import { withoutMembers } from "../../lib/json-members.ts";
import { upstreamBytes } from "../formats/openai/openai-request.ts";
import type { Fields } from "../formats/reported-usage.ts";
import type { UsageDialect } from "../formats/usage-dialect.ts";
import type { Provider } from "../providers/provider.ts";
import { MEDIA_USAGE } from "../media/media-usage.ts";
import type { RelayCall } from "../relay-call.ts";
import { RelayError } from "../relay-error.ts";
import { UPSTREAM_FORMATS } from "./chat-formats.ts";
import { codedLane } from "./coded-lane.ts";
import { lostWishes, refusedWishes, withoutDearWishes } from "./dear-wishes.ts";
import type { AllowsWish } from "./dear-wishes.ts";
import { patchReasoning, withReasoning } from "./reasoning-patch.ts";
import { translateAnswer } from "./translated-answer.ts";
import { usageDialectOf } from "./upstream-words.ts";
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
export type Lane = PassingLane | TranslatingLane;

/** Bytes pass. */
export interface PassingLane extends LaneBase {
  readonly dialect: ChatDialect;
  readonly translation: undefined;
}

export interface TranslatingLane extends LaneBase {
  readonly translation: Translation;
}

interface LaneBase {
  /** The upstream's. */
  readonly dialect: UpstreamDialect;
  readonly usageDialect: UsageDialect;
  /** The usage chunk of a stream was asked for by the gateway alone. */
  readonly hidesUsage: boolean;
  readonly body: Uint8Array | string;
  /** What the body is, for calls that are no chats. */
  readonly contentType?: string | undefined;
  /** What the model's name asked for, in OpenAI's words; undefined where it asked for nothing. */
  readonly reasoningEffort?: string | undefined;
  /** What the upstream is not told. */
  readonly losses: readonly Loss[];
  /** What of the client's own headers goes on to an upstream of its dialect. */
  readonly passedHeaders: Readonly<Record<string, string>> | undefined;
  /** The upstream is asked for a stream where the client wants a whole answer, which `decodeAnswer` is given collected. */
  readonly collects: boolean;
}

/** Between the upstream's dialect and the client's. */
export interface Translation {
  /** A chat as the upstream's codec wrote it. */
  readonly sent?: ChatRequest;
  /** The client gets thoughts as a part of the text. */
  readonly tellsThoughtsAsText: boolean;
  /** What the vendor's rules forbid, in an answer that is otherwise none. */
  refusalIn?(answer: unknown): ChatError | undefined;
  /** Whether an answer has something for the client, although it may tell of an error too. */
  hasMade?(answer: unknown): boolean;
  /** Throws FormatError when the answer is none. */
  answer(body: Record<string, unknown>): TranslatedAnswer;
  /** The answer passes to a client that reads no JSON; else it is read whole, whatever the client reads. */
  readonly passesSound?: boolean;
  /** What an answer that is no JSON says, as JSON. */
  readBytes?: MediaCodec["readBytes"];
}

/** An answer for the client. */
export interface TranslatedAnswer extends Encoded {
  /** What the client gets in the place of JSON. */
  readonly file?: AnsweredFile | undefined;
  /** What its usage is read from, where that is not what the upstream said. */
  readonly counted?: Fields | undefined;
}

/** Throws body.parameter or conversation.not-kept for a request that is not allowed; found only where it must be translated. */
export function openLane(call: LaneCall, provider: Provider, wishes: LaneWishes): Lane {
  const { request } = call;
  const codec =
    request.operation === "chat" ? undefined : codecFor(request.operation, provider, wishes.model);
  if (codec) return codedLane(call, codec, wishes.model);
  if (request.geminiEmbedding)
    return geminiEmbeddingLane(request, request.geminiEmbedding, provider, wishes.model);
  if (request.media) return mediaLane(provider, wishes.model, request.media);
  const dialects = dialectsFor(provider, wishes.model);
  if (wishes.asChat) return translatingLane(call, provider, wishes, dialects[0]);
  if (request.operation !== "chat") return passingLane(call, provider, wishes);
  if (!speaks(dialects, request)) return translatingLane(call, provider, wishes, dialects[0]);
  return wishes.forcesFormat || tellsThoughtsAsText(request, wishes)
    ? translatingLane(call, provider, wishes, request.dialect)
    : passingLane(call, provider, wishes);
}

function codecFor(operation: ClientRequest["operation"], provider: Provider, model: string) {
  return isCoded(operation) ? provider.mediaCodec?.(operation, model) : undefined;
}

export interface LaneWishes {
  /** The name there, mapped already. */
  readonly model: string;
  /** The upstream understands the wish for a stream's usage. */
  readonly reportsStreamUsage: boolean;
  /** Usage is to be asked for where the client does not. */
  readonly asksForUsage: boolean;
  /** A completion is asked for as a chat: the upstream has no other. */
  readonly asChat?: boolean | undefined;
  /** The client's bytes pass as they are, its model's name too. */
  readonly passesBody?: boolean | undefined;
  /** A chat is written anew even where its dialect is the upstream's. */
  readonly forcesFormat?: boolean | undefined;
  /** What the model's name wished for, over the client's own. */
  readonly reasoning?: ReasoningWish | undefined;
  /** Clients of OpenAI's chat dialect get thoughts as a part of the text. */
  readonly thinkingToContent?: boolean | undefined;
  /** What the channel's operator pays for beside the usual price; nothing where it is left out. */
  readonly allowsWish?: AllowsWish;
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

function speaks(dialects: readonly UpstreamDialect[], { dialect, framing }: ClientRequest): boolean {
  // An array of answers is not what upstreams are asked for.
  return dialects.includes(dialect) && framing === "sse";
}

function passingLane({ request, headers }: LaneCall, provider: Provider, wishes: LaneWishes): PassingLane {
  const { model, asksForUsage, reportsStreamUsage, passesBody = false } = wishes;
  const { dialect } = request;
  const asks = asksForUsage && dialect === "openai-chat" && reportsStreamUsage && !passesBody;
  const bytes = passesBody ? request.bytes : upstreamBytes(request, model, asks);
  const wished = wishes.reasoning
    ? wishfulBody(request, provider, wishes.model, wishes.reasoning, bytes)
    : { body: bytes, losses: NO_LOSSES, reasoningEffort: undefined };
  const { body, losses } = passesBody ? wished : affordable(wished, request, wishes);
  const names = provider.passedHeaders?.[dialect];
  const passed = names && passedHeaders(headers, names, provider.takesBeta);
  return {
    dialect,
    usageDialect: usageDialectOf(provider, dialect),
    hidesUsage: asks && !request.wantsUsage,
    body,
    reasoningEffort: wished.reasoningEffort,
    passedHeaders: passed?.passedHeaders,
    losses: passed && passed.losses.length > 0 ? [...losses, ...passed.losses] : losses,
    collects: false,
    translation: undefined,
  };
}

const NO_LOSSES: readonly Loss[] = [];

/** The client's bytes, with what the model's name wished for. */
function wishfulBody(
  request: ClientRequest,
  provider: Provider,
  model: string,
  wish: ReasoningWish,
  bytes: Uint8Array,
): Pick<Lane, "body" | "losses" | "reasoningEffort"> {
  const target = { ...provider.chatTarget?.(model), model };
  const patch = { chat: decoded(request), wish, target };
  const { text, losses } = patchReasoning(decoder.decode(bytes), request.dialect, patch);
  return { body: text, losses, reasoningEffort: effortWord(wish) };
}

/** The same without what its vendor would ask another price for. */
function affordable(
  sent: Pick<Lane, "body" | "losses">,
  { dearWishes = [] }: ClientRequest,
  { allowsWish }: LaneWishes,
): Pick<Lane, "body" | "losses"> {
  if (dearWishes.length === 0) return sent;
  const names = refusedWishes(dearWishes, allowsWish);
  if (names.length === 0) return sent;
  const text = typeof sent.body === "string" ? sent.body : decoder.decode(sent.body);
  return { body: withoutMembers(text, names), losses: [...sent.losses, ...lostWishes(names)] };
}

const decoder = new TextDecoder();

/** For the log: a wish to think without an effort has no word. */
function effortWord({ mode, effort }: ReasoningWish): string | undefined {
  return mode === "off" ? "none" : effort;
}

const BETAS = "anthropic-beta";

function passedHeaders(
  headers: LaneCall["headers"],
  names: readonly string[],
  takesBeta: (name: string) => boolean = () => true,
): Pick<Lane, "passedHeaders" | "losses"> {
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
    collects: false,
    translation: {
      tellsThoughtsAsText: false,
      answer: (body) => ({ body: encodeGeminiEmbeddingAnswer(method, body), losses: [] }),
    },
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
    contentType: media.contentType ?? "application/json",
    losses: NO_LOSSES,
    passedHeaders: undefined,
    collects: false,
    translation: undefined,
  };
}

/** Clients of other dialects cannot refer to what is kept at OpenAI: nothing is, and thoughts come sealed to be sent back. */
const WHOLE_CONVERSATION = { stateless: true } as const;

function translatingLane(
  { requestId, startedAtMs, request }: LaneCall,
  provider: Provider,
  wishes: LaneWishes,
  dialect: UpstreamDialect,
): TranslatingLane {
  const { model, reportsStreamUsage } = wishes;
  const { reasoning: wish } = wishes;
  const chat = decoded(request);
  if (request.dialect === "openai-responses" && dialect !== request.dialect) requireWholeConversation(chat);
  const wished = wish ? withReasoning(chat, wish) : chat;
  const sent = { ...wished, stream: request.stream, wantsUsage: reportsStreamUsage };
  const upstream = UPSTREAM_FORMATS[dialect];
  const target = provider.chatTarget?.(model);
  const written = upstream.encodeRequest(sent, {
    ...target,
    ...(dialect !== request.dialect && {
      openAiResponses: { ...WHOLE_CONVERSATION, ...target?.openAiResponses },
    }),
    model,
  });
  const { body, losses } = withoutDearWishes(dialect, written.body, wishes.allowsWish);
  const usageDialect = usageDialectOf(provider, dialect);
  const context = { requestId, createdAtSeconds: Math.floor(startedAtMs / 1000) };
  const asText = tellsThoughtsAsText(request, wishes);
  const way = { request, chat, sent, dialect, usageDialect, model, context, tellsThoughtsAsText: asText };
  return {
    dialect,
    usageDialect,
    hidesUsage: false,
    body: JSON.stringify(body),
    reasoningEffort: wish && effortWord(wish),
    losses: [...written.losses, ...losses],
    passedHeaders: undefined,
    collects: upstream.collects === true && !request.stream,
    translation: { sent, tellsThoughtsAsText: asText, answer: (answer) => translateAnswer(answer, way) },
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
