import { FAMILY_TABLES } from "./price-sheet.ts";
import type { PriceSheet, TokenPrice } from "./price-sheet.ts";

/** Above 272,000 tokens of input, all of a call's input costs twice as much and its output 1.5 times. */
function withLongContext(price: TokenPrice): TokenPrice {
  return {
    ...price,
    tiers: [
      {
        aboveInputTokens: 272_000,
        input: price.input * 2,
        ...(price.output !== undefined && { output: price.output * 1.5 }),
      },
    ],
  };
}

const GPT_6_POINT: readonly TokenPrice[] = [
  { models: ["gpt-6.2-astra"], input: 8, output: 40, cacheRead: 0.4, cacheWrite: 10 },
  { models: ["gpt-6.2-sol", "gpt-6.1-sol"], input: 2, output: 10, cacheRead: 0.1, cacheWrite: 2.5 },
].map(withLongContext);

const LONG_CONTEXT: readonly TokenPrice[] = [
  { models: ["gpt-6-astra"], input: 10, output: 50, cacheRead: 1, cacheWrite: 12.5 },
  { models: ["gpt-6-sol"], input: 2, output: 10, cacheRead: 0.2, cacheWrite: 2.5 },
  { models: ["gpt-6-luna"], input: 0.1, output: 0.5, cacheRead: 0.01, cacheWrite: 0.125 },
  { models: ["gpt-5.6", "gpt-5.6-sol"], input: 4, output: 20, cacheRead: 0.4, cacheWrite: 5 },
  { models: ["gpt-5.6-terra"], input: 2, output: 12, cacheRead: 0.2, cacheWrite: 2.5 },
  { models: ["gpt-5.6-luna"], input: 0.2, output: 1.2, cacheRead: 0.02, cacheWrite: 0.25 },
  { models: ["gpt-5.5", "gpt-5.5-2026-04-23"], input: 5, output: 30, cacheRead: 0.5 },
  { models: ["gpt-5.5-pro", "gpt-5.4-pro"], input: 30, output: 180 },
  { models: ["gpt-5.4", "gpt-5.4-2026-03-05"], input: 2.5, output: 15, cacheRead: 0.25 },
].map(withLongContext);

const GPT_5: readonly TokenPrice[] = [
  { models: ["gpt-chat-latest"], input: 5, output: 30, cacheRead: 0.5 },
  { models: ["gpt-5.4-mini", "gpt-5.4-mini-2026-03-17"], input: 0.75, output: 4.5, cacheRead: 0.075 },
  { models: ["gpt-5.4-nano", "gpt-5.4-nano-2026-03-17"], input: 0.2, output: 1.25, cacheRead: 0.02 },
  {
    models: [
      "gpt-5.3-codex",
      "gpt-5.3-chat-latest",
      "gpt-5.2",
      "gpt-5.2-2025-12-11",
      "gpt-5.2-chat-latest",
      "gpt-5.2-codex",
    ],
    input: 1.75,
    output: 14,
    cacheRead: 0.175,
  },
  { models: ["gpt-5.2-pro"], input: 21, output: 168 },
  {
    models: [
      "gpt-5.1",
      "gpt-5.1-2025-11-13",
      "gpt-5.1-chat-latest",
      "gpt-5.1-codex",
      "gpt-5.1-codex-max",
      "gpt-5",
      "gpt-5-2025-08-07",
      "gpt-5-chat-latest",
      "gpt-5-codex",
    ],
    input: 1.25,
    output: 10,
    cacheRead: 0.125,
  },
  {
    models: ["gpt-5.1-codex-mini", "gpt-5-mini", "gpt-5-mini-2025-08-07"],
    input: 0.25,
    output: 2,
    cacheRead: 0.025,
  },
  { models: ["gpt-5-nano", "gpt-5-nano-2025-08-07"], input: 0.05, output: 0.4, cacheRead: 0.005 },
  { models: ["gpt-5-pro", "gpt-5-pro-2025-10-06"], input: 15, output: 120 },
];

