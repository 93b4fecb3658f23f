import { AUTO_GROUP } from "@tollgate/contract/groups";
import type { TokenIdentity } from "../resources/tokens/token-identities.ts";
import { RelayError } from "./relay-error.ts";
import { groupOrder } from "./routing/group-order.ts";
import type { RoutingTable } from "./routing/routing-table.ts";

export interface GroupDeps {
  routing(): RoutingTable;
  groupExists(group: string): boolean;
  mayUseGroup(userGroup: string, group: string): boolean;
  /** Option AutoGroups: what the group `auto` stands for, in order. */
  autoGroups(): readonly string[];
  /** Option BackupGroup; empty = none. */
  backupGroup(): string;
}

/**
 * The groups whose channels a call tries, in order: those that serve the model, or any when none is named. Throws
 * model_not_found when there is none.
 */
export function groupsToTry(
  identity: TokenIdentity,
  asked: string,
  model: string | undefined,
  deps: GroupDeps,
): readonly [string, ...string[]] {
  const isUsual = asked !== AUTO_GROUP && deps.backupGroup() === "";
  // One group, which has passed its rules already.
  if (isUsual && serves(deps.routing(), asked, model)) return [asked];
  return severalGroups(identity, asked, model, deps);
}

function serves(table: RoutingTable, group: string, model: string | undefined): boolean {
  return model === undefined || table.tiers(group, model).length > 0;
}

function severalGroups(
  identity: TokenIdentity,
  asked: string,
  model: string | undefined,
  deps: GroupDeps,
): readonly [string, ...string[]] {
  const table = deps.routing();
  const [first, ...others] = groupOrder(
    {
      tokenGroup: asked,
      userGroup: identity.userGroup,
      autoGroups: autoGroupsOf(identity, deps),
      backupGroup: deps.backupGroup(),
      crossGroupRetry: identity.crossGroupRetry,
    },
    (group) => serves(table, group, model),
    // The token's own group has passed its rules already.
    (group) => group === asked || mayServe(identity, group, deps),
  );
  if (first === undefined) throw new RelayError("model_not_found", { group: asked, model: model ?? "" });
  return [first, ...others];
}

/** Every group that the call's token may use. */
export function groupsOfToken(identity: TokenIdentity, asked: string, deps: GroupDeps): readonly string[] {
  return groupOrder(
    {
      tokenGroup: asked,
      userGroup: identity.userGroup,
      autoGroups: autoGroupsOf(identity, deps),
      backupGroup: deps.backupGroup(),
      crossGroupRetry: true,
    },
    () => true,
    (group) => group === asked || mayServe(identity, group, deps),
  );
}

function autoGroupsOf({ autoGroups }: TokenIdentity, deps: GroupDeps): readonly string[] {
  return autoGroups.length > 0 ? autoGroups : deps.autoGroups();
}

function mayServe({ userGroup }: TokenIdentity, group: string, deps: GroupDeps): boolean {
  return deps.groupExists(group) && deps.mayUseGroup(userGroup, group);
}
