import type { TokenLogprob } from "../chat/chat-answer.ts";
import { withKeptFields } from "../chat/body-fields.ts";
import type { AssistantPart, RefusalPart, TextPart, VendorPart } from "../chat/chat-part.ts";
import type { Fields } from "../reported-usage.ts";
import { callPrefix, isCallItem, writeCall } from "./openai-responses-calls.ts";
import { DIALECT } from "./openai-responses-dialect.ts";
import { isContentType, isSilent } from "./openai-responses-items.ts";
import { splitLogprobs, writeLogprobs } from "./openai-responses-logprobs.ts";
import { LOCAL_PICTURE_PREFIX, writePicture } from "./openai-responses-pictures.ts";
import { draftThought, localThoughtId, thoughtItem } from "./openai-responses-reasoning.ts";
import type { ThoughtDraft, ThoughtEncoding } from "./openai-responses-reasoning.ts";
import { messageFields, writeSaidPart } from "./openai-responses-text.ts";

/** How the model's parts are written as items: for a client (an answer) or for a vendor (an earlier turn). */
export interface ItemEncoding extends ThoughtEncoding {
  /** Answers have ids and states: `idSeed` is what theirs are made of. Requests do without. */
  readonly answer?: { readonly idSeed: string; readonly status: "completed" | "incomplete" };
  /** What ids are made of that even a request must have. */
  readonly placeSeed: string;
  readonly tokens?: readonly TokenLogprob[];
  /** The numbers of parts that are not written. */
  readonly skipped?: ReadonlySet<number>;
}

type Draft =
  | { readonly kind: "message"; readonly content: Fields[]; readonly kept: Fields | undefined }
  | { readonly kind: "thought"; readonly draft: ThoughtDraft }
  | { readonly kind: "item"; readonly body: Fields };

/** Texts and refusals that follow each other are one message, thoughts of one id one reasoning item. */
export function writeItems(parts: readonly AssistantPart[], path: string, encoding: ItemEncoding): Fields[] {
  const drafts: Draft[] = [];
  for (const [index, part] of parts.entries())
    if (!encoding.skipped?.has(index)) draftPart(part, `${path}[${index}]`, drafts, encoding);
  withTokens(drafts, encoding.tokens ?? []);
  return drafts.map((draft, place) => draftedItem(draft, place, place === drafts.length - 1, encoding));
}

function draftPart(part: AssistantPart, path: string, drafts: Draft[], encoding: ItemEncoding): void {
  const { losses, keepsForeignSeals, answer } = encoding;
  switch (part.type) {
    case "text":
    case "refusal":
      draftSaid(part, path, drafts, encoding);
      break;
    case "reasoning": {
      const last = drafts.at(-1);
      const open = last?.kind === "thought" ? last.draft : undefined;
      const draft = draftThought(part, path, open, encoding);
      if (draft && draft !== open) drafts.push({ kind: "thought", draft });
      break;
    }
    case "tool-call": {
      const fields = answer
        ? { id: itemId(callPrefix(part), drafts.length, answer.idSeed), status: "completed" }
        : {};
      drafts.push({ kind: "item", body: writeCall(part, path, losses, keepsForeignSeals, fields) });
      break;
    }
    case "image": {
      const id = itemId(LOCAL_PICTURE_PREFIX, drafts.length, answer?.idSeed ?? encoding.placeSeed);
      const body = writePicture(part, path, losses, keepsForeignSeals, id);
      if (body) drafts.push({ kind: "item", body });
      break;
    }
    case "vendor":
      draftVendor(part, path, drafts, encoding);
      break;
    default:
      losses.leftOut(path, `${DIALECT} has no place for it in an answer`);
  }
}

function draftSaid(
  part: TextPart | RefusalPart,
  path: string,
  drafts: Draft[],
  encoding: ItemEncoding,
): void {
  if (isSilent(part)) return;
  const body = writeSaidPart(part, path, encoding.losses, encoding.keepsForeignSeals);
  const isAnswered = encoding.answer !== undefined && part.type === "text";
  openMessage(drafts, messageFields(part.extensions)).push(isAnswered ? { ...body, logprobs: [] } : body);
}

function openMessage(drafts: Draft[], fields: Fields | undefined): Fields[] {
  const last = drafts.at(-1);
  if (last?.kind === "message" && fields === undefined) return last.content;
  const content: Fields[] = [];
  drafts.push({ kind: "message", content, kept: fields });
  return content;
}

function draftVendor(part: VendorPart, path: string, drafts: Draft[], { losses }: ItemEncoding): void {
  if (part.dialect !== DIALECT) losses.leftOut(path, `only ${part.dialect} has this part`);
  else if (isContentType(part.raw["type"])) openMessage(drafts, undefined).push(part.raw);
  else drafts.push({ kind: "item", body: part.raw });
}

/** The chances of the answer's tokens, given to the texts that they make. */
function withTokens(drafts: readonly Draft[], tokens: readonly TokenLogprob[]): void {
  if (tokens.length === 0) return;
  const places = drafts.flatMap((draft) =>
    draft.kind === "message"
      ? draft.content.flatMap(({ type, text }, index) =>
          type === "output_text" ? [{ content: draft.content, index, text: String(text) }] : [],
        )
      : [],
  );
  const split = splitLogprobs(
    tokens,
    places.map(({ text }) => text),
  );
  for (const [place, { content, index }] of places.entries())
    content[index] = { ...content[index], logprobs: writeLogprobs(split[place] ?? []) };
}

function draftedItem(draft: Draft, place: number, isLast: boolean, { answer }: ItemEncoding): Fields {
  const status = isLast ? answer?.status : "completed";
  if (draft.kind === "item")
    return answer && isLast && isCallItem(draft.body["type"]) ? { ...draft.body, status } : draft.body;
  if (draft.kind === "thought") {
    const id = draft.draft.id ?? (answer && localThoughtId(`${answer.idSeed}_${place}`));
    return thoughtItem(draft.draft, id);
  }
  if (answer === undefined)
    return withKeptFields(
      { type: "message", role: "assistant", content: spokenContent(draft.content) },
      draft.kept,
    );
  const id = itemId("msg", place, answer.idSeed);
  return withKeptFields(
    { type: "message", id, status, role: "assistant", content: draft.content },
    draft.kept,
  );
}

/** One plain text is a text, as people write it. */
function spokenContent(content: readonly Fields[]): string | readonly Fields[] {
  const [only] = content;
  const text = only?.["text"];
  return content.length === 1 && typeof text === "string" && isPlain(only) ? text : content;
}

function isPlain(part: Fields | undefined): boolean {
  const annotations = part?.["annotations"];
  return Array.isArray(annotations) && annotations.length === 0 && Object.keys(part ?? {}).length === 3;
}

/** `msg_<seed>_0`: unique in an answer, and the same each time it is written. */
export function itemId(prefix: string, place: number, seed: string): string {
  return `${prefix}_${seed}_${place}`;
}
