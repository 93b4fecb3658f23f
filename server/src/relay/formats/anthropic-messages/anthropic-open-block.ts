import type { AudioDeltaEvent, PartEvent, SignatureEvent } from "../chat/chat-event.ts";
import type { BlockEvent } from "../chat/collected-part.ts";
import type { LossList } from "../chat/chat-loss.ts";
import { writeSeal } from "../chat/chat-seal.ts";
import type { Seal } from "../chat/chat-seal.ts";
import type { Fields } from "../reported-usage.ts";
import { carried } from "./anthropic-answer-encoder.ts";
import { encodeCitation } from "./anthropic-citations.ts";
import { hiddenThought, sealOfText } from "./anthropic-thoughts.ts";
import { encodeInput } from "./anthropic-tool-call.ts";

const DIALECT = "anthropic";

/** Writes events of the wire's current block. */
export interface BlockPen {
  begin(block: Fields): string;
  delta(delta: Fields): string;
  end(): string;
  whole(block: Fields): string;
}

/** The block that is being written. */
export interface OpenBlock {
  readonly block: number;
  readonly isCall: boolean;
  write(event: BlockEvent): string;
  end(): string;
}

type Kind = "text" | "thought" | "call" | "part";

/** The kinds of blocks that events belong to; signatures and ends belong to any. */
const KINDS: Readonly<Partial<Record<BlockEvent["type"], Kind>>> = {
  "text-delta": "text",
  "refusal-delta": "text",
  "audio-delta": "text",
  annotation: "text",
  "reasoning-delta": "thought",
  encrypted: "thought",
  "tool-call-start": "call",
  "tool-call-delta": "call",
  part: "part",
};

interface Draft {
  readonly path: string;
  readonly pen: BlockPen;
  readonly losses: LossList;
  /** A block without a word is never begun: clients would send it back, and the vendor refuses it. */
  isBegun: boolean;
  readonly kind: Kind;
  isSigned: boolean;
  /** Held to the block's end: where it goes depends on what else comes. */
  encrypted: Seal | undefined;
  signature: Seal | undefined;
  annotations: number;
  /** The call of a tool that takes plain text, held to its end: its text becomes a field of an object. */
  custom: { readonly id: string; readonly name: string; text: string } | undefined;
  /** Blocks that follow it: seals that have no place within. */
  readonly followers: Fields[];
}

/** `event` is the block's first; write it too. */
export function createOpenBlock(event: BlockEvent, pen: BlockPen, losses: LossList): OpenBlock {
  const kind = KINDS[event.type] ?? "text";
  const draft: Draft = {
    path: `choices[0].parts[${event.block}]`,
    pen,
    losses,
    isBegun: false,
    kind,
    isSigned: false,
    encrypted: undefined,
    signature: undefined,
    annotations: 0,
    custom: undefined,
    followers: [],
  };
  return {
    block: event.block,
    isCall: kind === "call",
    // What does not fit the block's kind is left out: the decoder was at fault.
    write: (next) => ((KINDS[next.type] ?? kind) === kind ? writeEvent(next, draft) : ""),
    end: () => endBlock(draft),
  };
}

function endBlock(draft: Draft): string {
  const { custom, pen, path, losses, isBegun, kind, encrypted, followers } = draft;
  let text = "";
  if (custom) {
    const call = { type: "tool-call", ...custom, arguments: custom.text, isCustom: true } as const;
    const input = encodeInput(call, path, losses);
    text += pen.delta({ type: "input_json_delta", partial_json: JSON.stringify(input) });
  }
  text += endEncrypted(draft);
  if (draft.signature) followers.push(...carried(draft.signature, isBegun, path, losses));
  if (isBegun) text += pen.end();
  else if (kind === "thought" && !encrypted) losses.leftOut(path, "it is empty");
  return text + followers.map((block) => pen.whole(block)).join("");
}

