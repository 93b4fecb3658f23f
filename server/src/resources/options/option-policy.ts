import { OPTION_TABLE } from "@tollgate/contract/option-table";
import { isOptionKey } from "@tollgate/contract/options";
import type { OptionKey } from "@tollgate/contract/options";
import { AppError } from "../../lib/app-error.ts";
import type { OptionStore } from "./option-store.ts";

/**
 * Some options make sense only with others: GitHub sign-in needs its client id and secret. Throws `option.requires`
 * when one of `texts` would switch such an option on (or fill it in) while the others are neither filled in nor among
 * the texts.
 */
export function requireOptions(
  texts: Readonly<Record<string, string>>,
  options: Pick<OptionStore, "get">,
): void {
  for (const [key, text] of Object.entries(texts)) {
    if (!isOptionKey(key) || text === "false" || text.trim() === "") continue;
    const spec = OPTION_TABLE[key];
    if (!("requires" in spec) || spec.requires === undefined) continue;
    const missing = spec.requires.filter(
      (other) => isOptionKey(other) && isEmptyAfter(other, texts, options),
    );
    if (missing.length > 0) throw new AppError("option.requires", { missing: missing.join(", ") });
  }
}

function isEmptyAfter(
  key: OptionKey,
  texts: Readonly<Record<string, string>>,
  options: Pick<OptionStore, "get">,
): boolean {
  const value = texts[key] ?? options.get(key);
  return typeof value === "string" && value.trim() === "";
}
