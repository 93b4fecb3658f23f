import { readSeal, writeSeal } from "../chat/chat-seal.ts";
import type { Seal } from "../chat/chat-seal.ts";
import type { LossList } from "../chat/chat-loss.ts";
import { fieldsOf, textOf } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";

/**
 * The dialect has no signatures of texts, calls and pictures, but clients send output items back as they came: a
 * signature rides where Google's own compatible endpoint of OpenAI's other dialect has it
 * (https://ai.google.dev/gemini-api/docs/thought-signatures).
 */
export function readSignature(holder: Fields): Seal | undefined {
  const signature = textOf(fieldsOf(fieldsOf(holder["extra_content"])["google"])["thought_signature"]);
  return signature === "" ? undefined : readSeal(signature, "gemini");
}

/** The fields of an item or part that carry its signature; a loss where they are for a vendor, who refuses them. */
export function signatureFields(
  signature: Seal | undefined,
  path: string,
  losses: LossList,
  keepsSignatures: boolean,
): Fields {
  if (signature === undefined) return {};
  if (keepsSignatures)
    return { extra_content: { google: { thought_signature: writeSeal(signature, "gemini") } } };
  losses.leftOut(`${path}.signature`, `it is ${signature.origin}'s`);
  return {};
}
