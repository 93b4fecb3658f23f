import { AUTO_GROUP } from "@tollgate/contract/groups";

/** Whose groups a request may use. */
export interface GroupFacts {
  /** The token's group; empty = the user's. */
  readonly tokenGroup: string;
  readonly userGroup: string;
  /** Option AutoGroups, or the token's own list: what the group `auto` stands for, in order. */
  readonly autoGroups: readonly string[];
  /** Tried when the others have nothing left. */
  readonly backupGroup?: string | undefined;
  /** Goes on to the next of the `auto` groups when the channels of one are used up, not only when it has none. */
  readonly crossGroupRetry: boolean;
}

/**
 * The groups whose channels a request tries, in order, without repetition: the token's group, or for `auto` the first
 * of its groups that serves the model (all of them with `crossGroupRetry`), then the backup group. Groups that do not
 * serve the model or may not be used are left out; an empty answer means that nobody serves it.
 */
export function groupOrder(
  facts: GroupFacts,
  canServe: (group: string) => boolean,
  mayUse: (group: string) => boolean,
): readonly string[] {
  const asked = facts.tokenGroup === "" ? facts.userGroup : facts.tokenGroup;
  const isUsable = (group: string) => mayUse(group) && canServe(group);
  const first = (asked === AUTO_GROUP ? facts.autoGroups : [asked]).filter(isUsable);
  const chosen = facts.crossGroupRetry ? first : first.slice(0, 1);
  const { backupGroup } = facts;
  const all =
    backupGroup !== undefined && backupGroup !== "" && isUsable(backupGroup)
      ? [...chosen, backupGroup]
      : chosen;
  return all.length < 2 ? all : [...new Set(all)];
}
