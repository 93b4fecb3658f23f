import { SEAL_ORIGINS } from "../chat/chat-seal.ts";
import type { Seal } from "../chat/chat-seal.ts";

/*
 * `thoughtSignature` is the dialect's only field for sealed texts, and its type is bytes: clients in Python and Go refuse
 * what is not base64. So foreign seals travel to clients as the base64 of their origin and data, and come home from there.
 */

const MARK = new RegExp(`^(encrypted:)?(${SEAL_ORIGINS.join("|")}):`);

/** Enough base64 for the longest mark. */
const HEAD_LENGTH = 32;

/** What one `thoughtSignature` holds: the signature of its part, or a whole thought that some vendor encrypted. */
export interface GeminiSeal {
  readonly kind: "signature" | "encrypted";
  readonly seal: Seal;
}

/** Reads a `thoughtSignature`; what carries no mark is Google's own. */
export function readGeminiSeal(text: string): GeminiSeal {
  const head = Buffer.from(text.slice(0, HEAD_LENGTH), "base64").toString("latin1");
  if (MARK.test(head)) {
    const plain = Buffer.from(text, "base64").toString();
    const mark = MARK.exec(plain);
    const origin = SEAL_ORIGINS.find((known) => known === mark?.[2]);
    if (mark && origin)
      return {
        kind: mark[1] === undefined ? "signature" : "encrypted",
        seal: { origin, data: plain.slice(mark[0].length) },
      };
  }
  return { kind: "signature", seal: { origin: "gemini", data: text } };
}

/** A seal for a client of this dialect; `readGeminiSeal` is its inverse. */
export function writeGeminiSeal({ kind, seal }: GeminiSeal): string {
  const isOwn = kind === "signature" && seal.origin === "gemini";
  if (isOwn && readGeminiSeal(seal.data).seal.origin === "gemini") return seal.data;
  return Buffer.from(`${kind === "encrypted" ? "encrypted:" : ""}${seal.origin}:${seal.data}`).toString(
    "base64",
  );
}
