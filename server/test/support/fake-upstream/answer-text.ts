import type { Behaviour } from "./behaviour.ts";

/** Ends in characters of three and four bytes, so that whoever splits UTF-8 wrongly is found out. */
export const DEFAULT_TEXT = "Hello from the fake upstream — 世界 👋.";

/**
 * The pieces of text to answer with; joined, they are the whole text. The behaviour's content comes first,
 * then `ownText` (what the request itself asks for, as JSON mode does), then words made up or the default.
 */
export function answerPieces(behaviour: Behaviour, ownText?: string): readonly string[] {
  const pieces = chosenPieces(behaviour, ownText);
  const isCuttable =
    behaviour.fault !== "reset-mid-utf8" || pieces.some((piece) => /[^\p{ASCII}]/u.test(piece));
  return isCuttable ? pieces : [...pieces, " 世界"];
}

function chosenPieces(behaviour: Behaviour, ownText: string | undefined): readonly string[] {
  const { content, chunkCount } = behaviour;
  if (Array.isArray(content)) return content;
  const text = typeof content === "string" ? content : ownText;
  if (text === undefined && chunkCount !== undefined) {
    return Array.from({ length: chunkCount }, (_, index) => ` word${index}`);
  }
  if (chunkCount === undefined) return splitIntoWords(text ?? DEFAULT_TEXT);
  return splitEvenly(text ?? DEFAULT_TEXT, chunkCount);
}

/** Words with the space before them, as a tokenizer cuts. */
function splitIntoWords(text: string): readonly string[] {
  return text.match(/\s*\S+|\s+$/g) ?? [];
}

/** `count` pieces of about the same number of characters; fewer if there are fewer characters. */
function splitEvenly(text: string, count: number): readonly string[] {
  const characters = Array.from(text);
  const pieceCount = Math.min(count, characters.length);
  return Array.from({ length: pieceCount }, (_, index) => {
    const start = Math.floor((index * characters.length) / pieceCount);
    return characters.slice(start, Math.floor(((index + 1) * characters.length) / pieceCount)).join("");
  });
}
