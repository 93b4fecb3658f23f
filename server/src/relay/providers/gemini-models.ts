import type { GeminiTarget } from "../formats/chat/chat-target.ts";
import type { ModelSuffixes } from "./model-suffix.ts";

const GENERATION = /gemini-(\d+)(?:\.(\d+))?/;

/** Models that draw or speak take no wishes for their thoughts. */
const WITHOUT_WISHES = /-(?:image|tts)|native-audio|^gemini-(?:1|2\.0)|^(?:gemma|learnlm|imagen)/;

/**
 * What a Gemini model takes, by its generation. Names that stand for the newest (`gemini-flash-latest`) mean the third,
 * which takes a budget too. Source: https://ai.google.dev/gemini-api/docs/thinking, …/docs/thought-signatures,
 * …/docs/structured-output
 */
export function geminiTarget(model: string): GeminiTarget {
  const name = model.replace(/^models\//, "");
  const [, major] = GENERATION.exec(name) ?? [];
  if (WITHOUT_WISHES.test(name))
    return { thinking: "none", jsonSchema: !name.startsWith("gemini-1"), ...(isThird(major) && SIGNED) };
  if (major === undefined) return { thinking: "budget", ...(name.startsWith("gemini-") && SIGNED) };
  if (!isThird(major)) return { thinking: "budget" };
  return { thinking: "level", ...levelsOf(name), ...SIGNED };
}

const SIGNED = { demandsSignatures: true } as const;

function isThird(major: string | undefined): boolean {
  return Number(major) >= 3;
}

/** Flash models know all four levels; the first Pro only two, later ones three. */
function levelsOf(name: string): Pick<GeminiTarget, "levels"> {
  if (!name.includes("-pro")) return {};
  return { levels: name.startsWith("gemini-3-pro") ? ["low", "high"] : ["low", "medium", "high"] };
}

const isThinker = (model: string) =>
  /^(?:models\/)?gemini-/.test(model) && geminiTarget(model).thinking !== "none";

/** The models of the second generation that are named `…-thinking-…` themselves take no wishes, and no suffix. */
export const GEMINI_SUFFIXES: ModelSuffixes = {
  efforts: {
    words: ["minimal", "low", "medium", "high"],
    takes: (model) => isThinker(model) && geminiTarget(model).thinking === "level",
  },
  thinking: {
    takes: isThinker,
    share: "gemini",
    wantsBudget: (model) => geminiTarget(model).thinking === "budget",
    hasBudgets: true,
  },
};

/** The one address on the web that every model watches itself. */
export function isYouTube(url: string): boolean {
  return /^https?:\/\/(www\.)?(youtube\.com|youtu\.be)\//i.test(url);
}
