import { audioTokens } from "../../../pricing/token-count/audio-tokens.ts";
import { chatFraming } from "../../../pricing/token-count/chat-framing.ts";
import { countParts } from "../../../pricing/token-count/count-parts.ts";
import type { CountMethod } from "../../../pricing/token-count/count-tokens.ts";
import { imageTokens } from "../../../pricing/token-count/image-tokens.ts";
import { readMediaPart } from "./openai-media.ts";
import type { OpenAiPrompt } from "./openai-prompt.ts";
import type { ClientRequest } from "../client-request.ts";
import { readToolLines } from "./openai-tool-lines.ts";

/** How many tokens a prompt is likely to be. */
export interface PromptTokens {
  /** All of them; `imageTokens` and `audioTokens` are among them. */
  readonly tokens: number;
  readonly imageTokens: number;
  readonly audioTokens: number;
  /** How the text was counted; media and framing follow the vendors' rules either way. */
  readonly method: CountMethod;
}

/**
 * Counts what a request asks the model to read: text, framing of the messages, tools, pictures, sound, files. For what is
 * set aside before a call, and for what is charged where the upstream reports no usage. Bounded: some two milliseconds
 * for a body of any size. `model` is the one that is asked upstream, where it differs from the client's.
 */
export function estimatePrompt(
  request: Pick<ClientRequest, "model" | "prompt">,
  model = request.model,
): PromptTokens {
  const { prompt } = request;
  const toolLines = prompt.tools === undefined && prompt.schema === undefined ? undefined : toolsOf(prompt);
  const texts = toolLines ? prompt.texts.concat(toolLines.lines) : prompt.texts;
  const text = countParts(model, texts);
  let total = text.tokens + prompt.tokenIds + framingTokens(model, prompt, toolLines);
  const media = { imageTokens: 0, audioTokens: 0 };
  for (const part of prompt.media) {
    const read = readMediaPart(part);
    if (read.kind === "image") media.imageTokens += imageTokens(model, read);
    else if (read.kind === "audio") media.audioTokens += audioTokens(model, read);
    else total += fileTokens(read.bytes);
  }
  return { tokens: total + media.imageTokens + media.audioTokens, ...media, method: text.method };
}

const toolsOf = (prompt: OpenAiPrompt) => readToolLines(prompt.tools, prompt.schema);

function framingTokens(
  model: string,
  prompt: OpenAiPrompt,
  lines: ReturnType<typeof toolsOf> | undefined,
): number {
  if (prompt.messages === 0) return 0;
  const framing = chatFraming(model);
  const conversation =
    framing.reply +
    framing.message * prompt.messages +
    framing.name * prompt.names +
    framing.toolCall * prompt.toolCalls;
  if (!lines) return conversation;
  return (
    conversation +
    (lines.tools > 0 ? framing.tools : 0) +
    framing.tool * lines.tools +
    framing.object * lines.objects +
    framing.property * lines.properties +
    framing.enumeration * lines.enums +
    framing.enumItem * lines.enumItems
  );
}

/** Anthropic counts a page of a PDF at 1,500 to 3,000 tokens; a page of text and drawings takes some 50 KB. */
const TOKENS_PER_PAGE = 2000;
const BYTES_PER_PAGE = 50_000;
const PAGES_MAX = 100;
/** Taken for a document or a film of which only the address or the id is known. */
const PAGES_UNKNOWN = 2;

function fileTokens(bytes: number | undefined): number {
  const pages = bytes === undefined ? PAGES_UNKNOWN : Math.min(Math.ceil(bytes / BYTES_PER_PAGE), PAGES_MAX);
  return pages * TOKENS_PER_PAGE;
}
