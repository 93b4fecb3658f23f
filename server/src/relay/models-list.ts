import type { RelayDeps, Arrival } from "./relay.ts";
import { checkRules, identify } from "./relay.ts";
import { groupsOfToken } from "./groups-to-try.ts";
import { RelayError } from "./relay-error.ts";

/** The value that clients of this product family expect; models have no creation time of their own here. */
const CREATED_AT_SECONDS = 1_626_777_600;

interface ModelCard {
  id: string;
  object: "model";
  created: number;
  owned_by: string;
}

/** `GET /v1/models`: what the token may use. Throws the token's refusals. */
export async function listModels(
  arrival: Arrival,
  deps: RelayDeps,
): Promise<{ success: true; object: "list"; data: ModelCard[] }> {
  return { success: true, object: "list", data: (await allowedModels(arrival, deps)).map(cardOf) };
}

/** `GET /v1/models/:id`. Throws model.unknown for a name that the token cannot use. */
export async function getModel(arrival: Arrival, model: string, deps: RelayDeps): Promise<ModelCard> {
  if (!(await allowedModels(arrival, deps)).includes(model)) throw new RelayError("model.unknown", { model });
  return cardOf(model);
}

async function allowedModels(arrival: Arrival, deps: RelayDeps): Promise<readonly string[]> {
  const { identity } = await identify(arrival.request, deps);
  const group = checkRules(identity, { ip: arrival.ip }, deps);
  const { modelLimits } = identity;
  const table = deps.routing();
  const groups = groupsOfToken(identity, group, deps);
  const models =
    groups.length === 1
      ? table.models(groups[0] ?? group)
      : [...new Set(groups.flatMap((name) => table.models(name)))].sort();
  return modelLimits ? models.filter((model) => modelLimits.has(model)) : models;
}

function cardOf(id: string): ModelCard {
  return { id, object: "model", created: CREATED_AT_SECONDS, owned_by: "tollgate" };
}