const GPT_4: readonly TokenPrice[] = [
  { models: ["gpt-4.1", "gpt-4.1-2025-04-14"], input: 2, output: 8, cacheRead: 0.5 },
  { models: ["gpt-4.1-mini", "gpt-4.1-mini-2025-04-14"], input: 0.4, output: 1.6, cacheRead: 0.1 },
  { models: ["gpt-4.1-nano", "gpt-4.1-nano-2025-04-14"], input: 0.1, output: 0.4, cacheRead: 0.025 },
  { models: ["gpt-4.5-preview", "gpt-4.5-preview-2025-02-27"], input: 75, output: 150, cacheRead: 37.5 },
  { models: ["gpt-4o", "gpt-4o-2024-08-06", "gpt-4o-2024-11-20"], input: 2.5, output: 10, cacheRead: 1.25 },
  { models: ["gpt-4o-search-preview"], input: 2.5, output: 10 },
  { models: ["gpt-4o-2024-05-13", "chatgpt-4o-latest"], input: 5, output: 15 },
  {
    models: ["gpt-4o-mini", "gpt-4o-mini-2024-07-18", "gpt-4o-mini-search-preview"],
    input: 0.15,
    output: 0.6,
    cacheRead: 0.075,
  },
  {
    models: [
      "gpt-4-turbo",
      "gpt-4-turbo-2024-04-09",
      "gpt-4-turbo-preview",
      "gpt-4-0125-preview",
      "gpt-4-1106-preview",
      "gpt-4-vision-preview",
      "gpt-4-1106-vision-preview",
    ],
    input: 10,
    output: 30,
  },
  // The cached price of gpt-4 is the product family's; OpenAI never sold one.
  { models: ["gpt-4"], input: 30, output: 60, cacheRead: 15 },
  { models: ["gpt-4-0613"], input: 30, output: 60 },
  { models: ["gpt-4-32k", "gpt-4-32k-0613"], input: 60, output: 120 },
  { models: ["gpt-3.5-turbo", "gpt-3.5-turbo-0125"], input: 0.5, output: 1.5 },
  { models: ["gpt-3.5-turbo-1106"], input: 1, output: 2 },
  { models: ["gpt-3.5-turbo-0613", "gpt-3.5-turbo-instruct"], input: 1.5, output: 2 },
  { models: ["gpt-3.5-turbo-16k", "gpt-3.5-turbo-16k-0613"], input: 3, output: 4 },
];

const REASONING: readonly TokenPrice[] = [
  {
    models: ["o1", "o1-2024-12-17", "o1-preview", "o1-preview-2024-09-12"],
    input: 15,
    output: 60,
    cacheRead: 7.5,
  },
  { models: ["o1-pro", "o1-pro-2025-03-19"], input: 150, output: 600 },
  {
    models: [
      "o1-mini",
      "o1-mini-2024-09-12",
      "o3-mini",
      "o3-mini-2025-01-31",
      "o3-mini-high",
      "o3-mini-2025-01-31-high",
      "o3-mini-medium",
      "o3-mini-2025-01-31-medium",
      "o3-mini-low",
      "o3-mini-2025-01-31-low",
    ],
    input: 1.1,
    output: 4.4,
    cacheRead: 0.55,
  },
  { models: ["o3", "o3-2025-04-16"], input: 2, output: 8, cacheRead: 0.5 },
  { models: ["o3-pro", "o3-pro-2025-06-10"], input: 20, output: 80 },
  {
    models: ["o3-deep-research", "o3-deep-research-2025-06-26"],
    input: 10,
    output: 40,
    cacheRead: 2.5,
  },
  { models: ["o4-mini", "o4-mini-2025-04-16"], input: 1.1, output: 4.4, cacheRead: 0.275 },
  {
    models: ["o4-mini-deep-research", "o4-mini-deep-research-2025-06-26"],
    input: 2,
    output: 8,
    cacheRead: 0.5,
  },
  { models: ["codex-mini-latest"], input: 1.5, output: 6, cacheRead: 0.375 },
  { models: ["computer-use-preview"], input: 3, output: 12 },
];

const EMBEDDINGS: readonly TokenPrice[] = [
  { models: ["text-embedding-3-small"], input: 0.02 },
  { models: ["text-embedding-3-large"], input: 0.13 },
  { models: ["text-embedding-ada-002"], input: 0.1 },
];

/** Names that only gateways of this product family use, and retired models. */
const OTHER_NAMES: readonly TokenPrice[] = [
  { models: ["gpt-4-gizmo-*", "gpt-4-all", "gpt-4o-all"], input: 30, output: 60 },
  { models: ["gpt-4o-gizmo-*"], input: 5, output: 15 },
  { models: ["text-moderation-stable", "text-moderation-latest"], input: 0.2 },
  { models: ["text-ada-001"], input: 0.4 },
  { models: ["text-babbage-001"], input: 0.5 },
  { models: ["text-curie-001"], input: 2 },
  {
    models: ["davinci", "curie", "text-davinci-edit-001", "code-davinci-edit-001", "text-search-ada-doc-001"],
    input: 20,
  },
];

export const OPENAI_SHEETS: readonly PriceSheet[] = [
  {
    vendor: "openai",
    currency: "USD",
    source: "developers.openai.com/api/docs/pricing, as kept by genai-prices 0.1.8",
    checkedOn: "2026-09-23",
    tokenPrices: [...LONG_CONTEXT, ...GPT_5, ...GPT_4, ...REASONING, ...EMBEDDINGS],
  },
  {
    vendor: "openai",
    currency: "USD",
    source:
      "OpenAI's standard rates of 2026-11-17, as kept by docs.laozhang.ai (GPT-6.2) and docs.apiyi.com (GPT-6.1)",
    checkedOn: "2026-11-18",
    tokenPrices: GPT_6_POINT,
  },
  {
    vendor: "openai",
    currency: "USD",
    ...FAMILY_TABLES,
    tokenPrices: OTHER_NAMES,
    callPrices: [{ models: ["gpt-4-gizmo-*"], priceUsd: 0.1 }],
  },
];
