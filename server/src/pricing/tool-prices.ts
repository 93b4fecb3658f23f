import { isPrice } from "./price-tables.ts";
import type { PriceLayer, PriceMap, RejectedPrice } from "./price-tables.ts";
import type { RateToolPrice } from "./rate.ts";

/** One entry of the table of tool prices. */
export interface ToolRule {
  readonly tool: string;
  /** The models it is for: all names that begin so, or the one of this name. */
  readonly model: { readonly prefix: string } | { readonly exact: string };
  /** How closely the rule names its models; of two that fit, the closer one decides. */
  readonly closeness: number;
  readonly price: RateToolPrice;
}

/** The rules of a table by their keys: `tool`, `tool:model`, `tool:prefix*`. What is not a price is left out. */
export function readToolRules(
  table: PriceMap,
  source: PriceLayer,
  rejected: RejectedPrice[],
): readonly ToolRule[] {
  const rules: ToolRule[] = [];
  for (const [key, usdPerThousand] of Object.entries(table)) {
    if (isPrice(usdPerThousand)) rules.push(readRule(key, { usdPerThousand, source }));
    else rejected.push({ layer: source, table: "toolPrices", name: key });
  }
  return rules;
}

function readRule(key: string, price: RateToolPrice): ToolRule {
  const colon = key.indexOf(":");
  if (colon === -1) return { tool: key, model: { prefix: "" }, closeness: 0, price };
  const tool = key.slice(0, colon);
  const name = key.slice(colon + 1);
  return name.endsWith("*")
    ? { tool, model: { prefix: name.slice(0, -1) }, closeness: name.length, price }
    : { tool, model: { exact: name }, closeness: Infinity, price };
}

/**
 * The tools that cost something extra with `model`. Any rule of the operator's that fits comes before every shipped one;
 * then the closest decides, that is the model's own name, then the longest prefix.
 */
export function toolPricesOf(
  rules: readonly ToolRule[],
  model: string,
): Readonly<Record<string, RateToolPrice>> | undefined {
  const chosen = new Map<string, ToolRule>();
  for (const rule of rules) {
    if (!isFor(rule, model)) continue;
    const other = chosen.get(rule.tool);
    if (other === undefined || decidesOver(rule, other)) chosen.set(rule.tool, rule);
  }
  if (chosen.size === 0) return undefined;
  return Object.freeze(Object.fromEntries([...chosen].map(([tool, { price }]) => [tool, price])));
}

function isFor({ model }: ToolRule, name: string): boolean {
  return "exact" in model ? name === model.exact : name.startsWith(model.prefix);
}

function decidesOver(rule: ToolRule, other: ToolRule): boolean {
  return rule.price.source === other.price.source
    ? rule.closeness > other.closeness
    : rule.price.source === "operator";
}
