import type { Clock } from "../lib/clock.ts";
import type { CompiledPriceTables } from "../pricing/compile-price-tables.ts";
import type { RelayChannel } from "../resources/channels/relay-channels.ts";
import type { NewLog } from "../resources/logs/log-store.ts";
import type { TokenIdentities, TokenIdentity } from "../resources/tokens/token-identities.ts";
import { charge } from "../pricing/charge.ts";
import { estimateCall, holdQuota } from "./admit.ts";
import type { HoldPolicy } from "./admit.ts";
import { attempt } from "./attempt.ts";
import type { AttemptDeps, AttemptOutcome, FailedAttempt } from "./attempt.ts";
import { errorLog } from "./call-log.ts";
import { readClientBody } from "./client-body.ts";
import { clientOf } from "./client-presence.ts";
import { readClientKey } from "./client-key.ts";
import { deliverFailure, deliverRefusal, deliverStream, deliverWhole } from "./deliver.ts";
import { readOpenAiRequest } from "./formats/openai/openai-request.ts";
import type { OpenAiOperation, OpenAiRequest } from "./formats/openai/openai-request.ts";
import type { InFlight } from "./in-flight.ts";
import type { RelayCall } from "./relay-call.ts";
import { RelayError, relayLanguage } from "./relay-error.ts";
import { newRequestId } from "./request-id.ts";
import { attemptOrder } from "./routing/attempt-order.ts";
import type { RetryableStatus } from "./routing/retryable-status.ts";
import type { RoutingTable } from "./routing/routing-table.ts";
import { releaseCall } from "./settlement.ts";
import type { SettlementDeps } from "./settlement.ts";
import { checkToken } from "./token-policy.ts";

/** What the pipeline needs; options are functions, because each request takes the value of its moment. */
export interface RelayDeps extends AttemptDeps, SettlementDeps {
  clock: Clock;
  identities: TokenIdentities;
  inFlight: InFlight;
  routing(): RoutingTable;
  loadChannel(id: number): Promise<RelayChannel | undefined>;
  prices(): CompiledPriceTables;
  groupExists(group: string): boolean;
  mayUseGroup(userGroup: string, group: string): boolean;
  holdPolicy(): HoldPolicy;
  retryTimes(): number;
  retryableStatus(): RetryableStatus;
  /** Whether failed calls get a log row. */
  logsErrors: boolean;
  insertLog(log: NewLog): Promise<void>;
  reportFault(message: string, error: unknown): void;
  bodyLimitBytes: number;
  random(): number;
}

/** Where a call came in. */
export interface Arrival {
  readonly request: Request;
  readonly path: string;
  readonly ip: string;
}

/**
 * One relayed call from its arrival to its answer: identify, decode, plan, admit, attempt, deliver. The charge and its
 * log row are committed before the last byte is sent; whatever fails before that leaves no hold behind.
 */
export async function relay(
  operation: OpenAiOperation,
  arrival: Arrival,
  deps: RelayDeps,
): Promise<Response> {
  const requestId = newRequestId(deps.clock);
  const leave = deps.inFlight.enter();
  try {
    if (deps.inFlight.draining) throw new RelayError("server.draining");
    const { identity, channelId } = await identify(arrival.request, deps);
    const request = readOpenAiRequest(operation, await readClientBody(arrival.request, deps.bodyLimitBytes));
    const call = await admit(request, { arrival, requestId, identity, channelId }, deps);
    const response = await answer(call, channelId, deps, leave);
    if (response.body === null || !request.stream || !response.ok) leave();
    return response;
  } catch (error) {
    leave();
    return deliverRefusal(asRefusal(error, deps), { requestId, language: relayLanguage(arrival.request) });
  }
}

/** Finds whose key came. Throws key.missing, key.invalid. */
export async function identify(
  request: Request,
  deps: Pick<RelayDeps, "identities">,
): Promise<{ identity: TokenIdentity; channelId: number | undefined }> {
  const clientKey = readClientKey(request);
  if (!clientKey) throw new RelayError("key.missing");
  const identity = await deps.identities.find(clientKey.key);
  if (!identity) throw new RelayError("key.invalid");
  return { identity, channelId: clientKey.channelId };
}

/** The rules that do not depend on a model; answers the group to use. */
export function checkRules(
  identity: TokenIdentity,
  use: { ip: string; model?: string; channelId?: number | undefined },
  deps: RelayDeps,
): string {
  return checkToken(identity, {
    ...use,
    nowSeconds: Math.floor(deps.clock.nowMs() / 1000),
    groupExists: deps.groupExists,
    mayUseGroup: deps.mayUseGroup,
  });
}

