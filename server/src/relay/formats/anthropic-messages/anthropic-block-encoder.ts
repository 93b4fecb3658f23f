import { withKeptFields } from "../chat/body-fields.ts";
import type { LossList } from "../chat/chat-loss.ts";
import type {
  AssistantPart,
  ContentPart,
  TextPart,
  ToolCallPart,
  ToolResultPart,
} from "../chat/chat-part.ts";
import type { AnthropicTarget } from "../chat/chat-target.ts";
import type { Fields } from "../reported-usage.ts";
import type { CacheMarks } from "./anthropic-cache.ts";
import type { CallIds } from "./anthropic-call-ids.ts";
import { encodeCitation } from "./anthropic-citations.ts";
import { encodeDocument, encodeImage } from "./anthropic-media-encoder.ts";
import { encodeThoughtForUpstream } from "./anthropic-thoughts.ts";
import { encodeInput } from "./anthropic-tool-call.ts";

const DIALECT = "anthropic";

/** What every block of a request is encoded with. */
export interface BlockEncoding {
  readonly target: AnthropicTarget;
  readonly losses: LossList;
  readonly marks: CacheMarks;
  readonly ids: CallIds;
  /** Names of tools by the ids of their calls. */
  readonly names: ReadonlyMap<string, string>;
}

const SHARED = ["type", "cache", "extensions"] as const;
const WRITTEN = {
  text: new Set([...SHARED, "text", "annotations"]),
  image: new Set([...SHARED, "source"]),
  file: new Set([...SHARED, "source", "filename", "context", "citations"]),
  "tool-call": new Set([...SHARED, "id", "name", "arguments", "isCustom"]),
  "tool-result": new Set([...SHARED, "callId", "name", "parts", "isError", "isCustom"]),
} as const satisfies Record<string, ReadonlySet<string>>;

/** The blocks of anybody's content. */
export function encodeBlocks(
  parts: readonly (AssistantPart | ContentPart)[],
  path: string,
  encoding: BlockEncoding,
): Fields[] {
  return parts.flatMap((part, index) => encodePart(part, `${path}[${index}]`, encoding));
}

function encodePart(part: AssistantPart, path: string, encoding: BlockEncoding): Fields[] {
  const { losses, target } = encoding;
  switch (part.type) {
    case "text":
      return encodeText(part, path, encoding);
    case "image":
      losses.unwritten(path, part, WRITTEN.image, DIALECT);
      return [marked(encodeImage(part, path, losses), part, path, encoding)];
    case "file":
      losses.unwritten(path, part, WRITTEN.file, DIALECT);
      return [marked(encodeDocument(part, path, losses), part, path, encoding)];
    case "reasoning":
      return withFirstKept(
        encodeThoughtForUpstream(part, path, target.unsignedThoughts === true, losses),
        losses.extensions(path, part.extensions, DIALECT),
      );
    case "tool-call":
      return [encodeCall(part, path, encoding)];
    case "refusal":
      losses.changed(path, `a refusal is a text at ${DIALECT}`);
      return encodeText({ ...part, type: "text" }, path, encoding);
    case "audio":
      if (part.transcript === undefined) break;
      losses.changed(path, `${DIALECT} gets the transcript of what was spoken`);
      return encodeText({ type: "text", text: part.transcript }, path, encoding);
    case "vendor":
      if (part.dialect === DIALECT) return [part.raw];
      losses.leftOut(path, `only ${part.dialect} has this part`);
      return [];
    case "video":
      break;
  }
  losses.leftOut(path, `${DIALECT} has no place for ${part.type}`);
  return [];
}

/** The vendor refuses texts without a word. */
function encodeText(part: TextPart, path: string, encoding: BlockEncoding): Fields[] {
  const { losses } = encoding;
  const { text, annotations = [] } = part;
  if (text.trim() === "") {
    if (text !== "" || part.cache || part.extensions || part.signature)
      losses.leftOut(path, `${DIALECT} refuses texts without words`);
    return [];
  }
  losses.unwritten(path, part, WRITTEN.text, DIALECT);
  const citations = annotations.flatMap((annotation, index) => {
    const citation = encodeCitation(annotation, `${path}.annotations[${index}]`, "upstream", losses);
    return citation ? [citation] : [];
  });
  const body = { type: "text", text, ...(citations.length > 0 && { citations }) };
  return [marked(body, part, path, encoding)];
}

function encodeCall(part: ToolCallPart, path: string, encoding: BlockEncoding): Fields {
  const { losses, ids } = encoding;
  losses.unwritten(path, part, WRITTEN["tool-call"], DIALECT);
  const body = {
    type: "tool_use",
    id: ids.write(part.id, `${path}.id`, losses),
    name: part.name,
    input: encodeInput(part, path, losses),
  };
  return marked(body, part, path, encoding);
}

/** A `tool_result` block. */
export function encodeResult(part: ToolResultPart, path: string, encoding: BlockEncoding): Fields {
  const { losses, ids, names } = encoding;
  losses.unwritten(path, part, WRITTEN["tool-result"], DIALECT);
  if (part.name !== undefined && part.name !== names.get(part.callId))
    losses.leftOut(`${path}.name`, `${DIALECT} finds the name in the call`);
  if (part.isCustom !== undefined) losses.changed(`${path}.isCustom`, "all results are alike here");
  const content = shortContent(encodeBlocks(part.parts, `${path}.parts`, encoding));
  const body = {
    type: "tool_result",
    tool_use_id: ids.write(part.callId, `${path}.callId`, losses),
    ...(content !== "" && { content }),
    ...(part.isError !== undefined && { is_error: part.isError }),
  };
  return marked(body, part, path, encoding);
}

/** A single plain text as a text, none as "". */
export function shortContent(blocks: readonly Fields[]): string | readonly Fields[] {
  const [only] = blocks;
  if (only === undefined) return "";
  const isPlain = blocks.length === 1 && only["type"] === "text" && Object.keys(only).length === 2;
  return isPlain && typeof only["text"] === "string" ? only["text"] : blocks;
}

/** The blocks, the first of them with the unknown fields of the part that they are made of. */
export function withFirstKept(blocks: readonly Fields[], kept: Fields | undefined): Fields[] {
  return blocks.map((block, index) => (index === 0 ? withKeptFields(block, kept) : block));
}

function marked(
  body: Fields,
  { cache, extensions }: Pick<TextPart, "cache" | "extensions">,
  path: string,
  { losses, marks }: BlockEncoding,
): Fields {
  return withKeptFields(
    { ...body, ...marks.encode(cache, path) },
    losses.extensions(path, extensions, DIALECT),
  );
}
