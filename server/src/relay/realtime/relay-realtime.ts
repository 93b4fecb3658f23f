import type { TokenIdentity } from "../../resources/tokens/token-identities.ts";
import { clientOfCall, deliverRefusal, headersOf } from "../deliver.ts";
import { readClientKey } from "../client-key.ts";
import type { RelayCall } from "../relay-call.ts";
import { RelayError, relayLanguage } from "../relay-error.ts";
import { admitCall, asRefusal, checkRules, giveUp, identify } from "../relay.ts";
import type { Arrival, RelayDeps } from "../relay.ts";
import { newRequestId } from "../request-id.ts";
import { releaseCall } from "../settlement.ts";
import { tryChannels } from "../try-channels.ts";
import { attemptRealtime } from "./realtime-attempt.ts";
import type { OpenedSession } from "./realtime-attempt.ts";
import { createRealtimeMeter } from "./realtime-meter.ts";
import { agreedProtocol, readRealtimeRequest } from "./realtime-request.ts";
import { startSession } from "./realtime-session.ts";
import { createSessionBilling } from "./session-billing.ts";
import { createSessionLimits } from "./session-limits.ts";

/** OpenAI's own sessions end after an hour, and are seldom silent. */
const IDLE_MS = 15 * 60_000;

/**
 * A realtime session from its arrival to its upgrade: the same pipeline as other calls. The client's socket is opened
 * when an upstream's is; until then a refusal is an answer of HTTP, and other channels may be tried.
 */
export async function relayRealtime(arrival: Arrival, deps: RelayDeps): Promise<Response> {
  const requestId = newRequestId(deps.clock);
  let call: RelayCall | undefined;
  const left = deps.inFlight.enter();
  const leave = () => {
    call?.limits?.end();
    left();
  };
  try {
    if (deps.inFlight.draining) throw new RelayError("server.draining");
    const request = readRealtimeRequest(arrival.request);
    const { identity, channelId } = await identify(arrival.request, deps);
    call = await admitCall(request, { arrival, requestId, identity, channelId }, deps);
    return await open(call, channelId, { arrival, deps, leave });
  } catch (error) {
    leave();
    const language = relayLanguage(arrival.request);
    return deliverRefusal(asRefusal(error, deps), { requestId, language, dialect: "openai-chat" });
  }
}

interface Opening {
  readonly arrival: Arrival;
  readonly deps: RelayDeps;
  leave(): void;
}

/** From here on quota is held: the session frees it, or whoever fails to begin one. */
async function open(
  admitted: RelayCall,
  channelId: number | undefined,
  { arrival, deps, leave }: Opening,
): Promise<Response> {
  try {
    const { call, outcome, ended } = await tryChannels(admitted, channelId, deps, (served, channel) =>
      attemptRealtime(served, channel, deps),
    );
    if (outcome.kind === "failed") {
      const response = await giveUp(call, outcome, deps);
      leave();
      return response;
    }
    const listener = sessionOf(call, outcome, caller(arrival, channelId, call, deps), deps, (reason) => {
      ended(reason);
      leave();
    });
    const { request, server } = arrival;
    const { "content-type": _, ...headers } = headersOf(clientOfCall(call), "");
    const agreed = { ...headers, ...call.limits?.headers, ...agreedProtocol(request.headers) };
    if (server?.upgrade(request, { data: listener, headers: agreed }) !== true) {
      outcome.socket.terminate();
      ended("client_gone");
      throw new RelayError("realtime.no-upgrade");
    }
    // The socket has taken the request over: the runtime sends nothing of this.
    return new Response(null, { status: 101 });
  } catch (error) {
    await releaseCall(admitted, deps);
    throw error;
  }
}

function sessionOf(
  call: RelayCall,
  { channel, upstreamModel, socket, first }: OpenedSession,
  whoCalls: () => Promise<TokenIdentity>,
  deps: RelayDeps,
  leave: Parameters<typeof startSession>[0]["leave"],
) {
  const { inFlight } = deps;
  return startSession(
    {
      call,
      channel,
      upstreamModel,
      upstream: socket,
      first,
      meter: createRealtimeMeter(upstreamModel, deps.clock.nowMs),
      billing: createSessionBilling(call, { channelId: channel.id, upstreamModel }, whoCalls, deps),
      limits: createSessionLimits({ streamingTimeoutMs: deps.streamingTimeoutMs, idleMs: IDLE_MS }),
      drains: deps.drainsOnDisconnect(),
      isDraining: () => inFlight.draining,
      isOver: () => inFlight.isOver,
      reportFault: deps.reportFault,
      leave,
    },
    inFlight.onDraining,
  );
}

/** Looks before each response whether the caller may still have one: keys expire and are taken back. */
function caller(
  { request, ip }: Arrival,
  channelId: number | undefined,
  call: RelayCall,
  deps: RelayDeps,
): () => Promise<TokenIdentity> {
  const key = readClientKey(request)?.key ?? "";
  return async () => {
    const identity = await deps.identities.find(key);
    if (!identity) throw new RelayError("key.invalid");
    checkRules(identity, { ip, model: call.request.model, channelId }, deps);
    return identity;
  };
}
