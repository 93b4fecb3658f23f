import { modelFamily } from "./model-family.ts";

/** Tokens that a vendor adds around what a client wrote. */
export interface ChatFraming {
  /** Around each message, its role included. */
  readonly message: number;
  readonly name: number;
  /** Before the answer. */
  readonly reply: number;
  /** Around each call of a tool in the conversation. */
  readonly toolCall: number;
  /** Once, where tools are declared. */
  readonly tools: number;
  readonly tool: number;
  readonly object: number;
  readonly property: number;
  readonly enumeration: number;
  readonly enumItem: number;
}

/**
 * OpenAI: https://cookbook.openai.com/examples/how_to_count_tokens_with_tiktoken, sections 6 and 7 (3 a message and one for
 * its role, 1 a name, 3 before the answer; the constants of tools for gpt-4o). A call: measured by developers, not documented.
 */
const OPENAI: ChatFraming = {
  message: 4,
  name: 1,
  reply: 3,
  toolCall: 8,
  tools: 12,
  tool: 7,
  object: 3,
  property: 3,
  enumeration: -3,
  enumItem: 3,
};

const FRAMINGS: readonly (readonly [names: RegExp, framing: ChatFraming])[] = [
  [/^(gpt-4|gpt-3\.5|gpt-35)(-|$)/, { ...OPENAI, tool: 10 }],
  // 20 a tool and 8 a property are assumed, for the JSON around them. Anthropic puts a system prompt before tools:
  // https://platform.claude.com/docs/en/agents-and-tools/tool-use/overview
  [/^claude/, { ...OPENAI, tools: 346, tool: 20, property: 8 }],
];

/** The framing of a model's vendor; OpenAI's where none is known. */
export function chatFraming(model: string): ChatFraming {
  const family = modelFamily(model);
  return FRAMINGS.find(([names]) => names.test(family))?.[1] ?? OPENAI;
}
