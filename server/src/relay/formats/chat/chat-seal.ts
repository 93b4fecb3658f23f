/** Who wrote an opaque text and alone can read it. */
export const SEAL_ORIGINS = ["anthropic", "gemini", "openai", "xai", "bedrock", "unknown"] as const;

export type SealOrigin = (typeof SEAL_ORIGINS)[number];

/**
 * A text that only the vendor who wrote it understands and that must come back to it unchanged: the signature of a
 * thought, an encrypted thought. Sent to anybody else it is an error there, so it says where it comes from.
 */
export interface Seal {
  readonly origin: SealOrigin;
  readonly data: string;
}

const FOREIGN = new RegExp(`^(${SEAL_ORIGINS.join("|")}):`);

/**
 * A seal as one text for a client whose dialect has one field for it and calls it its own: foreign ones carry their
 * origin in front, so that `readSeal` knows them again when the client sends them back.
 */
export function writeSeal(seal: Seal, own: SealOrigin): string {
  return seal.origin === own && !FOREIGN.test(seal.data) ? seal.data : `${seal.origin}:${seal.data}`;
}

/** The seal in a field of a dialect whose own seals are of `own`; `readSeal(writeSeal(seal, own), own)` is `seal`. */
export function readSeal(text: string, own: SealOrigin): Seal {
  const prefix = FOREIGN.exec(text);
  const origin = prefix && SEAL_ORIGINS.find((known) => known === prefix[1]);
  return origin ? { origin, data: text.slice(origin.length + 1) } : { origin: own, data: text };
}
