import { withKeptFields } from "../chat/body-fields.ts";
import type { LossList } from "../chat/chat-loss.ts";
import type { AssistantPart, ReasoningPart, ToolCallPart } from "../chat/chat-part.ts";
import type { Seal } from "../chat/chat-seal.ts";
import { readToolArguments } from "../chat/tool-calls.ts";
import type { Fields } from "../reported-usage.ts";
import { joinPair } from "./gemini-part-decoder.ts";
import { encodeMedia } from "./gemini-media.ts";
import { writeGeminiSeal } from "./gemini-seals.ts";

const DIALECT = "gemini";

const WRITTEN: Readonly<Record<AssistantPart["type"], ReadonlySet<string>>> = {
  text: new Set(["type", "text", "signature", "extensions"]),
  image: new Set(["type", "source", "signature", "extensions"]),
  audio: new Set(["type", "source", "extensions"]),
  video: new Set(["type", "source", "extensions"]),
  file: new Set(["type", "source", "filename", "extensions"]),
  reasoning: new Set(["type", "text", "signature", "encrypted", "extensions"]),
  refusal: new Set(["type", "text", "extensions"]),
  "tool-call": new Set(["type", "id", "name", "arguments", "isCustom", "signature", "extensions"]),
  vendor: new Set(["type", "dialect", "raw"]),
};
const ANSWERED_TEXT = new Set([...WRITTEN.text, "annotations"]);

export interface PartEncoding {
  readonly losses: LossList;
  /** Who reads it: Google takes only its own seals and no citations; clients get every seal, marked. */
  readonly reader: "upstream" | "client";
}

/** One part of a content; undefined when there is nothing to write. What cannot be said is told. */
export function encodePart(part: AssistantPart, path: string, encoding: PartEncoding): Fields | undefined {
  const { losses, reader } = encoding;
  if (part.type === "vendor") {
    if (part.dialect === DIALECT) return part.raw;
    losses.leftOut(path, `only ${part.dialect} has this part`);
    return undefined;
  }
  const written = part.type === "text" && reader === "client" ? ANSWERED_TEXT : WRITTEN[part.type];
  losses.unwritten(path, part, written, DIALECT);
  const body = encodeBody(part, path, encoding);
  return body && withKeptFields(body, losses.extensions(path, part.extensions, DIALECT));
}

function encodeBody(
  part: Exclude<AssistantPart, { type: "vendor" }>,
  path: string,
  encoding: PartEncoding,
): Fields | undefined {
  switch (part.type) {
    case "text": {
      const seal = sealFields(part.signature, path, encoding);
      return part.text === "" && !seal && !part.extensions ? undefined : { text: part.text, ...seal };
    }
    case "refusal":
      encoding.losses.changed(path, "gemini writes refusals as text");
      return { text: part.text };
    case "reasoning":
      return encodeThought(part, path, encoding);
    case "tool-call":
      return { ...encodeCall(part, path, encoding.losses), ...sealFields(part.signature, path, encoding) };
    case "image": {
      const media = encodeMedia(part, path, encoding.losses);
      return media && { ...media, ...sealFields(part.signature, path, encoding) };
    }
    default:
      return encodeMedia(part, path, encoding.losses);
  }
}

/** `thoughtSignature`, where the reader may see this seal. */
export function sealFields(
  seal: Seal | undefined,
  path: string,
  { losses, reader }: PartEncoding,
): Fields | undefined {
  if (seal === undefined) return undefined;
  if (reader === "upstream" && seal.origin !== "gemini") {
    losses.leftOut(`${path}.signature`, `only ${seal.origin} can read it`);
    return undefined;
  }
  return {
    thoughtSignature: reader === "upstream" ? seal.data : writeGeminiSeal({ kind: "signature", seal }),
  };
}

/** A thought that is encrypted, for clients: they bring it back. */
export function encryptedFields(seal: Seal): Fields {
  return { thoughtSignature: writeGeminiSeal({ kind: "encrypted", seal }) };
}

function encodeThought(part: ReasoningPart, path: string, encoding: PartEncoding): Fields | undefined {
  const { losses, reader } = encoding;
  const { text, signature, encrypted } = part;
  let seal: Fields | undefined;
  if (encrypted && reader === "client") {
    seal = encryptedFields(encrypted);
    if (signature) losses.leftOut(`${path}.signature`, "gemini has one place for what is sealed");
  } else {
    if (encrypted) losses.leftOut(`${path}.encrypted`, `only ${encrypted.origin} can read it`);
    seal = sealFields(signature, path, encoding);
  }
  if (text === "" && !seal && !part.extensions) {
    losses.leftOut(path, "nothing of this thought can be sent");
    return undefined;
  }
  return { text, thought: true, ...seal };
}

/** `functionCall`. Arguments that are no JSON object, and those of tools that take text, become one named argument. */
function encodeCall(part: Omit<ToolCallPart, "type">, path: string, losses: LossList): Fields {
  const { id, name } = part;
  if (part.isCustom) {
    losses.changed(`${path}.isCustom`, "sent as a function with one argument");
    return { functionCall: { id, name, args: { input: part.arguments } } };
  }
  if (part.arguments === "") return { functionCall: { id, name } };
  const args = readToolArguments(part.arguments);
  if (args === undefined) losses.changed(`${path}.arguments`, "they are no JSON object: sent as one text");
  return { functionCall: { id, name, args: args ?? { arguments: part.arguments } } };
}

/** Tells which parts the dialect does not keep apart from those before them. */
export function tellJoined(parts: readonly AssistantPart[], path: string, losses: LossList): void {
  for (const [index, part] of parts.entries()) {
    const last = parts[index - 1];
    if (last && joinPair(last, part))
      losses.changed(`${path}[${index}]`, "gemini does not keep it apart from the part before it");
  }
}
