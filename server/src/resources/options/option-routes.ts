import { listOptions, updateOption, updateOptions } from "@tollgate/contract/options";
import { route } from "../../http/route.ts";
import type { Route } from "../../http/route.ts";
import { requireOptions } from "./option-policy.ts";
import type { OptionStore } from "./option-store.ts";

/** Root's calls on system options. */
export function optionRoutes({ options }: { options: OptionStore }): Route[] {
  const set = async (texts: Record<string, string>) => {
    requireOptions(texts, options);
    await options.setAll(texts);
    return undefined;
  };
  return [
    route(listOptions, () => options.list()),
    route(updateOption, ({ body }) => set({ [body.key]: String(body.value) })),
    route(updateOptions, ({ body }) =>
      set(Object.fromEntries(Object.entries(body.options).map(([key, value]) => [key, String(value)]))),
    ),
  ];
}