function writeEvent(event: BlockEvent, draft: Draft): string {
  const { losses, path } = draft;
  switch (event.type) {
    case "refusal-delta":
      losses.changed(path, `a refusal is a text at ${DIALECT}`);
      return writeText(event.text, draft);
    case "text-delta":
      return writeText(event.text, draft);
    case "reasoning-delta":
      for (const name of ["id", "isSummary"] as const)
        if (event[name] !== undefined) losses.leftOut(`${path}.${name}`, `${DIALECT} has no word for it`);
      return writeThought(event.text, draft);
    case "encrypted":
      draft.encrypted = event.encrypted;
      return "";
    case "signature":
      return writeSignature(event, draft);
    case "annotation": {
      const place = `${path}.annotations[${draft.annotations++}]`;
      const citation = encodeCitation(event.annotation, place, "client", losses);
      return citation ? beginText(draft) + draft.pen.delta({ type: "citations_delta", citation }) : "";
    }
    case "tool-call-start": {
      const { id, name } = event;
      if (event.isCustom) draft.custom = { id, name, text: "" };
      draft.isBegun = true;
      return draft.pen.begin({ type: "tool_use", id, name, input: {} });
    }
    case "tool-call-delta":
      return writeArguments(event.arguments, draft);
    case "audio-delta":
      return writeSound(event, draft);
    case "part":
      return writePart(event, draft);
    case "block-end":
      return "";
  }
}

function writeText(text: string, draft: Draft): string {
  return text === "" ? "" : beginText(draft) + draft.pen.delta({ type: "text_delta", text });
}

function beginText(draft: Draft): string {
  if (draft.isBegun) return "";
  draft.isBegun = true;
  return draft.pen.begin({ type: "text", text: "" });
}

function writeThought(thinking: string, draft: Draft): string {
  return thinking === "" ? "" : beginThought(draft) + draft.pen.delta({ type: "thinking_delta", thinking });
}

function beginThought(draft: Draft): string {
  if (draft.isBegun) return "";
  draft.isBegun = true;
  return draft.pen.begin({ type: "thinking", thinking: "", signature: "" });
}

/** As whole answers have it: in the signature where the vendor has no other, else as a hidden thought. */
function endEncrypted(draft: Draft): string {
  const { encrypted, isBegun, isSigned, followers, losses, path, pen } = draft;
  if (encrypted === undefined) return "";
  const seal = isSigned ? undefined : sealOfText({ type: "reasoning", text: "", encrypted });
  if (isBegun && seal) return pen.delta({ type: "signature_delta", signature: writeSeal(seal, DIALECT) });
  if (isBegun) losses.changed(path, `${DIALECT} keeps a thought and its sealed form apart`);
  followers.push(hiddenThought(encrypted));
  return "";
}

/** Signatures of texts and calls are held to the block's end: they follow it. */
function writeSignature({ signature }: SignatureEvent, draft: Draft): string {
  if (draft.kind !== "thought") {
    draft.signature = signature;
    return "";
  }
  draft.isSigned = true;
  const delta = { type: "signature_delta", signature: writeSeal(signature, DIALECT) };
  return beginThought(draft) + draft.pen.delta(delta);
}

function writeArguments(text: string, { custom, pen, isBegun }: Draft): string {
  if (!isBegun) return "";
  if (custom) {
    custom.text += text;
    return "";
  }
  return text === "" ? "" : pen.delta({ type: "input_json_delta", partial_json: text });
}

function writeSound({ transcript = "" }: AudioDeltaEvent, draft: Draft): string {
  draft.losses.changed(draft.path, `${DIALECT} gets the transcript of what was spoken`);
  return writeText(transcript, draft);
}

function writePart({ part }: PartEvent, { pen, losses, path }: Draft): string {
  if (part.type === "vendor" && part.dialect === DIALECT) return pen.whole(part.raw);
  if (part.type === "audio" && part.transcript !== undefined) {
    losses.changed(path, `${DIALECT} gets the transcript of what was spoken`);
    if (part.transcript === "") return "";
    const begun = pen.begin({ type: "text", text: "" });
    return begun + pen.delta({ type: "text_delta", text: part.transcript }) + pen.end();
  }
  losses.leftOut(path, `${DIALECT} has no place for ${part.type} in an answer`);
  return "";
}
