import { PriceJsonPart } from "./price-json-part.tsx";
import { EXTRA_TABLES } from "./price-options.ts";
import type { PriceEditing } from "./use-price-draft.ts";

/** What an empty table could look like; the names are real, the prices only show the form. */
const EXAMPLES = {
  TieredPrices: `{
  "gemini-2.5-pro": [
    { "above_input_tokens": 200000, "input": 1.25, "output": 6 }
  ]
}`,
  ToolPrices: `{
  "web_search": 10,
  "web_search:gpt-4o*": 25
}`,
  AudioInputPrice: `{
  "gemini-2.5-flash": 1
}`,
};

/** Prices by the length of the input, of vendors' tools and of audio. */
export function ExtraPricesPart({ editing }: { editing: PriceEditing }) {
  return <PriceJsonPart editing={editing} options={EXTRA_TABLES} examples={EXAMPLES} />;
}
