import type { ChatAnswer, FinishReason } from "../../src/relay/formats/chat/chat-answer.ts";
import type {
  AssistantPart,
  ContentPart,
  MediaSource,
  ToolCallPart,
  ToolResultPart,
} from "../../src/relay/formats/chat/chat-part.ts";
import type { ChatMessage, ChatRequest } from "../../src/relay/formats/chat/chat-request.ts";
import type { Seal } from "../../src/relay/formats/chat/chat-seal.ts";
import { sampleAnswer, sampleRequest } from "./conformance-scenario.ts";

/** Chance that is the same in every run: a linear congruential generator. */
interface Chance {
  /** A whole number below `limit`. */
  below(limit: number): number;
  /** True in one of `times`. */
  once(times: number): boolean;
}

function createChance(seed: number): Chance {
  let state = seed % 2_147_483_647 || 1;
  const next = (): number => (state = (state * 48_271) % 2_147_483_647);
  for (let warm = 0; warm < 5; warm++) next();
  return { below: (limit) => next() % limit, once: (times) => next() % times === 0 };
}

function pick<Item>(chance: Chance, items: readonly [Item, ...Item[]]): Item {
  return items[chance.below(items.length)] ?? items[0];
}

function listOf<Item>(chance: Chance, most: number, make: (index: number) => Item): Item[] {
  return Array.from({ length: 1 + chance.below(most) }, (_, index) => make(index));
}

const WORDS = [
  "Hello.",
  "你好 👋",
  'a "quoted" word',
  "line\nline",
  "{json: [1]}",
  "data: x\n\n",
  "</system>",
] as const;

function text(chance: Chance): string {
  return pick(chance, WORDS);
}

/** OpenAI and xAI seal thoughts whole and sign none. */
const SIGNERS = ["anthropic", "gemini", "unknown"] as const;

function seal(chance: Chance): Seal {
  return { origin: pick(chance, SIGNERS), data: `c2VhbA${chance.below(10)}==` };
}

function source(chance: Chance, mediaType: string): MediaSource {
  return chance.once(2)
    ? { kind: "inline", mediaType, base64: "aGVsbG8=" }
    : { kind: "url", url: `https://media.example/${chance.below(100)}` };
}

function contentPart(chance: Chance): ContentPart {
  switch (chance.below(6)) {
    case 0:
      return { type: "image", source: source(chance, "image/png") };
    case 1:
      return { type: "file", source: source(chance, "application/pdf"), filename: "a.pdf" };
    case 2:
      return { type: "text", text: text(chance), cache: {} };
    default:
      return { type: "text", text: text(chance) };
  }
}

/** Texts and thoughts of one kind never follow each other: dialects may join them, and mean the same. */
function apart<Part extends AssistantPart>(parts: readonly Part[]): Part[] {
  return parts.filter(({ type }, index) => type === "tool-call" || type !== parts[index - 1]?.type);
}

function toolCall(chance: Chance, id: string): ToolCallPart {
  return {
    type: "tool-call",
    id,
    name: pick(chance, ["look", "hear"]),
    arguments: JSON.stringify(chance.once(3) ? {} : { place: text(chance), count: chance.below(9) }),
    ...(chance.once(4) && { signature: seal(chance) }),
  };
}

function spokenPart(chance: Chance): AssistantPart {
  if (chance.once(3))
    return {
      type: "reasoning",
      text: text(chance),
      ...(chance.once(2) && { signature: seal(chance) }),
    };
  return { type: "text", text: text(chance) };
}

/** A turn of the model's, with its calls answered. */
function modelTurn(chance: Chance, turn: number): ChatMessage[] {
  const thoughts = listOf(chance, 2, () => spokenPart(chance));
  // A turn of thoughts alone is none for dialects that take no thoughts.
  const parts = apart<AssistantPart>([...thoughts, { type: "text", text: text(chance) }]);
  if (chance.once(2)) return [{ role: "assistant", parts }];
  const calls = listOf(chance, 3, (index) => toolCall(chance, `call_${turn}_${index}`));
  const results = calls.map(({ id }) => toolResult(chance, id));
  return [
    { role: "assistant", parts: [...parts, ...calls] },
    { role: "tool", parts: results },
  ];
}

function toolResult(chance: Chance, callId: string): ToolResultPart {
  const result: ToolResultPart = {
    type: "tool-result",
    callId,
    parts: [{ type: "text", text: text(chance) }],
  };
  return chance.once(5) ? { ...result, isError: true } : result;
}

/** A conversation of a few turns. */
export function generatedRequest(seed: number): ChatRequest {
  const chance = createChance(seed);
  const turns = 1 + chance.below(3);
  const messages: ChatMessage[] = [];
  for (let turn = 0; turn < turns; turn++) {
    messages.push({ role: "user", parts: apart(listOf(chance, 3, () => contentPart(chance))) });
    messages.push(...modelTurn(chance, turn));
  }
  messages.push({ role: "user", parts: [{ type: "text", text: text(chance) }] });
  return sampleRequest({
    system: chance.once(2) ? listOf(chance, 2, () => ({ type: "text", text: text(chance) })) : [],
    messages,
    tools: [
      {
        type: "function",
        name: "look",
        parameters: { type: "object", properties: { a: { type: "string" } } },
      },
      { type: "function", name: "hear", description: text(chance) },
    ],
    ...(chance.once(2) && { maxOutputTokens: 1 + chance.below(1000) }),
    ...(chance.once(2) && { sampling: { temperature: chance.below(10) / 10, stop: ["X"] } }),
    ...(chance.once(3) && { reasoning: { effort: pick(chance, ["low", "medium", "high"]) } }),
  });
}

/** An answer of thoughts, texts and calls in any order. */
export function generatedAnswer(seed: number): ChatAnswer {
  const chance = createChance(seed);
  const parts = apart(
    listOf(chance, 5, (index) => (chance.once(3) ? toolCall(chance, `call_${index}`) : spokenPart(chance))),
  );
  const hasCalls = parts.some(({ type }) => type === "tool-call");
  const reason: FinishReason = hasCalls ? "tool-calls" : pick(chance, ["stop", "length"]);
  return sampleAnswer(parts, { reason });
}
