import type { RelayChannel } from "../resources/channels/relay-channels.ts";
import type { ReasoningWish } from "./formats/chat/chat-request.ts";
import type { ClientOperation, ClientRequest } from "./formats/client-request.ts";
import { readModelSuffix, USUAL_SHARES } from "./providers/model-suffix.ts";
import type { BudgetShares } from "./providers/model-suffix.ts";
import type { Provider } from "./providers/provider.ts";
import { mapModel } from "./routing/model-mapping.ts";

/** What a channel's upstream is asked for under which name, and what the ending of the other one has wished for. */
export interface UpstreamModel {
  readonly model: string;
  /** The client's, but that a completion may become a chat. */
  readonly operation: ClientOperation;
  readonly reasoning?: ReasoningWish;
}

/**
 * Follows the channel's mapping and takes a suffix off. A name that is mapped to itself, or that goes on in a body as it
 * is, keeps its ending. Undefined when the mapping goes in a circle.
 */
export function upstreamModelOf(
  asked: Pick<ClientRequest, "model" | "operation" | "maxOutputTokens">,
  channel: RelayChannel,
  provider: Provider,
  { passesBody, shares = USUAL_SHARES }: { passesBody: boolean; shares: BudgetShares | undefined },
): UpstreamModel | undefined {
  const { modelMapping } = channel;
  const { suffixes } = provider;
  const { maxOutputTokens } = asked;
  const mapped = mapModel(modelMapping, asked.model);
  if (mapped === undefined) return undefined;
  const operation = operationAt(provider, channel, asked.operation, mapped);
  const isKept = operation !== "chat" || passesBody || modelMapping.get(mapped) === mapped;
  const suffixed =
    isKept || !suffixes ? undefined : readModelSuffix(mapped, suffixes(mapped), { maxOutputTokens, shares });
  return { ...(suffixed ?? { model: mapped }), operation };
}

/** A completion is a chat where the vendor has no other, or answers for the model in another dialect than OpenAI's first. */
function operationAt(
  provider: Provider,
  channel: RelayChannel,
  operation: ClientOperation,
  model: string,
): ClientOperation {
  if (operation !== "completions") return operation;
  const dialect = "openai-chat";
  const isServed =
    (provider.onlyDialect?.(model) ?? dialect) === dialect &&
    provider.target(channel, { operation, dialect, model, stream: false }) !== undefined;
  return isServed ? operation : "chat";
}
