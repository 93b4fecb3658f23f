import type { TokenLogprob } from "../chat/chat-answer.ts";
import type { ChatAnnotation } from "../chat/chat-annotation.ts";
import type { LossList } from "../chat/chat-loss.ts";
import type { Seal } from "../chat/chat-seal.ts";
import type { Fields } from "../reported-usage.ts";
import { writeAnnotation } from "./openai-responses-annotations.ts";
import type { EventWriter } from "./openai-responses-event-writer.ts";
import { writeLogprobs } from "./openai-responses-logprobs.ts";
import { signatureFields } from "./openai-responses-signature.ts";

/** A message item that is being streamed. */
export interface OpenMessage {
  readonly kind: "message";
  /** The number of the block whose part is open. */
  block(): number;
  /** Begins the next part of its content. */
  part(block: number, kind: "text" | "refusal"): string;
  /** A part that comes whole. */
  wholePart(block: number, part: Fields): string;
  piece(text: string): string;
  annotation(annotation: ChatAnnotation, path: string, losses: LossList): string;
  tokens(tokens: readonly TokenLogprob[]): void;
  sign(signature: Seal): void;
  end(status: string): string;
}

interface OpenPart {
  readonly kind: "text" | "refusal";
  text: string;
  readonly annotations: Fields[];
  /** Those that could not be written included. */
  annotated: number;
  readonly tokens: TokenLogprob[];
  signature: Seal | undefined;
}

/** The item's first event is the second value. */
export function openMessage(writer: EventWriter, losses: LossList): readonly [OpenMessage, string] {
  const place = writer.nextItem("msg");
  const content: Fields[] = [];
  let open: OpenPart | undefined;
  let block = -1;
  const at = () => ({ item_id: place.id, output_index: place.index, content_index: content.length });

  const endPart = (): string => {
    if (open === undefined) return "";
    const part = finishedPart(open, block, losses);
    const said = writer.event(`response.${NAMES[open.kind]}.done`, { ...at(), ...saidWhole(part) });
    const done = said + writer.event("response.content_part.done", { ...at(), part });
    content.push(part);
    open = undefined;
    return done;
  };

  const message: OpenMessage = {
    kind: "message",
    block: () => block,
    part(number, kind) {
      const ended = endPart();
      block = number;
      open = { kind, text: "", annotations: [], annotated: 0, tokens: [], signature: undefined };
      return ended + writer.event("response.content_part.added", { ...at(), part: emptyPart(kind) });
    },
    wholePart(number, part) {
      const ended = endPart();
      block = number;
      const added = writer.event("response.content_part.added", { ...at(), part });
      const done = writer.event("response.content_part.done", { ...at(), part });
      content.push(part);
      return ended + added + done;
    },
    piece(text) {
      if (open === undefined || text === "") return "";
      open.text += text;
      const chances = open.kind === "text" && { logprobs: [] };
      return writer.event(`response.${NAMES[open.kind]}.delta`, { ...at(), delta: text, ...chances });
    },
    annotation(annotation, path, list) {
      if (open === undefined) return "";
      const number = open.annotated++;
      const written = writeAnnotation(annotation, open.text.length, `${path}[${number}]`, list);
      if (written === undefined) return "";
      open.annotations.push(written);
      return writer.event("response.output_text.annotation.added", {
        ...at(),
        annotation_index: open.annotations.length - 1,
        annotation: written,
      });
    },
    tokens: (tokens) => void open?.tokens.push(...tokens),
    sign(signature) {
      if (open) open.signature = signature;
    },
    end: (status) => endPart() + writer.done(place, messageItem(place.id, status, content)),
  };
  return [message, writer.added(place, messageItem(place.id, "in_progress", []))];
}

/** What the events of a part are called. */
const NAMES: Readonly<Record<OpenPart["kind"], string>> = { text: "output_text", refusal: "refusal" };

/** What the end of a part's text repeats of the part. */
function saidWhole({ type, text, refusal, logprobs }: Fields): Fields {
  return type === "refusal" ? { refusal } : { text, logprobs };
}

function messageItem(id: string, status: string, content: readonly Fields[]): Fields {
  return { type: "message", id, status, role: "assistant", content };
}

function emptyPart(kind: OpenPart["kind"]): Fields {
  return kind === "refusal"
    ? { type: "refusal", refusal: "" }
    : { type: "output_text", text: "", annotations: [], logprobs: [] };
}

function finishedPart(part: OpenPart, block: number, losses: LossList): Fields {
  const { kind, text, annotations, tokens, signature } = part;
  if (kind === "refusal") return { type: "refusal", refusal: text };
  return {
    type: "output_text",
    text,
    annotations,
    logprobs: writeLogprobs(tokens),
    ...signatureFields(signature, `choices[0].parts[${block}]`, losses, true),
  };
}
