import type { ChatLogprobs, TokenChance, TokenLogprob } from "../chat/chat-answer.ts";
import { fieldsOf, objectsIn, textOf } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";

/** A choice's `logprobs`; undefined when there are none. */
export function decodeLogprobs(value: unknown): ChatLogprobs | undefined {
  const fields = fieldsOf(value);
  const text = objectsIn(fields["content"]).map(decodeToken);
  const refusal = objectsIn(fields["refusal"]).map(decodeToken);
  if (text.length + refusal.length === 0) return undefined;
  return { ...(text.length > 0 && { text }), ...(refusal.length > 0 && { refusal }) };
}

function decodeToken(fields: Fields): TokenLogprob {
  const top = objectsIn(fields["top_logprobs"]).map(decodeChance);
  return { ...decodeChance(fields), ...(top.length > 0 && { top }) };
}

function decodeChance(fields: Fields): TokenChance {
  const { logprob, bytes } = fields;
  return {
    token: textOf(fields["token"]),
    logprob: typeof logprob === "number" ? logprob : 0,
    ...(Array.isArray(bytes) && { bytes: bytes.filter((byte) => typeof byte === "number") }),
  };
}

export function encodeLogprobs({ text, refusal }: ChatLogprobs): Fields {
  return { content: text?.map(encodeToken) ?? null, refusal: refusal?.map(encodeToken) ?? null };
}

function encodeToken({ top, ...chance }: TokenLogprob): Fields {
  return { ...encodeChance(chance), top_logprobs: top?.map(encodeChance) ?? [] };
}

function encodeChance({ token, logprob, bytes }: TokenChance): Fields {
  return { token, logprob, bytes: bytes ?? null };
}
