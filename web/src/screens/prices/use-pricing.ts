import { useQuery } from "@tanstack/react-query";
import { getPricing, type PricingEntry } from "@tollgate/contract/prices";
import { callWhole } from "../../api/api-client.ts";

/** A group that the reader may use. */
export interface PriceGroup {
  name: string;
  ratio: number;
  description: string;
}

export interface PriceList {
  entries: readonly PricingEntry[];
  groups: readonly PriceGroup[];
  /** The group whose prices are shown until another is chosen. */
  firstGroup: string;
}

export type { PricingEntry };

/** The prices of all models that the reader may call. */
export function usePricing() {
  return useQuery({
    queryKey: ["pricing"],
    queryFn: ({ signal }) => callWhole(getPricing, { signal }),
    select: toPriceList,
  });
}

function toPriceList({ data, top }: Awaited<ReturnType<typeof callWhole<typeof getPricing>>>): PriceList {
  const groups = Object.entries(top.usable_group).map(([name, description]) => ({
    name,
    description,
    ratio: top.group_ratio[name] ?? 1,
  }));
  const own = groups.find(({ name }) => name === top.user_group);
  return { entries: data, groups, firstGroup: (own ?? groups[0])?.name ?? "" };
}
