import type { OptionSpec } from "./option-kinds.ts";
import { OPTION_TABLE } from "./option-table.ts";
import type { OptionKey } from "./options.ts";
import { checkTableText, type TableProblem } from "./price-table-check.ts";

/**
 * What keeps a text from being the value of option `key`, as a code of `errors.ts` with its details (`key` among them);
 * undefined for an acceptable text. The server refuses with it, a form says it while somebody types.
 */
export function checkOptionText(key: OptionKey, text: string): TableProblem | undefined {
  const problem = checkTableText(key, text);
  if (problem !== undefined) return problem;
  const spec: OptionSpec<unknown> = OPTION_TABLE[key] as never; // Each spec is only given what it has made itself.
  return spec.parse(text) === undefined ? shapeProblem(key, spec, text) : undefined;
}

function shapeProblem(key: OptionKey, { shape }: OptionSpec<unknown>, text: string): TableProblem {
  switch (shape.kind) {
    case "number": {
      const { min, max, isWhole } = shape;
      if (min === undefined) break;
      const kind = isWhole ? "option.not-a-whole-number" : "option.not-a-number";
      return max === undefined
        ? { code: kind, details: { key, min } }
        : { code: `${kind}-between`, details: { key, min, max } };
    }
    case "address":
      return { code: "option.not-an-address", details: { key } };
    case "statuses":
      return { code: "option.not-statuses", details: { key } };
    case "text":
      return { code: "option.too-long", details: { key, max: shape.max } };
    default:
      break;
  }
  return { code: "option.invalid", details: { key, details: text.slice(0, 100) } };
}
