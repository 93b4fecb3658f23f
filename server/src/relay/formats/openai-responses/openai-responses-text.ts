import { keptFields, withKeptFields } from "../chat/body-fields.ts";
import type { Extensions } from "../chat/chat-dialect.ts";
import type { LossList } from "../chat/chat-loss.ts";
import type { RefusalPart, TextPart } from "../chat/chat-part.ts";
import { objectsIn, textOf } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";
import { readAnnotation, writeAnnotation } from "./openai-responses-annotations.ts";
import { DIALECT } from "./openai-responses-dialect.ts";
import { readSignature, signatureFields } from "./openai-responses-signature.ts";

const TEXT_KNOWN = new Set(["type", "text", "annotations", "logprobs", "extra_content"]);
const REFUSAL_KNOWN = new Set(["type", "refusal"]);

/** An `output_text`, however much of it is there. */
export function readOutputText(raw: Fields): TextPart {
  const annotations = objectsIn(raw["annotations"]).map(readAnnotation);
  const signature = readSignature(raw);
  const extensions = keptFields(raw, TEXT_KNOWN, DIALECT);
  return {
    type: "text",
    text: textOf(raw["text"]),
    ...(annotations.length > 0 && { annotations }),
    ...(signature && { signature }),
    ...(extensions && { extensions }),
  };
}

export function readRefusal(raw: Fields): RefusalPart {
  const extensions = keptFields(raw, REFUSAL_KNOWN, DIALECT);
  return { type: "refusal", text: textOf(raw["refusal"]), ...(extensions && { extensions }) };
}

const TEXT_WRITTEN = new Set(["type", "text", "annotations", "signature", "extensions"]);
const REFUSAL_WRITTEN = new Set(["type", "text", "extensions"]);

/** What the model said, as a part of a message's `content`. Signatures go where the receiver gives them back. */
export function writeSaidPart(
  part: TextPart | RefusalPart,
  path: string,
  losses: LossList,
  keepsSignatures: boolean,
): Fields {
  const kept = partFields(losses.extensions(path, part.extensions, DIALECT));
  if (part.type === "refusal") {
    losses.unwritten(path, part, REFUSAL_WRITTEN, DIALECT);
    return withKeptFields({ type: "refusal", refusal: part.text }, kept);
  }
  losses.unwritten(path, part, TEXT_WRITTEN, DIALECT);
  const annotations = (part.annotations ?? []).flatMap((annotation, index) => {
    const written = writeAnnotation(annotation, part.text.length, `${path}.annotations[${index}]`, losses);
    return written ? [written] : [];
  });
  const body = { type: "output_text", text: part.text, annotations };
  return withKeptFields({ ...body, ...signatureFields(part.signature, path, losses, keepsSignatures) }, kept);
}

/*
 * The shared form has no messages within an answer. What a message item says beside its content (`phase`) stays with its
 * first part as `message`, and makes that part begin an item when it is written again.
 */

/** The part with what its message says. */
export function withMessageFields<Part extends TextPart | RefusalPart>(part: Part, message: Fields): Part {
  return { ...part, extensions: { dialect: DIALECT, fields: { ...part.extensions?.fields, message } } };
}

/** What the message says that this part begins; undefined for a part that goes on in the message before it. */
export function messageFields(extensions: Extensions | undefined): Fields | undefined {
  const message = extensions?.dialect === DIALECT ? extensions.fields["message"] : undefined;
  // Only withMessageFields writes it, and always as an object; a client cannot: its parts are read field by field.
  return typeof message === "object" && message !== null ? { ...message } : undefined;
}

function partFields(fields: Fields | undefined): Fields | undefined {
  if (fields === undefined || !("message" in fields)) return fields;
  const { message: _message, ...rest } = fields;
  return rest;
}
