import type { DataOf, TopOf } from "@tollgate/contract/endpoint";
import type { getPricing } from "@tollgate/contract/prices";
import type { ChangeFeed } from "../../db/change-feed.ts";
import type { Database } from "../../db/database.ts";
import { priceEntries } from "../../pricing/price-entries.ts";
import type { Groups } from "../groups/groups.ts";
import type { OptionStore } from "../options/option-store.ts";
import type { PriceSnapshot } from "../options/price-snapshot.ts";
import { listServedModels } from "./served-models-store.ts";

/** The answer of GET /api/pricing. */
export interface PriceListAnswer {
  readonly data: DataOf<typeof getPricing>;
  readonly top: TopOf<typeof getPricing>;
}

/** The public price list. Made anew after a change of channels or options, not for every reader. */
export interface PriceList {
  /** As a user of the group sees it; a guest has the group "". */
  forGroup(userGroup: string): Promise<PriceListAnswer>;
  /** What the enabled channels serve, and in which groups. */
  servedModels(): Promise<ServedModels>;
}

type ServedModels = ReadonlyMap<string, readonly string[]>;

export interface PriceListDeps {
  database: Pick<Database, "reader">;
  feed: Pick<ChangeFeed, "subscribe">;
  options: Pick<OptionStore, "onChange">;
  prices: PriceSnapshot;
  groups: Pick<Groups, "usableBy">;
}

export function createPriceList(deps: PriceListDeps): PriceList {
  let served: Promise<ServedModels> | undefined;
  let answers = new Map<string, Promise<PriceListAnswer>>();
  const forgetAnswers = () => {
    answers = new Map();
  };
  deps.options.onChange(forgetAnswers);
  deps.feed.subscribe("channels", () => {
    served = undefined;
    forgetAnswers();
  });

  const servedModels = () => (served ??= listServedModels(deps.database).catch(forgetting));
  /** What has failed is tried again by the next reader. */
  const forgetting = (error: unknown): never => {
    served = undefined;
    forgetAnswers();
    throw error;
  };
  return {
    servedModels,
    forGroup(userGroup) {
      const known = answers.get(userGroup);
      if (known !== undefined) return known;
      const answer = servedModels().then((models) => priceListFor(userGroup, models, deps));
      answers.set(userGroup, answer);
      return answer;
    },
  };
}

function priceListFor(
  userGroup: string,
  served: ServedModels,
  { prices, groups }: PriceListDeps,
): PriceListAnswer {
  const usable = groups.usableBy(userGroup);
  const usableModels = new Map<string, string[]>();
  for (const [model, servedGroups] of served) {
    const enabled = servedGroups.filter((group) => Object.hasOwn(usable, group));
    if (enabled.length > 0) usableModels.set(model, enabled);
  }
  // The groups' ratios stand beside the entries; the entries are before any of them.
  const entries = priceEntries(prices.current(), usableModels);
  const each = Object.entries(usable);
  const facts = {
    group_ratio: Object.fromEntries(each.map(([group, { ratio }]) => [group, ratio])),
    usable_group: Object.fromEntries(each.map(([group, { desc }]) => [group, desc])),
    user_group: userGroup,
  };
  const version = new Bun.CryptoHasher("sha256").update(JSON.stringify([entries, facts])).digest("hex");
  return { data: entries, top: { ...facts, pricing_version: version.slice(0, VERSION_CHARACTERS) } };
}

const VERSION_CHARACTERS = 32;
