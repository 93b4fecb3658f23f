import { OPTION_TABLE } from "@tollgate/contract/option-table";
import { isOptionKey } from "@tollgate/contract/options";
import type { OptionKey } from "@tollgate/contract/options";
import { AppError } from "../../lib/app-error.ts";
import type { OptionStore } from "./option-store.ts";

/**
 * Some options make sense only with others: GitHub sign-in needs its client id and secret. Throws `option.requires`
 * when `text` would switch such an option on (or fill it in) before the others are filled in.
 */
export function requireOptions(key: OptionKey, text: string, options: Pick<OptionStore, "get">): void {
  const spec = OPTION_TABLE[key];
  if (!("requires" in spec) || spec.requires === undefined) return;
  if (text === "false" || text.trim() === "") return;
  const missing = spec.requires.filter((other) => isOptionKey(other) && isEmpty(options.get(other)));
  if (missing.length > 0) throw new AppError("option.requires", { missing: missing.join(", ") });
}

const isEmpty = (value: unknown) => typeof value === "string" && value.trim() === "";
