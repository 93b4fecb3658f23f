import type { PriceSheet, TokenPrice } from "./price-sheet.ts";

/** The price of one generation: cached reads at a tenth of the input price, cache writes at 1.25 of it. */
function generation(models: readonly string[], input: number, output: number): TokenPrice {
  return { models, input, output, cacheRead: input / 10, cacheWrite: input * 1.25 };
}

/** A model under its own name and with each reasoning effort as a suffix. */
function withEfforts(model: string, efforts: readonly string[]): readonly string[] {
  return [model, `${model}-thinking`, ...efforts.map((effort) => `${model}-${effort}`)];
}

const EFFORTS = ["max", "high", "medium", "low"] as const;
const EFFORTS_WITH_XHIGH = ["max", "xhigh", "high", "medium", "low"] as const;

export const ANTHROPIC_SHEETS: readonly PriceSheet[] = [
  {
    vendor: "anthropic",
    currency: "USD",
    source: "platform.claude.com/docs/en/about-claude/pricing, as kept by kurofune/claudit 1.9.2",
    checkedOn: "2026-10-24",
    tokenPrices: [
      { models: ["claude-sonnet-5-5"], input: 2, output: 10, cacheRead: 0.1, cacheWrite: 2.5 },
      {
        ...generation(["claude-haiku-5-5"], 0.1, 0.5),
        tiers: [{ aboveInputTokens: 100_000, input: 0.5, output: 2.5 }],
      },
    ],
  },
  {
    vendor: "anthropic",
    currency: "USD",
    source: "platform.claude.com/docs/en/about-claude/pricing, as kept by genai-prices 0.1.8",
    checkedOn: "2026-09-23",
    tokenPrices: [
      // These two families have cached reads of their own.
      { models: ["claude-fable-5-1"], input: 10, output: 50, cacheRead: 0.25, cacheWrite: 12.5 },
      { models: ["claude-opus-5-5"], input: 4, output: 20, cacheRead: 0.2, cacheWrite: 5 },
      generation(["claude-fable-5"], 10, 50),
      generation(
        [
          "claude-opus-5",
          ...withEfforts("claude-opus-4-8", EFFORTS_WITH_XHIGH),
          ...withEfforts("claude-opus-4-7", EFFORTS_WITH_XHIGH),
          ...withEfforts("claude-opus-4-6", EFFORTS),
          "claude-opus-4-5",
          "claude-opus-4-5-20251101",
          "claude-opus-4-5-20251101-thinking",
        ],
        5,
        25,
      ),
      generation(
        [
          "claude-opus-4-1",
          "claude-opus-4-1-20250805",
          "claude-opus-4-1-20250805-thinking",
          "claude-opus-4-0",
          "claude-opus-4-20250514",
          "claude-opus-4-20250514-thinking",
          "claude-3-opus-20240229",
          "claude-3-opus-latest",
        ],
        15,
        75,
      ),
      generation(["claude-sonnet-5"], 2, 10),
      generation(
        [
          "claude-sonnet-4-6",
          "claude-sonnet-4-0",
          "claude-sonnet-4-20250514",
          "claude-sonnet-4-20250514-thinking",
          "claude-3-7-sonnet-latest",
          "claude-3-7-sonnet-20250219",
          "claude-3-7-sonnet-20250219-thinking",
          "claude-3-5-sonnet-latest",
          "claude-3-5-sonnet-20241022",
          "claude-3-5-sonnet-20240620",
          "claude-3-sonnet-20240229",
        ],
        3,
        15,
      ),
      {
        ...generation(
          ["claude-sonnet-4-5", "claude-sonnet-4-5-20250929", "claude-sonnet-4-5-20250929-thinking"],
          3,
          15,
        ),
        // The beta of its context of a million tokens was sold at a premium.
        tiers: [{ aboveInputTokens: 200_000, input: 6, output: 22.5 }],
      },
      generation(["claude-haiku-4-5", "claude-haiku-4-5-20251001"], 1, 5),
      generation(["claude-3-5-haiku-latest", "claude-3-5-haiku-20241022"], 0.8, 4),
      // Its cache is not sold at the usual parts of the input price.
      { models: ["claude-3-haiku-20240307"], input: 0.25, output: 1.25, cacheRead: 0.03, cacheWrite: 0.3 },
    ],
  },
];
