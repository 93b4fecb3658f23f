import type { EndReason } from "@tollgate/contract/logs";
import { DatabaseAwayError } from "../db/database-away.ts";
import type { Clock } from "../lib/clock.ts";
import type { CompiledPriceTables } from "../pricing/compile-price-tables.ts";
import type { NewLog } from "../resources/logs/log-store.ts";
import type { TokenIdentities, TokenIdentity } from "../resources/tokens/token-identities.ts";
import { faultRefusal } from "./fault-refusal.ts";
import type { FaultReports } from "./fault-refusal.ts";
import { answerInTime } from "./answer-in-time.ts";
import type { WaitingClient } from "./answer-in-time.ts";
import { estimateInGroups, estimateTokens, holdQuota } from "./admit.ts";
import type { HoldPolicy } from "./admit.ts";
import type { BalanceDisplay } from "./balance-clients.ts";
import { errorLog } from "./call-log.ts";
import { readClientBody } from "./client-body.ts";
import { clientOf } from "./client-presence.ts";
import { readClientKey } from "./client-key.ts";
import type { ClientKey } from "./client-key.ts";
import { deliverFailure, deliverRefusal, deliverStream, deliverWhole, streamHeaders } from "./deliver.ts";
import { readOpenAiRequest } from "./formats/openai/openai-request.ts";
import type { ClientRequest } from "./formats/client-request.ts";
import { isMedia } from "./formats/media-request.ts";
import type { Endpoint } from "./endpoints.ts";
import type { InFlight } from "./in-flight.ts";
import type { CallLimits } from "./limits/call-limits.ts";
import { keepAliveFor } from "./keep-alive.ts";
import { readChatRequest } from "./lanes/read-chat-request.ts";
import { contentTypeOf } from "./lanes/translating-stream.ts";
import { readGeminiEmbedding } from "./lanes/read-gemini-embedding.ts";
import { identifySession, playgroundIdentity, readPlaygroundRequest } from "./playground.ts";
import type { FindSession } from "./playground.ts";
import { deliverRaw } from "./media/deliver-raw.ts";
import { readMediaRequest } from "./media/read-media-request.ts";
import { createRequestMedia } from "./media/request-media.ts";
import type { MediaFetching } from "./media/media-download.ts";
import { bookOperatorCosts } from "./operator-costs.ts";
import type { OperatorCostDeps } from "./operator-costs.ts";
import type { SocketUpgrader } from "./realtime/client-socket.ts";
import type { RealtimeAttemptDeps } from "./realtime/realtime-attempt.ts";
import type { RelayCall } from "./relay-call.ts";
import { RelayError, relayLanguage } from "./relay-error.ts";
import { newRequestId } from "./request-id.ts";
import { conversationOf } from "./call-conversation.ts";
import { groupsToTry } from "./groups-to-try.ts";
import type { GroupDeps } from "./groups-to-try.ts";
import { attempt } from "./attempt.ts";
import type { AttemptDeps } from "./attempt.ts";
import type { FailedAttempt } from "./failed-attempt.ts";
import { releaseCall } from "./settlement.ts";
import type { SettlementDeps } from "./settlement.ts";
import { checkToken } from "./token-policy.ts";
import { tryChannels } from "./try-channels.ts";
import type { TryDeps } from "./try-channels.ts";

/** What the pipeline needs; options are functions, because each request takes the value of its moment. */
export interface RelayDeps
  extends
    TryDeps,
    AttemptDeps,
    RealtimeAttemptDeps,
    GroupDeps,
    SettlementDeps,
    FaultReports,
    Pick<OperatorCostDeps, "openAccount"> {
  clock: Clock;
  identities: TokenIdentities;
  inFlight: InFlight;
  limits: CallLimits;
  keepAliveMs(): number;
  prices(): CompiledPriceTables;
  holdPolicy(): HoldPolicy;
  /** Whether failed calls get a log row. */
  logsErrors: boolean;
  insertLog(log: NewLog): Promise<void>;
  bodyLimitBytes: number;
  mediaFetching: MediaFetching;
  balanceDisplay(): BalanceDisplay;
  findSession: FindSession;
}

/** Where a call came in. */
export interface Arrival {
  readonly request: Request;
  readonly path: string;
  readonly ip: string;
  /** Makes a socket of the request; absent where there is no connection. */
  readonly server?: SocketUpgrader | undefined;
}

/**
 * One relayed call from its arrival to its answer: identify, decode, plan, admit, attempt, deliver. The charge and its
 * log row are committed before the last byte is sent; whatever fails before that leaves no hold behind.
 */
