import type { ReasoningPart } from "../chat/chat-part.ts";
import type { Seal, SealOrigin } from "../chat/chat-seal.ts";
import { objectsIn, textOf } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";

/*
 * Thoughts in this dialect. OpenAI itself shows none; vendors write `reasoning_content` (DeepSeek, Moonshot, Qwen, GLM) or
 * `reasoning` (OpenRouter, Groq), and OpenRouter's `reasoning_details` carries what must come back unchanged as well:
 * https://openrouter.ai/docs/use-cases/reasoning-tokens#preserving-reasoning-blocks. Entries of one `index` are one
 * thought.
 */

const FORMATS: Readonly<Record<SealOrigin, string>> = {
  anthropic: "anthropic-claude-v1",
  gemini: "google-gemini-v1",
  openai: "openai-responses-v1",
  xai: "xai-responses-v1",
  bedrock: "bedrock-converse-v1",
  unknown: "unknown",
};

/** One entry of `reasoning_details`, as far as it can be read. */
export interface ReasoningDetail {
  readonly index: number | undefined;
  readonly id: string | undefined;
  readonly isSummary: boolean;
  readonly text: string;
  readonly signature: Seal | undefined;
  readonly encrypted: Seal | undefined;
}

export function readReasoningDetails(value: unknown): ReasoningDetail[] {
  return objectsIn(value).map((entry) => {
    const origin = originOf(textOf(entry["format"]));
    const signature = textOf(entry["signature"]);
    const data = textOf(entry["data"]);
    const isSummary = entry["type"] === "reasoning.summary";
    return {
      index: typeof entry["index"] === "number" ? entry["index"] : undefined,
      id: textOf(entry["id"]) || undefined,
      isSummary,
      text: textOf(isSummary ? entry["summary"] : entry["text"]),
      signature: signature === "" ? undefined : { origin, data: signature },
      encrypted: data === "" ? undefined : { origin, data },
    };
  });
}

/** The thoughts of a whole message, in its own order. */
export function readReasoning(message: Fields): ReasoningPart[] {
  const parts = joinDetails(readReasoningDetails(message["reasoning_details"]));
  const text = textOf(message["reasoning_content"]) || textOf(message["reasoning"]);
  if (text === "" || parts.some((part) => part.text !== "")) return parts;
  const [first] = parts;
  // A client that only kept the text beside an entry without one means the same thought.
  if (parts.length === 1 && first?.signature) return [{ ...first, text }];
  return [{ type: "reasoning", text }, ...parts];
}

function joinDetails(details: readonly ReasoningDetail[]): ReasoningPart[] {
  const parts: ReasoningPart[] = [];
  const places = new Map<number, number>();
  for (const detail of details) {
    const place = detail.index === undefined ? undefined : places.get(detail.index);
    const earlier = place === undefined ? undefined : parts[place];
    if (place !== undefined && earlier) parts[place] = withDetail(earlier, detail);
    else {
      if (detail.index !== undefined) places.set(detail.index, parts.length);
      parts.push(withDetail({ type: "reasoning", text: "" }, detail));
    }
  }
  return parts;
}

function withDetail(part: ReasoningPart, detail: ReasoningDetail): ReasoningPart {
  const { id, isSummary, signature, encrypted } = detail;
  return {
    ...part,
    text: part.text + detail.text,
    ...(id !== undefined && { id }),
    ...(isSummary && { isSummary }),
    ...(signature && { signature }),
    ...(encrypted && { encrypted }),
  };
}

/** Is there more to a thought than its text? */
export function needsDetails(parts: readonly ReasoningPart[]): boolean {
  return (
    parts.length > 1 ||
    parts.some(
      ({ id, isSummary, signature, encrypted }) =>
        id !== undefined || isSummary === true || signature !== undefined || encrypted !== undefined,
    )
  );
}

/** A thought, or a piece of one, as entries of `reasoning_details`. `index` is the thought's number in the message. */
export function reasoningDetails(part: Omit<ReasoningPart, "type">, index: number): Fields[] {
  const { text, signature, encrypted } = part;
  const id = part.id === undefined ? {} : { id: part.id };
  const entries: Fields[] = [];
  if (text !== "" || signature !== undefined || encrypted === undefined) {
    entries.push({
      ...(part.isSummary ? { type: "reasoning.summary", summary: text } : { type: "reasoning.text", text }),
      ...(signature && { signature: signature.data }),
      ...id,
      format: FORMATS[signature?.origin ?? encrypted?.origin ?? "unknown"],
      index,
    });
  }
  if (encrypted)
    entries.push({
      type: "reasoning.encrypted",
      data: encrypted.data,
      ...id,
      format: FORMATS[encrypted.origin],
      index,
    });
  return entries;
}

function originOf(format: string): SealOrigin {
  if (format.startsWith("anthropic")) return "anthropic";
  if (format.startsWith("google")) return "gemini";
  if (format.startsWith("openai") || format.startsWith("azure")) return "openai";
  return format.startsWith("xai") ? "xai" : "unknown";
}
