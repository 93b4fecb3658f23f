import { dialectOf, endpointOf, PLAYGROUND_PATH } from "./endpoints.ts";
import { faultRefusal } from "./fault-refusal.ts";
import { deliverRefusal, headersOf, OPEN_TO_BROWSERS } from "./deliver.ts";
import type { ClientDialect } from "./formats/chat/chat-dialect.ts";
import { localEndpointOf } from "./local-endpoints.ts";
import type { LocalEndpoint } from "./local-endpoints.ts";
import { isRealtimePath } from "./realtime/realtime-request.ts";
import { relayRealtime } from "./realtime/relay-realtime.ts";
import { relay } from "./relay.ts";
import type { Arrival, RelayDeps } from "./relay.ts";
import { relayLanguage } from "./relay-error.ts";
import type { RelayError } from "./relay-error.ts";
import { newRequestId } from "./request-id.ts";
import { unservedAddress } from "./unserved-addresses.ts";

const PREFIXES = ["/v1/", "/v1beta/", "/upload/v1", "/openai/", "/dashboard/billing/"];
const PATHS = new Set([
  "/v1",
  "/v1beta",
  "/rerank",
  PLAYGROUND_PATH,
  "/api/usage/token",
  "/api/usage/token/",
]);

/** Whether a path belongs to the data plane, which has no other router before it. */
export function isRelayPath(path: string): boolean {
  return PREFIXES.some((prefix) => path.startsWith(prefix)) || PATHS.has(path);
}

/** Answers every call of the data plane. Never rejects: what goes wrong is told in the dialect's envelope. */
export function answerRelayed(arrival: Arrival, deps: RelayDeps): Promise<Response> | Response {
  const { request } = arrival;
  const path = arrival.path.endsWith("/") ? arrival.path.slice(0, -1) : arrival.path;
  if (request.method === "OPTIONS") return new Response(null, { status: 204, headers: PREFLIGHT });
  if (request.method === "POST") {
    const endpoint = endpointOf(path, request.url);
    if (endpoint) return relay(endpoint, arrival, deps);
  }
  if (request.method === "GET" && isRealtimePath(path)) return relayRealtime(arrival, deps);
  const local = localEndpointOf(path, request);
  if (local) return answerLocally(local, arrival, deps);
  const refusal = unservedAddress(request.method, path);
  return refuse(refusal, dialectOf(path, request), arrival, newRequestId(deps.clock));
}

/** Chat pages in a browser call from other origins; keys travel in headers, so no cookie is at risk. */
const PREFLIGHT = {
  ...OPEN_TO_BROWSERS,
  "access-control-allow-methods": "GET, POST, OPTIONS",
  "access-control-allow-headers": "*, Authorization",
  "access-control-max-age": "86400",
};

async function answerLocally(
  { dialect, answer }: LocalEndpoint,
  arrival: Arrival,
  deps: RelayDeps,
): Promise<Response> {
  const requestId = newRequestId(deps.clock);
  try {
    return Response.json(await answer(arrival, deps), {
      headers: headersOf({ requestId, dialect }, "application/json"),
    });
  } catch (error) {
    const refusal = faultRefusal(error, `the answer to ${arrival.path} could not be made`, deps);
    return refuse(refusal, dialect, arrival, requestId);
  }
}

function refuse(refusal: RelayError, dialect: ClientDialect, arrival: Arrival, requestId: string): Response {
  return deliverRefusal(refusal, { requestId, language: relayLanguage(arrival.request), dialect });
}
