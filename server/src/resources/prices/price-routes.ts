import {
  getPriceDefaults,
  getPricing,
  getRatioConfig,
  previewPrices,
  resetModelRatio,
} from "@tollgate/contract/prices";
import type { ChangeFeed } from "../../db/change-feed.ts";
import type { Database } from "../../db/database.ts";
import { route } from "../../http/route.ts";
import type { Route } from "../../http/route.ts";
import { AppError } from "../../lib/app-error.ts";
import { nowSeconds } from "../../lib/clock.ts";
import type { Clock } from "../../lib/clock.ts";
import { defaultRatioTables } from "../../pricing/default-ratio-tables.ts";
import type { Groups } from "../groups/groups.ts";
import type { OptionStore } from "../options/option-store.ts";
import type { PriceSnapshot } from "../options/price-snapshot.ts";
import { createPriceList } from "./price-list.ts";
import { previewTraffic } from "./price-preview.ts";
import { pricesWith } from "./price-proposal.ts";
import { ratioConfigView } from "./ratio-config-view.ts";

export interface PriceRouteDeps {
  database: Database;
  feed: Pick<ChangeFeed, "subscribe">;
  options: OptionStore;
  prices: PriceSnapshot;
  groups: Groups;
  clock: Clock;
}

/** What a reset of the model ratios forgets: they and all that multiplies them. */
const RATIO_OPTIONS = [
  "ModelRatio",
  "CompletionRatio",
  "CacheRatio",
  "CreateCacheRatio",
  "ImageRatio",
  "AudioRatio",
  "AudioCompletionRatio",
  "AudioInputPrice",
  "TieredPrices",
] as const;

const SECONDS_PER_HOUR = 3600;
const RESET_DONE = { zh: "重置模型倍率成功", en: "The model ratios are back at their defaults" } as const;

/** The price list for everyone, the tables for other gateways, and what root does with prices. */
export function priceRoutes(deps: PriceRouteDeps): Route[] {
  const { database, options, prices, clock } = deps;
  const list = createPriceList(deps);
  return [
    route(getPricing, async ({ caller }) => {
      if (caller === undefined && options.get("PricingSignInRequired"))
        throw new AppError("session.required", {}, { status: 401 });
      return list.forGroup(caller?.group ?? "");
    }),
    route(getRatioConfig, () => {
      if (!options.get("ExposeRatioEnabled")) throw new AppError("price.not-exposed");
      return ratioConfigView(prices.current());
    }),
    route(getPriceDefaults, async () => ({
      tables: { ...defaultRatioTables() },
      served_models: [...(await list.servedModels()).keys()],
      call_units: Object.fromEntries(
        [...prices.current().priceUnits].flatMap(([model, unit]) =>
          unit === "request" ? [] : [[model, unit] as const],
        ),
      ),
    })),
    route(resetModelRatio, async ({ language }) => {
      await options.reset(RATIO_OPTIONS);
      return { data: undefined, top: { message: RESET_DONE[language] } };
    }),
    route(previewPrices, ({ body, signal }) => {
      const toSeconds = nowSeconds(clock);
      return previewTraffic(database, {
        tables: pricesWith(body.options, options),
        selfUseModeEnabled: options.get("SelfUseModeEnabled"),
        fromSeconds: toSeconds - body.hours * SECONDS_PER_HOUR,
        toSeconds,
        signal,
      });
    }),
  ];
}
