import { FAMILY_TABLES } from "./price-sheet.ts";
import type { PriceSheet } from "./price-sheet.ts";

export const SUBMODEL_SHEETS: readonly PriceSheet[] = [
  {
    vendor: "submodel",
    currency: "USD",
    ...FAMILY_TABLES,
    tokenPrices: [
      { models: ["openai/gpt-oss-120b"], input: 1, output: 1 },
      { models: ["Qwen/Qwen3-235B-A22B-Instruct-2507"], input: 0.6, output: 0.6 },
      { models: ["Qwen/Qwen3-235B-A22B-Thinking-2507"], input: 1.2, output: 1.2 },
      {
        models: [
          "NousResearch/Hermes-4-405B-FP8",
          "Qwen/Qwen3-Coder-480B-A35B-Instruct-FP8",
          "zai-org/GLM-4.5-FP8",
          "deepseek-ai/DeepSeek-R1-0528",
          "deepseek-ai/DeepSeek-R1",
          "deepseek-ai/DeepSeek-V3-0324",
          "deepseek-ai/DeepSeek-V3.1",
        ],
        input: 1.6,
        output: 1.6,
      },
    ],
  },
];
