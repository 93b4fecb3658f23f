import { decoded, dialectOf, endpointOf } from "./endpoints.ts";
import { deliverRefusal, OPEN_TO_BROWSERS } from "./deliver.ts";
import { getModel, listModels } from "./models-list.ts";
import { relay } from "./relay.ts";
import type { Arrival, RelayDeps } from "./relay.ts";
import { RelayError, relayLanguage } from "./relay-error.ts";
import { newRequestId } from "./request-id.ts";

const MODELS_PATH = "/v1/models";

/** Whether a path belongs to the data plane, which has no other router before it. */
export function isRelayPath(path: string): boolean {
  return (
    path.startsWith("/v1/") || path === "/v1" || path.startsWith("/v1beta/") || path.startsWith("/openai/")
  );
}

/** Answers every call of the data plane. Never rejects: what goes wrong is told in the dialect's envelope. */
export function answerRelayed(arrival: Arrival, deps: RelayDeps): Promise<Response> | Response {
  const { method } = arrival.request;
  const path = arrival.path.endsWith("/") ? arrival.path.slice(0, -1) : arrival.path;
  if (method === "OPTIONS") return new Response(null, { status: 204, headers: PREFLIGHT });
  if (method === "POST") {
    const endpoint = endpointOf(path, arrival.request.url);
    if (endpoint) return relay(endpoint, arrival, deps);
  }
  if (method === "GET" && path === MODELS_PATH)
    return answerJson(arrival, deps, () => listModels(arrival, deps));
  if (method === "GET" && path.startsWith(`${MODELS_PATH}/`)) {
    // A name may contain slashes.
    const model = decoded(path.slice(MODELS_PATH.length + 1));
    return answerJson(arrival, deps, () => getModel(arrival, model, deps));
  }
  return answerJson(arrival, deps, () =>
    Promise.reject(new RelayError("address.unknown", { method, path: arrival.path })),
  );
}

/** Chat pages in a browser call from other origins; keys travel in headers, so no cookie is at risk. */
const PREFLIGHT = {
  ...OPEN_TO_BROWSERS,
  "access-control-allow-methods": "GET, POST, OPTIONS",
  "access-control-allow-headers": "*, Authorization",
  "access-control-max-age": "86400",
};

async function answerJson(
  arrival: Arrival,
  deps: RelayDeps,
  answer: () => Promise<object>,
): Promise<Response> {
  const requestId = newRequestId(deps.clock);
  try {
    return Response.json(await answer(), {
      headers: { ...OPEN_TO_BROWSERS, "x-request-id": requestId, "x-oneapi-request-id": requestId },
    });
  } catch (error) {
    if (!(error instanceof RelayError)) deps.reportFault("a list of models could not be made", error);
    const refusal = error instanceof RelayError ? error : new RelayError("server.internal");
    return deliverRefusal(refusal, {
      requestId,
      language: relayLanguage(arrival.request),
      dialect: dialectOf(arrival.path),
    });
  }
}
