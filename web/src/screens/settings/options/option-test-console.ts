import { act } from "@testing-library/react";
import { deleteLogs } from "@tollgate/contract/logs";
import { OPTION_TABLE } from "@tollgate/contract/option-table";
import { isOptionKey, listOptions, updateOptions } from "@tollgate/contract/options";
import { FakeRefusal } from "../../../test/fake-server.ts";
import { renderConsole } from "../../../test/render-console.tsx";
import { optionSpec } from "./option-draft.ts";

interface FakeOptions {
  options?: Record<string, string>;
  /** The server stores nothing. */
  isFull?: boolean;
  language?: "zh" | "en";
}

/** The console at root's settings, against a server that keeps options. */
export async function renderOptions(search: string, fake: FakeOptions = {}) {
  const options = new Map<string, string>();
  for (const key of Object.keys(OPTION_TABLE).filter(isOptionKey)) {
    const spec = optionSpec(key);
    if (spec.secret !== true) options.set(key, fake.options?.[key] ?? spec.format(spec.default));
  }
  const view = await renderConsole("/", { language: fake.language ?? "zh" });
  view.server.on(listOptions, () => [...options].map(([key, value]) => ({ key, value })));
  view.server.on(updateOptions, ({ body }) => {
    if (fake.isFull === true) throw new FakeRefusal("存储已满");
    for (const [key, value] of Object.entries(body.options)) options.set(key, String(value));
  });
  view.server.on(deleteLogs, () => 1234);
  await act(() => view.router.navigate({ href: `/setting?tab=${search}` }));
  const saved = () => view.server.callsOf(updateOptions).map(({ body }) => body);
  return { ...view, options, saved };
}
