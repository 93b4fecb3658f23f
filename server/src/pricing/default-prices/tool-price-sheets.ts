import { FAMILY_TABLES } from "./price-sheet.ts";
import type { PriceMap } from "../price-tables.ts";

/** Surcharges for tools that vendors run, from one source: US dollars for a thousand calls. */
export interface ToolPriceSheet {
  readonly source: string;
  readonly checkedOn: string;
  /** By `tool`, `tool:model` or `tool:prefix*`, as option `ToolPrices` has them. */
  readonly prices: PriceMap;
}

/** Every shipped surcharge with its source and its date. A tool that is not in here costs nothing extra. */
export const TOOL_PRICE_SHEETS: readonly ToolPriceSheet[] = [
  {
    ...FAMILY_TABLES,
    prices: {
      web_search: 10,
      web_search_preview: 10,
      "web_search_preview:gpt-4o*": 25,
      "web_search_preview:gpt-4.1*": 25,
      file_search: 2.5,
      google_search: 14,
      image_generation: 150,
    },
  },
  {
    source: "docs.x.ai/developers/pricing",
    checkedOn: "2026-11-21",
    prices: {
      "web_search:grok-*": 5,
      x_search: 5,
      "code_execution:grok-*": 5,
      "code_interpreter:grok-*": 5,
      attachment_search: 10,
      collections_search: 2.5,
    },
  },
  {
    source: "ai.google.dev/gemini-api/docs/pricing, as kept by iyulab/TokenMeter 0.13.0",
    checkedOn: "2026-10-13",
    // For an answer with searches, however many; from Gemini 3 on it is the family's 14 for each search.
    prices: { "google_search:gemini-1*": 35, "google_search:gemini-2*": 35 },
  },
  {
    source: "OpenAI's price of a container of the smallest size, as told on community.openai.com",
    checkedOn: "2026-11-21",
    prices: { code_interpreter: 30 },
  },
  {
    source:
      "docs.perplexity.ai/docs/getting-started/pricing, as kept by noodle-perplexity-mcp 1.4.1 (smallest context)",
    checkedOn: "2025-07-05",
    prices: { "web_search:sonar*": 5, "web_search:sonar-pro*": 6, "web_search:sonar-reasoning-pro*": 6 },
  },
  {
    source: "docs.perplexity.ai/guides/pricing",
    checkedOn: "2026-11-21",
    prices: { fetch_url: 0.5 },
  },
];
