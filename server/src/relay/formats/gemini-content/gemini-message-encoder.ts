import { withKeptFields } from "../chat/body-fields.ts";
import type { LossList } from "../chat/chat-loss.ts";
import type { AssistantPart, ToolResultPart } from "../chat/chat-part.ts";
import type { ChatMessage, ChatRequest, MessageOf } from "../chat/chat-request.ts";
import type { GeminiTarget } from "../chat/chat-target.ts";
import { toolNames } from "../chat/tool-calls.ts";
import type { Fields } from "../reported-usage.ts";
import { encodeMedia } from "./gemini-media.ts";
import { encodePart, tellJoined } from "./gemini-part-encoder.ts";
import type { PartEncoding } from "./gemini-part-encoder.ts";
import { writeToolResponse } from "./gemini-tool-response.ts";

const DIALECT = "gemini";
const MESSAGE_WRITTEN = new Set(["role", "parts", "extensions"]);
const RESULT_WRITTEN = new Set(["type", "callId", "name", "parts", "isError", "extensions"]);
const MEDIA_WRITTEN = new Set(["type", "source", "filename", "extensions"]);

/** "Accepted instead of a lost one": https://ai.google.dev/gemini-api/docs/thought-signatures. */
const DUMMY_SIGNATURE = "skip_thought_signature_validator";

interface MessageEncoding {
  readonly part: PartEncoding;
  readonly losses: LossList;
  readonly names: ReadonlyMap<string, string>;
  readonly demandsSignatures: boolean;
}

/** `systemInstruction` and `contents` of a request. */
export function encodeConversation(request: ChatRequest, target: GeminiTarget, losses: LossList): Fields {
  const encoding: MessageEncoding = {
    part: { losses, reader: "upstream" },
    losses,
    names: toolNames(request),
    demandsSignatures: target.demandsSignatures === true,
  };
  const instructions = encodeParts(request.system, "system", encoding);
  const contents = request.messages.flatMap((message, index, all) => {
    const path = `messages[${index}]`;
    if (message.role === "assistant" && all[index - 1]?.role === "assistant")
      losses.changed(path, "gemini takes turns of the model that follow each other for one");
    return encodeMessage(message, path, encoding);
  });
  if (contents.length === 0 && instructions.length > 0) {
    losses.changed("system", "gemini demands a turn of the user: sent as one");
    return { contents: [{ role: "user", parts: instructions }] };
  }
  return {
    ...(instructions.length > 0 && { systemInstruction: { parts: instructions } }),
    contents,
  };
}

function encodeMessage(message: ChatMessage, path: string, encoding: MessageEncoding): Fields[] {
  const { losses } = encoding;
  losses.unwritten(path, message, MESSAGE_WRITTEN, DIALECT);
  if (message.role === "system")
    losses.changed(path, "gemini has instructions only at the beginning: sent as the user's");
  const parts =
    message.role === "tool"
      ? encodeResults(message, `${path}.parts`, encoding)
      : encodeParts(message.parts, `${path}.parts`, encoding);
  if (parts.length === 0) {
    losses.leftOut(path, "gemini refuses empty turns");
    return [];
  }
  const isModel = message.role === "assistant";
  if (isModel) tellJoined(message.parts, `${path}.parts`, losses);
  const content = {
    role: isModel ? "model" : "user",
    parts: isModel && encoding.demandsSignatures ? withSignature(parts, path, losses) : parts,
  };
  return [withKeptFields(content, losses.extensions(path, message.extensions, DIALECT))];
}

function encodeParts(parts: readonly AssistantPart[], path: string, { part }: MessageEncoding): Fields[] {
  const encoded = parts.map((one, index) => encodePart(one, `${path}[${index}]`, part));
  return encoded.filter((one) => one !== undefined);
}

/** Gemini 3 demands a signature on the first call of a turn. */
function withSignature(parts: readonly Fields[], path: string, losses: LossList): readonly Fields[] {
  const place = parts.findIndex((part) => "functionCall" in part);
  const call = parts[place];
  if (call === undefined || "thoughtSignature" in call) return parts;
  losses.added(`${path}.signature`, "gemini demands a signature on calls: its documented stand-in is sent");
  return parts.with(place, { ...call, thoughtSignature: DUMMY_SIGNATURE });
}

/** All results of one turn are parts of one content: the vendor demands as many as there were calls. */
function encodeResults(
  { parts }: MessageOf<"tool", ToolResultPart>,
  path: string,
  encoding: MessageEncoding,
): Fields[] {
  return parts.map((part, index) => encodeResult(part, `${path}[${index}]`, encoding));
}

function encodeResult(part: ToolResultPart, path: string, { losses, names }: MessageEncoding): Fields {
  losses.unwritten(path, part, RESULT_WRITTEN, DIALECT);
  const { text, media } = encodeResultParts(part, `${path}.parts`, losses);
  let name = part.name ?? names.get(part.callId);
  if (name === undefined) {
    name = part.callId;
    losses.added(
      `${path}.name`,
      "gemini demands the function's name, and its call is not in the conversation",
    );
  }
  const functionResponse = {
    id: part.callId,
    name,
    response: writeToolResponse({ text, isError: part.isError === true }),
    ...(media.length > 0 && { parts: media }),
  };
  return withKeptFields({ functionResponse }, losses.extensions(path, part.extensions, DIALECT));
}

/** The texts of a result as one, and its media behind them. */
function encodeResultParts({ parts }: ToolResultPart, path: string, losses: LossList) {
  let text = "";
  const media: Fields[] = [];
  for (const [index, part] of parts.entries()) {
    const partPath = `${path}[${index}]`;
    if (part.type === "text") {
      losses.unwritten(partPath, part, new Set(["type", "text"]), DIALECT);
      if (media.length > 0) losses.changed(partPath, "gemini keeps the text of a result before its media");
      text += part.text;
    } else if (part.type === "vendor") losses.leftOut(partPath, `only ${part.dialect} has this part`);
    else {
      losses.unwritten(partPath, part, MEDIA_WRITTEN, DIALECT);
      const encoded = encodeMedia(part, partPath, losses);
      const kept = losses.extensions(partPath, part.extensions, DIALECT);
      if (encoded) media.push(withKeptFields(encoded, kept));
    }
  }
  return { text, media };
}
