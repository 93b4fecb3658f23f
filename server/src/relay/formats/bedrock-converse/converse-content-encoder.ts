import type { CallIds } from "../anthropic-messages/anthropic-call-ids.ts";
import { encodeInput } from "../anthropic-messages/anthropic-tool-call.ts";
import type { LossList } from "../chat/chat-loss.ts";
import type {
  AssistantPart,
  CacheHint,
  ContentPart,
  ReasoningPart,
  ToolResultPart,
} from "../chat/chat-part.ts";
import { writeSeal } from "../chat/chat-seal.ts";
import type { Seal } from "../chat/chat-seal.ts";
import type { Fields } from "../reported-usage.ts";
import { encodeFile, encodeImage, encodeVideo } from "./converse-media.ts";

const DIALECT = "bedrock-converse";

/** What every block of a request or an answer is encoded with. */
export interface BlockEncoding {
  readonly losses: LossList;
  readonly ids: CallIds;
  /** Names of tools by the ids of their calls. */
  readonly names: ReadonlyMap<string, string>;
  /** An upstream refuses the seals of others; a client keeps them and brings them back. */
  readonly side: "upstream" | "client";
  readonly cachePoints: boolean;
}

const SHARED = ["type", "cache", "extensions"] as const;
const WRITTEN = {
  text: new Set([...SHARED, "text"]),
  image: new Set([...SHARED, "source"]),
  video: new Set([...SHARED, "source"]),
  file: new Set([...SHARED, "source", "filename", "context", "citations"]),
  "tool-call": new Set([...SHARED, "id", "name", "arguments", "isCustom"]),
  "tool-result": new Set([...SHARED, "callId", "name", "parts", "isError", "isCustom"]),
  reasoning: new Set([...SHARED, "text", "signature", "encrypted"]),
} as const satisfies Record<string, ReadonlySet<string>>;

/** The blocks of anybody's content, marks for the cache behind theirs. */
export function encodeBlocks(
  parts: readonly (AssistantPart | ContentPart | ToolResultPart)[],
  path: string,
  encoding: BlockEncoding,
): Fields[] {
  return parts.flatMap((part, index) => encodeWithMark(part, `${path}[${index}]`, encoding));
}

/** One part's blocks, with the mark behind them. */
export function encodeWithMark(
  part: AssistantPart | ToolResultPart,
  path: string,
  encoding: BlockEncoding,
): Fields[] {
  const blocks = encodePart(part, path, encoding);
  if (part.type === "vendor") return blocks;
  encoding.losses.extensions(path, part.extensions, DIALECT);
  return part.cache ? [...blocks, ...cachePoint(part.cache, `${path}.cache`, blocks, encoding)] : blocks;
}

function encodePart(part: AssistantPart | ToolResultPart, path: string, encoding: BlockEncoding): Fields[] {
  const { losses, ids } = encoding;
  switch (part.type) {
    case "text":
      losses.unwritten(path, part, WRITTEN.text, DIALECT);
      return textBlock(part.text, path, losses);
    case "refusal":
      losses.changed(path, `a refusal is a text at ${DIALECT}`);
      return textBlock(part.text, path, losses);
    case "audio":
      if (part.transcript === undefined) break;
      losses.changed(path, `${DIALECT} gets the transcript of what was spoken`);
      return textBlock(part.transcript, path, losses);
    case "image":
      losses.unwritten(path, part, WRITTEN.image, DIALECT);
      return encodeImage(part, path, losses);
    case "video":
      losses.unwritten(path, part, WRITTEN.video, DIALECT);
      return encodeVideo(part, path, losses);
    case "file":
      losses.unwritten(path, part, WRITTEN.file, DIALECT);
      return encodeFile(part, path, losses);
    case "reasoning":
      losses.unwritten(path, part, WRITTEN.reasoning, DIALECT);
      return encodeThought(part, path, encoding);
    case "tool-call": {
      losses.unwritten(path, part, WRITTEN["tool-call"], DIALECT);
      const toolUseId = ids.write(part.id, `${path}.id`, losses);
      return [{ toolUse: { toolUseId, name: part.name, input: encodeInput(part, path, losses) } }];
    }
    case "tool-result":
      return [encodeResult(part, path, encoding)];
    case "vendor":
      if (part.dialect === DIALECT) return [part.raw];
      losses.leftOut(path, `only ${part.dialect} has this part`);
      return [];
  }
  losses.leftOut(path, `${DIALECT} has no place for ${part.type}`);
  return [];
}

