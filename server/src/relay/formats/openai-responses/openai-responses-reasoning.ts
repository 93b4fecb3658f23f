import { keptFields, withKeptFields } from "../chat/body-fields.ts";
import type { LossList } from "../chat/chat-loss.ts";
import type { ReasoningPart } from "../chat/chat-part.ts";
import { readSeal, writeSeal } from "../chat/chat-seal.ts";
import type { Seal } from "../chat/chat-seal.ts";
import { objectsIn, textOf } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";
import { DIALECT } from "./openai-responses-dialect.ts";

const KNOWN = new Set(["type", "id", "status", "summary", "content", "encrypted_content"]);

/** Ids that answers give to thoughts that had none begin so, and are not ids when they come back. */
const LOCAL_ID_PREFIX = "rs_local_";

export function localThoughtId(seed: string): string {
  return LOCAL_ID_PREFIX + seed;
}

/** The id of a reasoning item, where it is the vendor's. */
export function thoughtId(raw: Fields): string | undefined {
  const id = textOf(raw["id"]);
  return id === "" || id.startsWith(LOCAL_ID_PREFIX) ? undefined : id;
}

/**
 * A `reasoning` item as parts: its summaries, then its own text, the seal on the last of them. An item that says nothing
 * and is not sealed gives no part.
 */
export function readReasoning(raw: Fields): ReasoningPart[] {
  const id = thoughtId(raw);
  const part = (text: string): ReasoningPart => ({
    type: "reasoning",
    text,
    ...(id !== undefined && { id }),
  });
  const parts: ReasoningPart[] = [];
  for (const text of textsIn(raw["summary"])) parts.push({ ...part(text), isSummary: true });
  for (const text of textsIn(raw["content"])) parts.push(part(text));
  const sealed = readThoughtSeal(raw["encrypted_content"], parts.length > 0);
  if (sealed) parts.push({ ...(parts.pop() ?? part("")), ...sealed });
  const extensions = keptFields(raw, KNOWN, DIALECT);
  const [first] = parts;
  if (extensions && first) parts[0] = { ...first, extensions };
  return parts;
}

/** OpenAI's own seals hold the thought; other vendors' prove the text that they stand with, or hold what has no text. */
export function readThoughtSeal(
  value: unknown,
  hasText: boolean,
): { readonly encrypted: Seal } | { readonly signature: Seal } | undefined {
  const text = textOf(value);
  if (text === "") return undefined;
  const seal = readSeal(text, "openai");
  return seal.origin !== "openai" && hasText ? { signature: seal } : { encrypted: seal };
}

function textsIn(value: unknown): string[] {
  return objectsIn(value)
    .map((entry) => textOf(entry["text"]))
    .filter((text) => text !== "");
}

/** How thoughts are written: for a vendor, or for a client. */
export interface ThoughtEncoding {
  readonly losses: LossList;
  /** Clients keep every seal for later; a vendor refuses those of others. */
  readonly keepsForeignSeals: boolean;
  /** The client asked for summaries and looks for thoughts there. */
  readonly asSummary?: boolean;
}

/** A `reasoning` item that is being put together. */
export interface ThoughtDraft {
  readonly id: string | undefined;
  readonly summary: Fields[];
  readonly content: Fields[];
  sealed: string | undefined;
  readonly kept: Fields | undefined;
}

const WRITTEN = new Set(["type", "text", "id", "isSummary", "signature", "encrypted", "extensions"]);

/**
 * Adds a part to `draft`, when it is of the same thought and its place there is free, else to a new item, which is
 * returned. Undefined: the part says nothing.
 */
export function draftThought(
  part: ReasoningPart,
  path: string,
  draft: ThoughtDraft | undefined,
  encoding: ThoughtEncoding,
): ThoughtDraft | undefined {
  const { losses } = encoding;
  losses.unwritten(path, part, WRITTEN, DIALECT);
  const isSummary = part.isSummary === true || encoding.asSummary === true;
  const sealed = writeThoughtSeal(part, path, draft !== undefined && hasText(draft), encoding);
  if (part.text === "" && sealed === undefined) {
    losses.leftOut(path, "there is nothing in it");
    return undefined;
  }
  const joined = draft && joins(part, isSummary, draft) ? draft : undefined;
  const target = joined ?? newThought(part, losses.extensions(path, part.extensions, DIALECT));
  if (part.text === "" && hasText(target)) losses.changed(path, "the seal is that of the thought before it");
  if (part.text !== "" && isSummary !== (part.isSummary === true))
    losses.changed(`${path}.isSummary`, "the client looks for thoughts in the summary");
  if (part.text !== "") {
    if (isSummary) target.summary.push({ type: "summary_text", text: part.text });
    else target.content.push({ type: "reasoning_text", text: part.text });
  }
  target.sealed = sealed;
  return target;
}

export function newThought(part: Pick<ReasoningPart, "id">, kept?: Fields): ThoughtDraft {
  return { id: part.id, summary: [], content: [], sealed: undefined, kept };
}

function joins(part: ReasoningPart, isSummary: boolean, draft: ThoughtDraft): boolean {
  if (part.id === undefined || part.id !== draft.id || part.extensions) return false;
  return draft.sealed === undefined && (!isSummary || draft.content.length === 0);
}

function hasText({ summary, content }: ThoughtDraft): boolean {
  return summary.length + content.length > 0;
}

/** The one seal that an item has room for. */
export function writeThoughtSeal(
  part: Pick<ReasoningPart, "text" | "encrypted" | "signature">,
  path: string,
  followsText: boolean,
  { losses, keepsForeignSeals }: ThoughtEncoding,
): string | undefined {
  const { encrypted, signature } = part;
  if (encrypted && signature) losses.leftOut(`${path}.signature`, "there is room for one seal");
  const seal = encrypted ?? signature;
  if (seal === undefined) return undefined;
  const place = `${path}.${encrypted ? "encrypted" : "signature"}`;
  if (seal.origin !== "openai" && !keepsForeignSeals) {
    losses.leftOut(place, `it is ${seal.origin}'s`);
    return undefined;
  }
  const readAsSignature = seal.origin !== "openai" && (part.text !== "" || followsText);
  if (readAsSignature !== (encrypted === undefined))
    losses.changed(place, "the dialect has one kind of seal");
  return writeSeal(seal, "openai");
}

/** The item. `id` is left out where nobody needs one: a vendor refuses ids that it did not give. */
export function thoughtItem(draft: ThoughtDraft, id: string | undefined): Fields {
  const { summary, content, sealed, kept } = draft;
  return withKeptFields(
    {
      type: "reasoning",
      ...(id !== undefined && { id }),
      summary,
      ...(content.length > 0 && { content }),
      ...(sealed !== undefined && { encrypted_content: sealed }),
    },
    kept,
  );
}
