import * as z from "zod/mini";
import { OPTION_TABLE } from "./option-table.ts";
import { endpoint } from "./endpoint.ts";

export type OptionKey = keyof typeof OPTION_TABLE;
export type OptionValue<Key extends OptionKey> = (typeof OPTION_TABLE)[Key]["default"];

/** Whether a text names an option. */
export function isOptionKey(key: string): key is OptionKey {
  return Object.hasOwn(OPTION_TABLE, key);
}

/** All options of root as key and text value; secrets are left out. */
export const listOptions = endpoint("GET /api/option", "root", {
  data: z.array(z.object({ key: z.string(), value: z.string() })),
});

/** Text on the wire; true/false and numbers are accepted. */
const optionInput = z.union([z.string(), z.boolean(), z.number()]);

/** Sets one option. */
export const updateOption = endpoint("PUT /api/option", "root", {
  body: z.object({ key: z.string(), value: optionInput }),
});

/** Sets all of these options, by key, or none: one that is refused leaves every one as it was. */
export const updateOptions = endpoint("PUT /api/option/batch", "root", {
  body: z.object({ options: z.record(z.string(), optionInput) }),
});