/** The vendor refuses texts without a word. */
function textBlock(text: string, path: string, losses: LossList): Fields[] {
  if (text.trim() !== "") return [{ text }];
  losses.leftOut(path, `${DIALECT} refuses texts without words`);
  return [];
}

function encodeResult(part: ToolResultPart, path: string, encoding: BlockEncoding): Fields {
  const { losses, ids, names } = encoding;
  losses.unwritten(path, part, WRITTEN["tool-result"], DIALECT);
  if (part.name !== undefined && part.name !== names.get(part.callId))
    losses.leftOut(`${path}.name`, `${DIALECT} finds the name in the call`);
  if (part.isCustom !== undefined) losses.changed(`${path}.isCustom`, "all results are alike here");
  const content = encodeBlocks(part.parts, `${path}.parts`, { ...encoding, cachePoints: false });
  return {
    toolResult: {
      toolUseId: ids.write(part.callId, `${path}.callId`, losses),
      content,
      ...(part.isError !== undefined && { status: part.isError ? "error" : "success" }),
    },
  };
}

/** A thought without its own seal is an error upstream. */
function encodeThought(part: ReasoningPart, path: string, encoding: BlockEncoding): Fields[] {
  const { losses } = encoding;
  const { text } = part;
  const signature = sealText(part.signature, `${path}.signature`, encoding);
  const encrypted = sealText(part.encrypted, `${path}.encrypted`, encoding);
  const hidden = encrypted === undefined ? [] : [redactedBlock(encrypted)];
  if (encoding.side === "upstream" && signature === undefined) {
    if (hidden.length === 0) losses.leftOut(path, `${DIALECT} takes back only thoughts that it signed`);
    else if (text !== "")
      losses.leftOut(`${path}.text`, `${DIALECT} takes back only thoughts that it signed`);
    return hidden;
  }
  if (text === "" && signature === undefined) {
    if (hidden.length === 0) losses.leftOut(path, "it is empty");
    return hidden;
  }
  if (encoding.side === "client" && hidden.length > 0) {
    losses.leftOut(`${path}.encrypted`, `${DIALECT} keeps a thought and its sealed form apart`);
    hidden.length = 0;
  }
  if (hidden.length > 0) losses.changed(path, `${DIALECT} keeps a thought and its sealed form apart`);
  const reasoningText = { text, ...(signature !== undefined && { signature }) };
  return [{ reasoningContent: { reasoningText } }, ...hidden];
}

/** The block of a thought that only the vendor can read. */
function redactedBlock(redactedContent: string): Fields {
  return { reasoningContent: { redactedContent } };
}

function sealText(seal: Seal | undefined, path: string, { side, losses }: BlockEncoding): string | undefined {
  if (seal === undefined) return undefined;
  if (side === "client" || seal.origin === "bedrock") return writeSeal(seal, "bedrock");
  losses.leftOut(path, `a seal of ${seal.origin} is an error at ${DIALECT}`);
  return undefined;
}

const CACHE_WRITTEN = new Set(["ttlSeconds"]);

/** The mark that stands behind what is worth caching. */
export function cachePoint(
  cache: CacheHint,
  path: string,
  before: readonly Fields[],
  { losses, cachePoints }: Pick<BlockEncoding, "losses" | "cachePoints">,
): Fields[] {
  if (!cachePoints || before.length === 0) {
    losses.leftOut(path, `${DIALECT} has no mark for this place or model`);
    return [];
  }
  losses.unwritten(path, cache, CACHE_WRITTEN, DIALECT);
  const { ttlSeconds } = cache;
  if (ttlSeconds === undefined) return [{ cachePoint: { type: "default" } }];
  const isHour = ttlSeconds > 300;
  if (ttlSeconds !== 300 && ttlSeconds !== 3600)
    losses.changed(`${path}.ttlSeconds`, `${DIALECT} knows five minutes and an hour`);
  return [{ cachePoint: { type: "default", ttl: isHour ? "1h" : "5m" } }];
}
