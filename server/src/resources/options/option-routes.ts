import { isOptionKey, listOptions, updateOption } from "@tollgate/contract/options";
import { route } from "../../http/route.ts";
import type { Route } from "../../http/route.ts";
import { requireOptions } from "./option-policy.ts";
import type { OptionStore } from "./option-store.ts";

/** Root's calls on system options. */
export function optionRoutes({ options }: { options: OptionStore }): Route[] {
  return [
    route(listOptions, () => options.list()),
    route(updateOption, async ({ body }) => {
      const text = String(body.value);
      if (isOptionKey(body.key)) requireOptions(body.key, text, options);
      await options.set(body.key, text);
      return undefined;
    }),
  ];
}
