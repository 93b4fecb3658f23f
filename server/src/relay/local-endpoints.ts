import { showSubscription, showTokenUsage, showUsage } from "./balance-clients.ts";
import { countAnthropicTokens, countGeminiTokens } from "./count-tokens.ts";
import { decoded, dialectOf } from "./endpoints.ts";
import type { ClientDialect } from "./formats/chat/chat-dialect.ts";
import { getModel, listModels } from "./models/models-list.ts";
import type { Arrival, RelayDeps } from "./relay.ts";

/** A call that the gateway answers itself. */
export interface LocalEndpoint {
  readonly dialect: ClientDialect;
  /** Throws RelayError. */
  answer(arrival: Arrival, deps: RelayDeps): Promise<object>;
}

/** What a call that asks no upstream is about; undefined for every other. `path` has no slash at its end. */
export function localEndpointOf(path: string, request: Request): LocalEndpoint | undefined {
  // The web server leaves the body out of an answer to HEAD, and tells its length.
  if (request.method === "GET" || request.method === "HEAD")
    return BALANCE_ENDPOINTS.get(path) ?? modelsEndpoint(path, request);
  return request.method === "POST" ? countEndpoint(path) : undefined;
}

const shown = (answer: LocalEndpoint["answer"]): LocalEndpoint => ({ dialect: "openai-chat", answer });

/** What clients of OpenAI's and of this product family ask to show a balance. */
const BALANCE_ENDPOINTS: ReadonlyMap<string, LocalEndpoint> = new Map([
  ["/dashboard/billing/subscription", shown(showSubscription)],
  ["/dashboard/billing/usage", shown(showUsage)],
  ["/v1/dashboard/billing/subscription", shown(showSubscription)],
  ["/v1/dashboard/billing/usage", shown(showUsage)],
  ["/api/usage/token", shown(showTokenUsage)],
]);

function countEndpoint(path: string): LocalEndpoint | undefined {
  if (path === "/v1/messages/count_tokens") return { dialect: "anthropic", answer: countAnthropicTokens };
  const model = /^\/v1(?:beta)?\/models\/(.+):countTokens$/.exec(path)?.[1];
  if (model === undefined) return undefined;
  return {
    dialect: "gemini",
    answer: (arrival, deps) => countGeminiTokens(decoded(model), arrival, deps),
  };
}

const MODELS_PATH = /^\/(?:v1(?:beta(?:\/openai)?)?|openai(?:\/v1)?)\/models(?:\/(.+))?$/;

function modelsEndpoint(path: string, request: Request): LocalEndpoint | undefined {
  const match = MODELS_PATH.exec(path);
  if (!match) return undefined;
  const dialect = dialectOf(path, request);
  // A name may contain slashes.
  const model = match[1] === undefined ? undefined : decoded(match[1]);
  return {
    dialect,
    answer: (arrival, deps) =>
      model === undefined ? listModels(dialect, arrival, deps) : getModel(dialect, model, arrival, deps),
  };
}
