import { listBuiltInModels, listGroups } from "@tollgate/contract/groups";
import { getOwnGroups } from "@tollgate/contract/session";
import { route } from "../../http/route.ts";
import type { Route } from "../../http/route.ts";
import { builtInModels } from "./built-in-models.ts";
import type { Groups } from "./groups.ts";

/** Group names for administrators, one's own groups, and the shipped model names. */
export function groupRoutes({ groups }: { groups: Groups }): Route[] {
  const models = builtInModels();
  return [
    route(listGroups, () => groups.names()),
    route(listBuiltInModels, () => models),
    route(getOwnGroups, ({ caller }) => groups.usableBy(caller.group)),
  ];
}
