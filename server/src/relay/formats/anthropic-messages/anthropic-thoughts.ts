import type { LossList } from "../chat/chat-loss.ts";
import type { AssistantPart, ReasoningPart } from "../chat/chat-part.ts";
import { readSeal, writeSeal } from "../chat/chat-seal.ts";
import type { Seal, SealOrigin } from "../chat/chat-seal.ts";
import { textOf } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";

const DIALECT = "anthropic";

/**
 * Vendors whose one seal is the sealed thought itself. It rides in the `signature` of its text, so that a client that sends
 * its history back, as this dialect demands, brings both home as one.
 */
const SEALS_THOUGHTS: ReadonlySet<SealOrigin> = new Set(["openai", "xai"]);

/** The seal in a `signature`: that of the text, or the sealed thought of a vendor that has no signatures. */
export function readSignature(text: string): Pick<ReasoningPart, "signature" | "encrypted"> {
  if (text === "") return {};
  const seal = readSeal(text, DIALECT);
  return SEALS_THOUGHTS.has(seal.origin) ? { encrypted: seal } : { signature: seal };
}

/** A `thinking` block, read leniently. */
export function readThought(block: Fields): ReasoningPart {
  return { type: "reasoning", text: textOf(block["thinking"]), ...readSignature(textOf(block["signature"])) };
}

/** A `redacted_thinking` block, read leniently. */
export function readHiddenThought(block: Fields): ReasoningPart {
  return { type: "reasoning", text: "", encrypted: readSeal(textOf(block["data"]), DIALECT) };
}

/**
 * Gemini signs calls and texts, for which this dialect has no field. For clients its signature follows as a hidden thought,
 * which they send back in its place; `signatureOf` knows it again.
 */
export function signatureBlock(signature: Seal): Fields | undefined {
  return signature.origin === "gemini" ? hiddenThought(signature) : undefined;
}

/** The signature of the part before, when a hidden thought is one. */
export function signatureOf({ encrypted }: ReasoningPart): Seal | undefined {
  return encrypted?.origin === "gemini" ? encrypted : undefined;
}

/** Hidden thoughts that are signatures of what stands before them, given back to it. */
export function signParts(parts: readonly AssistantPart[]): AssistantPart[] {
  const signed: AssistantPart[] = [];
  for (const part of parts) {
    const signature = part.type === "reasoning" ? signatureOf(part) : undefined;
    const last = signed.at(-1);
    if (signature && (last?.type === "tool-call" || last?.type === "text") && !last.signature)
      signed[signed.length - 1] = { ...last, signature };
    else signed.push(part);
  }
  return signed;
}

export function hiddenThought(encrypted: Seal): Fields {
  return { type: "redacted_thinking", data: writeSeal(encrypted, DIALECT) };
}

/** The seal that goes into the `signature` of a thought with a text, for a client. */
export function sealOfText({ signature, encrypted }: ReasoningPart): Seal | undefined {
  return signature ?? (encrypted && SEALS_THOUGHTS.has(encrypted.origin) ? encrypted : undefined);
}

const WRITTEN = new Set(["type", "text", "signature", "encrypted"]);

/** A thought for a client: seals of other vendors are marked, so that they find home. */
export function encodeThoughtForClient(part: ReasoningPart, path: string, losses: LossList): Fields[] {
  losses.unwritten(path, part, WRITTEN, DIALECT);
  const { text, signature, encrypted } = part;
  if (encrypted && signatureOf(part)) losses.changed(`${path}.encrypted`, "it is read as a signature");
  if (encrypted && text === "" && !signature) return [hiddenThought(encrypted)];
  if (signature && SEALS_THOUGHTS.has(signature.origin))
    losses.changed(`${path}.signature`, "it is read as the sealed thought");
  if (text === "" && !signature) {
    losses.leftOut(path, "it is empty");
    return [];
  }
  const seal = sealOfText(part);
  const thought = { type: "thinking", thinking: text, signature: seal ? writeSeal(seal, DIALECT) : "" };
  if (!encrypted || seal === encrypted) return [thought];
  losses.changed(path, `${DIALECT} keeps a thought and its sealed form apart`);
  return [thought, hiddenThought(encrypted)];
}

/** An earlier thought for an upstream. Others' seals are errors there, and a thought without a seal is one too. */
export function encodeThoughtForUpstream(
  part: ReasoningPart,
  path: string,
  sendsUnsigned: boolean,
  losses: LossList,
): Fields[] {
  losses.unwritten(path, part, WRITTEN, DIALECT);
  const signature = ownSeal(part.signature, `${path}.signature`, losses);
  const encrypted = ownSeal(part.encrypted, `${path}.encrypted`, losses);
  const hidden = encrypted ? [{ type: "redacted_thinking", data: encrypted.data }] : [];
  if (signature) {
    if (encrypted) losses.changed(path, `${DIALECT} keeps a thought and its sealed form apart`);
    return [{ type: "thinking", thinking: part.text, signature: signature.data }, ...hidden];
  }
  if (part.text === "" && encrypted) return hidden;
  if (sendsUnsigned) return [{ type: "thinking", thinking: part.text, signature: "" }, ...hidden];
  losses.leftOut(encrypted ? `${path}.text` : path, `${DIALECT} takes back only thoughts that it signed`);
  return hidden;
}

function ownSeal(seal: Seal | undefined, path: string, losses: LossList): Seal | undefined {
  if (seal === undefined || seal.origin === DIALECT) return seal;
  losses.leftOut(path, `a seal of ${seal.origin} is an error at ${DIALECT}`);
  return undefined;
}
