import type { ClientDialect } from "../formats/chat/chat-dialect.ts";
import { groupsOfToken } from "../groups-to-try.ts";
import { checkRules, identify } from "../relay.ts";
import type { Arrival, RelayDeps } from "../relay.ts";
import { RelayError } from "../relay-error.ts";
import {
  anthropicCard,
  anthropicPage,
  geminiCard,
  geminiPage,
  openAiCard,
  openAiList,
} from "./model-views.ts";

/** The models that the call's token may use, in the list of a dialect. Throws the token's refusals. */
export async function listModels(dialect: ClientDialect, arrival: Arrival, deps: RelayDeps): Promise<object> {
  const models = await allowedModels(arrival, deps);
  const query = new URL(arrival.request.url).searchParams;
  if (dialect === "anthropic") return anthropicPage(models, query);
  return dialect === "gemini" ? geminiPage(models, query) : openAiList(models);
}

/** One model in a dialect's words. Throws model.unknown for a name that the token cannot use. */
export async function getModel(
  dialect: ClientDialect,
  model: string,
  arrival: Arrival,
  deps: RelayDeps,
): Promise<object> {
  if (!(await allowedModels(arrival, deps)).includes(model)) throw new RelayError("model.unknown", { model });
  if (dialect === "anthropic") return anthropicCard(model);
  return dialect === "gemini" ? geminiCard(model) : openAiCard(model);
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
