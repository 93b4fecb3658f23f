import { countTokens, EXACT_UNITS_MAX } from "./count-tokens.ts";
import type { TokenCount } from "./count-tokens.ts";

/**
 * How many tokens some texts are together, each read by itself. Beyond the length up to which texts are counted whole,
 * they are joined by line ends and sampled as one.
 */
export function countParts(model: string, parts: readonly string[]): TokenCount {
  if (parts.length <= 1) return countTokens(model, parts[0] ?? "");
  let units = parts.length;
  for (const part of parts) units += part.length;
  if (units > EXACT_UNITS_MAX) return countTokens(model, parts.join("\n"));
  let tokens = 0;
  let method = countTokens(model, "").method;
  for (const part of parts) {
    const count = countTokens(model, part);
    tokens += count.tokens;
    method = count.method;
  }
  return { tokens, method };
}
