import { readOpenAiPrompt } from "../formats/openai/openai-prompt.ts";
import { FormatError } from "../formats/chat/chat-error.ts";
import type { ClientRequest } from "../formats/client-request.ts";
import { RelayError } from "../relay-error.ts";

const PATHS = new Set(["/v1/realtime", "/openai/realtime", "/openai/v1/realtime"]);

/** Whether a session is opened at this address, OpenAI's or Azure's. `path` has no slash at its end. */
export function isRealtimePath(path: string): boolean {
  return PATHS.has(path);
}

/** What a session asks for. Its events are none of it: they come later. Throws realtime.no-upgrade, model.missing. */
export function readRealtimeRequest({ url, headers }: Request): ClientRequest {
  const isUpgrade =
    headers.get("upgrade")?.toLowerCase() === "websocket" &&
    headers.get("sec-websocket-version") === "13" &&
    headers.has("sec-websocket-key");
  if (!isUpgrade) throw new RelayError("realtime.no-upgrade", {}, { upgrade: "websocket" });
  const { searchParams } = new URL(url);
  const model = searchParams.get("model") || searchParams.get("deployment");
  if (!model) throw new RelayError("model.missing");
  return {
    dialect: "openai-chat",
    operation: "realtime",
    model,
    stream: true,
    framing: "sse",
    wantsUsage: true,
    maxOutputTokens: undefined,
    choices: 1,
    reasoningEffort: undefined,
    cacheKey: undefined,
    prompt: readOpenAiPrompt({}),
    bytes: new Uint8Array(),
    text: "",
    chat() {
      throw new FormatError("model", "a realtime session is no chat");
    },
  };
}

const BETA_PROTOCOL = "openai-beta.realtime-v1";

/** The client's wish for the beta's events, by header or, from a browser, by sub-protocol. */
export function betaHeader(headers: Pick<Headers, "get">): Readonly<Record<string, string>> {
  const byProtocol = protocolsOf(headers).includes(BETA_PROTOCOL) ? "realtime=v1" : undefined;
  const wished = headers.get("openai-beta") ?? byProtocol;
  return wished === undefined ? {} : { "openai-beta": wished };
}

/** The one sub-protocol that is spoken, where the client offers it. The others carry keys and wishes. */
export function agreedProtocol(headers: Pick<Headers, "get">): Readonly<Record<string, string>> {
  return protocolsOf(headers).includes("realtime") ? { "sec-websocket-protocol": "realtime" } : {};
}

function protocolsOf(headers: Pick<Headers, "get">): readonly string[] {
  return (headers.get("sec-websocket-protocol") ?? "").split(",").map((name) => name.trim());
}
