import type { RelayStage, StageOptions } from "../relay-stage.ts";
import type { UpstreamCase } from "./upstream-cases.ts";

/** What clients of each vendor ask for: frameworks know models by their names, and speak with each as it wants. */
export const OPENAI_MODEL = "gpt-5.1";
export const ANTHROPIC_MODEL = "claude-sonnet-4-5";
export const GOOGLE_MODEL = "gemini-3-flash-preview";
export const EMBEDDING_MODELS = ["text-embedding-3-small", "gemini-embedding-001"] as const;
const CHAT_MODELS = [OPENAI_MODEL, ANTHROPIC_MODEL, GOOGLE_MODEL];

const forEach = (value: number | string) =>
  JSON.stringify(Object.fromEntries(CHAT_MODELS.map((name) => [name, value])));

/** A stage on which all of these lead to the upstream's model, at the prices of the stage's own model `chat`. */
export function vendorStage({ type, model }: Pick<UpstreamCase, "type" | "model">): StageOptions {
  const embeddings = Object.fromEntries(EMBEDDING_MODELS.map((name) => [name, 0.5]));
  return {
    engine: "sqlite",
    options: {
      ModelRatio: JSON.stringify({ ...JSON.parse(forEach(2)), ...embeddings }),
      CompletionRatio: forEach(3),
      CacheRatio: forEach(0.25),
    },
    channel: { type, models: [...CHAT_MODELS, ...EMBEDDING_MODELS], model_mapping: forEach(model) },
  };
}

export const TOKENS = { promptTokens: 10, completionTokens: 20, cachedTokens: 4, reasoningTokens: 5 };
/** 6 fresh tokens × 2 + 4 cached × 2 × 0.25 + 20 written × 2 × 3. */
export const QUOTA = 134;

const call = (id: string, city: string) => ({ id, name: "weather", argumentsJson: JSON.stringify({ city }) });

/** The upstream calls tools twice, in parallel and alone, thinking before each step, and then answers. */
export function answerInSteps({ upstream }: RelayStage): void {
  upstream.enqueue({
    ...TOKENS,
    reasoningContent: "I must look.",
    content: ["Let me look."],
    toolCalls: [call("call_a", "Oslo"), call("call_b", "東京")],
  });
  upstream.enqueue({ ...TOKENS, reasoningContent: "And there.", toolCalls: [call("call_c", "Rome")] });
  upstream.setDefault({ ...TOKENS, reasoningContent: "That is all." });
}

export const weatherIn = (city: string): string => `rain in ${city}`;

/** The words of the conversation in the order in which the last request must hold them. */
export const STEPS_SAID = [
  "Let me look.",
  "Oslo",
  "東京",
  "rain in Oslo",
  "rain in 東京",
  "Rome",
  "rain in Rome",
] as const;

/** Whether the words stand in the text, each behind the one before. */
export function standInOrder(text: string, words: readonly string[]): boolean {
  let from = 0;
  for (const word of words) {
    const place = text.indexOf(word, from);
    if (place === -1) return false;
    from = place + 1;
  }
  return true;
}

/** The smallest picture: one transparent dot. */
export const DOT =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";
