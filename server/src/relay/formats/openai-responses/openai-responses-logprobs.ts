import type { TokenChance, TokenLogprob } from "../chat/chat-answer.ts";
import { objectsIn, textOf } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";

/** The `logprobs` of an `output_text` or of a piece of one. */
export function readLogprobs(value: unknown): TokenLogprob[] {
  return objectsIn(value).map(readToken);
}

function readToken(raw: Fields): TokenLogprob {
  const top = objectsIn(raw["top_logprobs"]).map(readChance);
  return { ...readChance(raw), ...(top.length > 0 && { top }) };
}

function readChance(raw: Fields): TokenChance {
  const { logprob, bytes } = raw;
  const numbers = Array.isArray(bytes) ? bytes.filter((byte) => typeof byte === "number") : [];
  return {
    token: textOf(raw["token"]),
    logprob: typeof logprob === "number" ? logprob : 0,
    ...(numbers.length > 0 && { bytes: numbers }),
  };
}

export function writeLogprobs(tokens: readonly TokenLogprob[]): Fields[] {
  return tokens.map((token) => ({ ...writeChance(token), top_logprobs: (token.top ?? []).map(writeChance) }));
}

function writeChance({ token, logprob, bytes }: TokenChance): Fields {
  return { token, logprob, bytes: bytes ?? [] };
}

/** The tokens of each of several texts, when they are known of all of them together. The last one gets the rest. */
export function splitLogprobs(tokens: readonly TokenLogprob[], texts: readonly string[]): TokenLogprob[][] {
  let next = 0;
  return texts.map((text, index) => {
    const from = next;
    if (index === texts.length - 1) next = tokens.length;
    else
      for (let length = 0; length < text.length && next < tokens.length; next++)
        length += tokens[next]?.token.length ?? 0;
    return tokens.slice(from, next);
  });
}