interface Identified {
  arrival: Arrival;
  requestId: string;
  identity: TokenIdentity;
  channelId: number | undefined;
}

async function admit(request: OpenAiRequest, from: Identified, deps: RelayDeps): Promise<RelayCall> {
  const { arrival, requestId, identity, channelId } = from;
  const group = checkRules(identity, { ip: arrival.ip, model: request.model, channelId }, deps);
  if (channelId === undefined && deps.routing().tiers(group, request.model).length === 0) {
    throw new RelayError("model_not_found", { group, model: request.model });
  }
  const groups = { userGroup: identity.userGroup, usingGroup: group };
  const estimate = estimateCall(request, deps.prices(), groups, deps.holdPolicy());
  const call: RelayCall = {
    requestId,
    path: arrival.path,
    ip: arrival.ip,
    language: () => relayLanguage(arrival.request),
    startedAtMs: deps.clock.nowMs(),
    startedTickMs: performance.now(),
    client: clientOf(arrival.request),
    identity,
    group,
    request,
    rate: estimate.rate,
    heldQuota: estimate.hold.quota,
    attempts: [],
  };
  await holdQuota(deps.ledger, requestId, identity, estimate.hold);
  return call;
}

/** From here on quota is held: every way out settles or releases it. */
async function answer(
  call: RelayCall,
  channelId: number | undefined,
  deps: RelayDeps,
  leave: () => void,
): Promise<Response> {
  try {
    const outcome =
      channelId === undefined ? await tryChannels(call, deps) : await tryPinned(call, channelId, deps);
    if (outcome.kind === "stream") return deliverStream(call, outcome, deps, leave);
    if (outcome.kind === "whole") return await deliverWhole(call, outcome, deps);
    await releaseCall(call, deps);
    if (deps.logsErrors || call.attempts.some((attempt) => attempt.operator_quota !== undefined))
      await deps.insertLog(
        errorLog(call, outcome.error, outcome.status ?? outcome.error.status, deps.clock.nowMs()),
      );
    return deliverFailure(call, outcome);
  } catch (error) {
    await releaseCall(call, deps);
    throw error;
  }
}

/** An admin's own choice: one channel, no other. */
async function tryPinned(call: RelayCall, channelId: number, deps: RelayDeps): Promise<AttemptOutcome> {
  const channel = deps.routing().channel(channelId);
  if (channel) return tryChannel(call, channel, deps);
  throw new RelayError((await deps.loadChannel(channelId)) ? "channel.disabled" : "channel.unknown");
}

/** Tries channel after channel while nothing has been sent, the client is there and the failure is worth it. */
async function tryChannels(call: RelayCall, deps: RelayDeps): Promise<AttemptOutcome> {
  const order = attemptOrder(deps.routing().tiers(call.group, call.request.model), deps.random);
  let retriesLeft = deps.retryTimes();
  let last: FailedAttempt | undefined;
  for (const channel of order) {
    const outcome = await tryChannel(call, channel, deps);
    if (outcome.kind !== "failed") return outcome;
    last = outcome;
    if (retriesLeft-- <= 0 || call.client.hasLeft || !isWorthRetrying(outcome, deps.retryableStatus())) break;
  }
  if (!last) throw new RelayError("model_not_found", { group: call.group, model: call.request.model });
  return last;
}

/** A failure without a status (no connection, broken answer, silence) is the channel's own. */
function isWorthRetrying(outcome: FailedAttempt, retryable: RetryableStatus): boolean {
  return outcome.status === undefined || retryable(outcome.status);
}

async function tryChannel(call: RelayCall, channel: RelayChannel, deps: RelayDeps): Promise<AttemptOutcome> {
  const startedMs = performance.now();
  const outcome = await attempt(call, channel, deps);
  call.attempts.push({
    channel_id: channel.id,
    duration_ms: Math.round(performance.now() - startedMs),
    ...(outcome.kind === "failed" && {
      error: outcome.detail,
      // Nobody answered the user: what the upstream bills is the operator's cost, told by the log.
      ...(outcome.billed && { operator_quota: charge(call.rate, outcome.billed).quota }),
      ...(outcome.status !== undefined && { status_code: outcome.status }),
    }),
  });
  return outcome;
}

function asRefusal(error: unknown, deps: RelayDeps): RelayError {
  if (error instanceof RelayError) return error;
  deps.reportFault("a relayed call failed inside the gateway", error);
  return new RelayError("server.internal");
}
