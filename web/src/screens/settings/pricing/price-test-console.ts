import { act } from "@testing-library/react";
import { listOptions, updateOptions } from "@tollgate/contract/options";
import { getPriceDefaults, previewPrices, resetModelRatio } from "@tollgate/contract/prices";
import { FakeRefusal, answerTop } from "../../../test/fake-server.ts";
import { renderConsole } from "../../../test/render-console.tsx";
import { PRICE_OPTIONS, type ModelTable, type PriceOption } from "./price-options.ts";
import type { PricePreview } from "./use-price-settings.ts";

interface FakePrices {
  options?: Partial<Record<PriceOption, string>>;
  defaults?: Partial<Record<ModelTable, Record<string, number>>>;
  served?: string[];
  callUnits?: Record<string, "second" | "image">;
  preview?: PricePreview;
  /** Options that the server refuses to store. */
  refused?: PriceOption[];
}

export const EMPTY_PREVIEW: PricePreview = {
  from: 1_763_600_000,
  to: 1_763_700_000,
  calls: 0,
  calls_priced: 0,
  charged_quota: 0,
  quota: 0,
  truncated: false,
  models: [],
  groups: [],
  unpriced: [],
};

/** The console at the settings' prices, against a server that keeps price options. */
export async function renderPricing(fake: FakePrices = {}, search = "", language: "zh" | "en" = "zh") {
  const options: Record<string, string> = {
    ...Object.fromEntries(PRICE_OPTIONS.map((option) => [option, "{}"])),
    GroupRatio: '{"default":1,"vip":0.8}',
    UserUsableGroups: '{"default":"默认分组"}',
    ...fake.options,
  };
  // The server learns of prices before the console asks for them.
  const view = await renderConsole("/", { language });
  view.server.on(listOptions, () => Object.entries(options).map(([key, value]) => ({ key, value })));
  view.server.on(updateOptions, ({ body }) => {
    if (fake.refused?.some((option) => option in body.options)) throw new FakeRefusal("存储已满");
    for (const [key, value] of Object.entries(body.options)) options[key] = String(value);
  });
  view.server.on(getPriceDefaults, () => ({
    tables: fake.defaults ?? {},
    served_models: fake.served ?? [],
    call_units: fake.callUnits ?? {},
  }));
  view.server.on(previewPrices, () => fake.preview ?? EMPTY_PREVIEW);
  view.server.on(resetModelRatio, () => {
    options.ModelRatio = "{}";
    return answerTop({ message: "模型倍率已重置" });
  });
  await act(() => view.router.navigate({ href: `/setting?tab=pricing${search}` }));
  return { ...view, options };
}
