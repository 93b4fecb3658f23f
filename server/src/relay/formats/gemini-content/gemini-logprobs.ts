import type { TokenChance, TokenLogprob } from "../chat/chat-answer.ts";
import type { LossList } from "../chat/chat-loss.ts";
import { fieldsOf, objectsIn, textOf } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";

/** A candidate's `logprobsResult`: https://ai.google.dev/api/generate-content#LogprobsResult. */
export function readLogprobs(result: unknown): readonly TokenLogprob[] {
  const { chosenCandidates, topCandidates } = fieldsOf(result);
  const tops = objectsIn(topCandidates);
  return objectsIn(chosenCandidates).map((chosen, index) => {
    const top = objectsIn(tops[index]?.["candidates"]).map(readChance);
    const chance = readChance(chosen);
    return top.length > 0 ? { token: chance.token, logprob: chance.logprob, top } : chance;
  });
}

/** Zero, the certain token, is left out on the wire. */
function readChance(candidate: Fields): TokenChance {
  const logprob = candidate["logProbability"];
  return { token: textOf(candidate["token"]), logprob: typeof logprob === "number" ? logprob : 0 };
}

export function writeLogprobs(tokens: readonly TokenLogprob[], path: string, losses: LossList): Fields {
  if (tokens.some(({ bytes, top }) => bytes || top?.some((chance) => chance.bytes)))
    losses.leftOut(`${path}.bytes`, "gemini writes tokens as text only");
  const hasTops = tokens.some(({ top }) => top);
  return {
    chosenCandidates: tokens.map(writeChance),
    ...(hasTops && { topCandidates: tokens.map(({ top = [] }) => ({ candidates: top.map(writeChance) })) }),
  };
}

function writeChance({ token, logprob }: TokenChance): Fields {
  return { token, logProbability: logprob };
}