export async function relay(endpoint: Endpoint, arrival: Arrival, deps: RelayDeps): Promise<Response> {
  const requestId = newRequestId(deps.clock);
  let call: RelayCall | undefined;
  const left = deps.inFlight.enter();
  const leave = () => {
    call?.limits?.end();
    left();
  };
  try {
    if (deps.inFlight.draining) throw new RelayError("server.draining");
    const { request, identity, channelId } = endpoint.isPlayground
      ? await receiveFromPlayground(arrival, deps)
      : await receive(endpoint, arrival, deps);
    call = await admitCall(request, { arrival, requestId, identity, channelId }, deps);
    const answering = answer(call, channelId, deps, leave);
    const keepAlive = request.stream ? keepAliveFor(request, deps.keepAliveMs()) : undefined;
    const response = keepAlive
      ? await answerInTime(answering, keepAlive, waitingClient(call, deps, leave))
      : await answering;
    for (const name in call.limits?.headers) response.headers.set(name, call.limits.headers[name] ?? "");
    // Not asked whether it has a body: the runtime would make a stream to answer that.
    if (!isOpenEnded(request) || !response.ok) leave();
    return response;
  } catch (error) {
    leave();
    const { dialect } = endpoint;
    return deliverRefusal(asRefusal(error, deps), {
      requestId,
      language: relayLanguage(arrival.request),
      dialect,
    });
  }
}

function waitingClient(call: RelayCall, deps: RelayDeps, leave: () => void): WaitingClient {
  const { requestId, language, request } = call;
  const { dialect } = request;
  return {
    requestId,
    dialect,
    headers: streamHeaders(call, contentTypeOf(dialect, request.framing)),
    refuse: (error) => deliverRefusal(asRefusal(error, deps), { requestId, language: language(), dialect }),
    leave,
  };
}

/** Whether the answer may still be on its way when its head has been given. */
function isOpenEnded({ stream, media }: ClientRequest): boolean {
  return stream || media?.isRaw === true;
}

interface Received {
  readonly request: ClientRequest;
  readonly identity: TokenIdentity;
  readonly channelId: number | undefined;
}

/** Who calls is known before the body is read. */
async function receive(endpoint: Endpoint, { request }: Arrival, deps: RelayDeps): Promise<Received> {
  const identified = identifyNow(request, deps);
  const { identity, channelId } = identified instanceof Promise ? await identified : identified;
  const bytes = await readClientBody(request, deps.bodyLimitBytes);
  return { request: readRequest(endpoint, bytes, request), identity, channelId };
}

async function receiveFromPlayground({ request }: Arrival, deps: RelayDeps): Promise<Received> {
  const caller = await identifySession(request.headers, deps.findSession);
  const asked = readPlaygroundRequest(await readClientBody(request, deps.bodyLimitBytes));
  const identity = playgroundIdentity(caller, asked.group);
  return { request: asked.request, identity, channelId: undefined };
}

/** OpenAI's dialect, which most calls speak, is read without taking the whole request apart. */
function readRequest(endpoint: Endpoint, bytes: Uint8Array, { headers }: Request): ClientRequest {
  const { operation } = endpoint;
  if (isMedia(operation))
    return readMediaRequest(operation, bytes, headers.get("content-type"), endpoint.model);
  if (endpoint.embedding) return readGeminiEmbedding(endpoint.embedding, endpoint.model ?? "", bytes);
  return endpoint.dialect === "openai-chat"
    ? readOpenAiRequest(operation, bytes, endpoint.model)
    : readChatRequest(endpoint, bytes);
}

/** Finds whose key came. Throws key.missing, key.invalid. */
export async function identify(request: Request, deps: Pick<RelayDeps, "identities">): Promise<Caller> {
  return identifyNow(request, deps);
}

interface Caller {
  readonly identity: TokenIdentity;
  readonly channelId: number | undefined;
}

/** The same without a promise for a key that was seen lately. */
function identifyNow(request: Request, deps: Pick<RelayDeps, "identities">): Caller | Promise<Caller> {
  const clientKey = readClientKey(request);
  if (!clientKey) throw new RelayError("key.missing");
  const found = deps.identities.find(clientKey.key);
  return found instanceof Promise ? callerOf(found, clientKey) : knownCaller(found, clientKey);
}

async function callerOf(finding: Promise<TokenIdentity | undefined>, clientKey: ClientKey): Promise<Caller> {
  return knownCaller(await finding, clientKey);
}

function knownCaller(identity: TokenIdentity | undefined, { channelId }: ClientKey): Caller {
  if (!identity) throw new RelayError("key.invalid");
  return { identity, channelId };
}

