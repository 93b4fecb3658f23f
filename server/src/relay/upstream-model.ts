import type { RelayChannel } from "../resources/channels/relay-channels.ts";
import type { ReasoningWish } from "./formats/chat/chat-request.ts";
import type { ClientRequest } from "./formats/client-request.ts";
import { readModelSuffix, USUAL_SHARES } from "./providers/model-suffix.ts";
import type { BudgetShares } from "./providers/model-suffix.ts";
import type { Provider } from "./providers/provider.ts";
import { mapModel } from "./routing/model-mapping.ts";

/** The name that a channel's upstream is asked for, and what the ending of the other one has wished for. */
export interface UpstreamModel {
  readonly model: string;
  readonly reasoning?: ReasoningWish;
}

/**
 * Follows the channel's mapping and takes a suffix off. A name that is mapped to itself, or that goes on in a body as it
 * is, keeps its ending. Undefined when the mapping goes in a circle.
 */
export function upstreamModelOf(
  { model, operation, maxOutputTokens }: Pick<ClientRequest, "model" | "operation" | "maxOutputTokens">,
  { modelMapping }: RelayChannel,
  { suffixes }: Provider,
  { passesBody, shares = USUAL_SHARES }: { passesBody: boolean; shares: BudgetShares | undefined },
): UpstreamModel | undefined {
  const mapped = mapModel(modelMapping, model);
  if (mapped === undefined) return undefined;
  const isKept = operation !== "chat" || passesBody || modelMapping.get(mapped) === mapped;
  const suffixed =
    isKept || !suffixes ? undefined : readModelSuffix(mapped, suffixes(mapped), { maxOutputTokens, shares });
  return suffixed ?? { model: mapped };
}
