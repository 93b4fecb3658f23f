import { AUTO_GROUP } from "@tollgate/contract/groups";
import type { OptionStore } from "../options/option-store.ts";

export interface UsableGroup {
  readonly ratio: number;
  readonly desc: string;
}

/** Price groups, as options GroupRatio, GroupGroupRatio and UserUsableGroups define them. */
export interface Groups {
  /** A group exists when it has a ratio. */
  names(): string[];
  exists(group: string): boolean;
  /** Users may use the groups that UserUsableGroups lists, and their own. */
  mayUse(userGroup: string, group: string): boolean;
  /** What a token of such a user may name: those groups, and `auto` where it stands for one of them. */
  choosableBy(userGroup: string): string[];
  /** The existing groups that a user of `userGroup` may use, with the ratio that this user pays. */
  usableBy(userGroup: string): Record<string, UsableGroup>;
}

export function createGroups(options: Pick<OptionStore, "get">): Groups {
  const ratios = () => options.get("GroupRatio");
  const descriptions = () => options.get("UserUsableGroups");
  const ratioFor = (userGroup: string, group: string): number | undefined =>
    ownEntry(ownEntry(options.get("GroupGroupRatio"), userGroup) ?? {}, group) ?? ownEntry(ratios(), group);

  const mayUse: Groups["mayUse"] = (userGroup, group) =>
    group === userGroup || Object.hasOwn(descriptions(), group);

  return {
    names: () => Object.keys(ratios()),
    exists: (group) => Object.hasOwn(ratios(), group),
    mayUse,
    choosableBy(userGroup) {
      const names = Object.keys(ratios()).filter((group) => mayUse(userGroup, group));
      const hasAuto = options.get("AutoGroups").some((group) => names.includes(group));
      return hasAuto ? [...names, AUTO_GROUP] : names;
    },
    usableBy(userGroup) {
      const usable: Record<string, UsableGroup> = {};
      for (const group of new Set([userGroup, ...Object.keys(descriptions())])) {
        const ratio = ratioFor(userGroup, group);
        if (ratio === undefined || !Object.hasOwn(ratios(), group)) continue;
        usable[group] = { ratio, desc: ownEntry(descriptions(), group) ?? group };
      }
      return usable;
    },
  };
}

/** Names come from people: `constructor` is not a group. */
function ownEntry<Value>(map: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(map, name) ? map[name] : undefined;
}