/** The rules that do not depend on a model; answers the group to use. */
export function checkRules(
  identity: TokenIdentity,
  use: { ip: string; model?: string; channelId?: number | undefined },
  deps: RelayDeps,
): string {
  return checkToken(identity, {
    ip: use.ip,
    model: use.model,
    channelId: use.channelId,
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

/**
 * Prices a call, takes its share of the limits and sets quota aside: from here on every way out settles or releases, and
 * ends its limits. Throws the first rule that refuses it.
 */
export async function admitCall(
  request: ClientRequest,
  from: Identified,
  deps: RelayDeps,
): Promise<RelayCall> {
  const { arrival, requestId, identity, channelId } = from;
  const asked = checkRules(identity, { ip: arrival.ip, model: request.model, channelId }, deps);
  const names = groupsToTry(identity, asked, channelId === undefined ? request.model : undefined, deps);
  const policy = deps.holdPolicy();
  const { groups, estimate } = estimateInGroups(request, deps.prices(), { identity, names }, policy);
  const limits = deps.limits.isOn()
    ? await deps.limits.admit(
        {
          ...identity,
          group: groups[0].group,
          model: request.model,
          tokens: estimateTokens(request, policy),
          quota: estimate.hold.quota,
        },
        requestId,
      )
    : undefined;
  const call: RelayCall = {
    requestId,
    path: arrival.path,
    ip: arrival.ip,
    language: () => relayLanguage(arrival.request),
    conversation: () => conversationOf(request, identity, arrival.request.headers),
    startedAtMs: deps.clock.nowMs(),
    startedTickMs: performance.now(),
    client: clientOf(arrival.request),
    headers: arrival.request.headers,
    identity,
    groups,
    group: groups[0].group,
    request,
    rate: groups[0].rate,
    heldQuota: estimate.hold.quota,
    limits,
    remoteMedia: createRequestMedia(deps.mediaFetching),
    attempts: [],
  };
  try {
    const holding = holdQuota(deps.ledger, requestId, identity, estimate.hold, policy);
    if (holding) await holding;
  } catch (error) {
    limits?.end();
    // A connection that broke off at its commit may have left the hold behind.
    if (error instanceof DatabaseAwayError && error.mayHaveHappened) void releaseCall(call, deps);
    throw error;
  }
  return call;
}

/** From here on quota is held: every way out settles or releases it. */
async function answer(
  admitted: RelayCall,
  channelId: number | undefined,
  deps: RelayDeps,
  leave: () => void,
): Promise<Response> {
  try {
    const { call, outcome, ended } = await tryChannels(admitted, channelId, deps, attempt);
    if (isBilled(call)) await bookOperatorCosts(call, deps);
    if (outcome.kind === "stream") return deliverStream(call, outcome, deps, leaving(ended, leave));
    if (outcome.kind === "raw") return deliverRaw(call, outcome, deps, leaving(ended, leave));
    if (outcome.kind === "whole") {
      const response = await deliverWhole(call, outcome, deps);
      leave();
      return response;
    }
    return await giveUp(call, outcome, deps);
  } catch (error) {
    await releaseCall(admitted, deps);
    if (isBilled(admitted)) await tellOperatorCosts(admitted, error, deps);
    throw error;
  }
}

/** Whether an upstream has billed an attempt that failed. */
function isBilled({ attempts }: RelayCall): boolean {
  return attempts.some(({ operator_quota: cost }) => cost !== undefined);
}

/** A call that is refused after upstreams have billed for it: their costs are booked, and told by a row. */
async function tellOperatorCosts(call: RelayCall, error: unknown, deps: RelayDeps): Promise<void> {
  await bookOperatorCosts(call, deps);
  const refusal = asRefusal(error, deps);
  await deps
    .insertLog(errorLog(call, refusal, refusal.status, deps.clock.nowMs()))
    .catch((fault: unknown) => {
      deps.reportFault(`the row of ${call.requestId} could not be written`, fault);
    });
}

function leaving(ended: (reason: EndReason) => void, leave: () => void): (reason: EndReason) => void {
  return (reason) => {
    ended(reason);
    leave();
  };
}

/** No channel could serve the call: nothing is charged. */
export async function giveUp(call: RelayCall, outcome: FailedAttempt, deps: RelayDeps): Promise<Response> {
  await releaseCall(call, deps);
  if (deps.logsErrors || isBilled(call))
    await deps.insertLog(
      errorLog(call, outcome.error, outcome.status ?? outcome.error.status, deps.clock.nowMs()),
    );
  return deliverFailure(call, outcome);
}

/** What went wrong as the client may read it; what is none of its business is reported. */
export function asRefusal(error: unknown, deps: RelayDeps): RelayError {
  return faultRefusal(error, "a relayed call failed inside the gateway", deps);
}
