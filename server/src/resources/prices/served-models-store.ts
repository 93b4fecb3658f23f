import { ChannelStatus } from "@tollgate/contract/statuses";
import type { Database } from "../../db/database.ts";

/** Every model that an enabled channel serves, with the groups in which it does, both in order of their names. */
export async function listServedModels({
  reader,
}: Pick<Database, "reader">): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await reader
    .selectFrom("abilities")
    .innerJoin("channels", "channels.id", "abilities.channel_id")
    .select(["abilities.model", "abilities.group"])
    .distinct()
    .where("channels.status", "=", ChannelStatus.enabled)
    .execute();
  // Sorted here: the engines' collations differ.
  rows.sort((a, b) => order(a.model, b.model) || order(a.group, b.group));
  const served = new Map<string, string[]>();
  for (const { model, group } of rows) {
    const groups = served.get(model);
    if (groups === undefined) served.set(model, [group]);
    else groups.push(group);
  }
  return served;
}

const order = (left: string, right: string) => (left < right ? -1 : left > right ? 1 : 0);
