import type { Behaviour } from "./behaviour.ts";
import type { Acceptance, BodyReply, Dialect, Reply, UpstreamRequest } from "./dialect.ts";
import { isJsonObject, member } from "./json-value.ts";
import { openAiChatReply } from "./openai-chat.ts";
import { openAiEmbeddingsReply } from "./openai-embeddings.ts";
import { openAiError, openAiKeyError, openAiMissingField } from "./openai-errors.ts";
import { openAiLegacyCompletionReply } from "./openai-legacy-completion.ts";
import { openAiModel, openAiModelList, openAiUnknownModel } from "./openai-models.ts";
import { openAiCallsComplaint } from "./openai-request-check.ts";

interface PostRoute {
  readonly requiredField?: string;
  reply(request: UpstreamRequest, behaviour: Behaviour): Reply;
}

const postRoutes: Readonly<Record<string, PostRoute>> = {
  "/v1/chat/completions": { requiredField: "messages", reply: openAiChatReply },
  "/v1/completions": { reply: openAiLegacyCompletionReply },
  "/v1/embeddings": { requiredField: "input", reply: openAiEmbeddingsReply },
  // Google keeps it beside its own dialect.
  "/v1beta/openai/embeddings": { requiredField: "input", reply: openAiEmbeddingsReply },
};

const MODELS_PATH = "/v1/models";

/** OpenAI's wire format as its reference describes it: https://platform.openai.com/docs/api-reference */
export const openAiDialect: Dialect = {
  serves(path) {
    // Google's own dialect has addresses under the same path.
    const isModel = path.startsWith(`${MODELS_PATH}/`) && !/:(?:streamG|g)enerateContent$/.test(path);
    return path in postRoutes || path === MODELS_PATH || isModel;
  },
  modelOf(_request, json) {
    const model = member(json, "model");
    return typeof model === "string" ? model : undefined;
  },
  refuse(request, acceptance) {
    if (!openAiDialect.serves(request.path)) return undefined;
    const keys = acceptance.acceptedKeys;
    if (keys !== undefined && (request.key === undefined || !keys.includes(request.key))) {
      return openAiKeyError(request.key);
    }
    return refuseMethod(request) ?? refuseBody(request, acceptance);
  },
  reply(request, behaviour, { knownModels }) {
    const route = postRoutes[request.path];
    if (route !== undefined) return route.reply(request, behaviour);
    if (request.path === MODELS_PATH) return openAiModelList(knownModels);
    if (request.path.startsWith(`${MODELS_PATH}/`)) {
      return openAiModel(decodeURIComponent(request.path.slice(MODELS_PATH.length + 1)), knownModels);
    }
    return openAiError(404, { message: `Invalid URL (${request.method} ${request.path})`, code: null });
  },
  errorReply: openAiError,
};

function refuseMethod(request: UpstreamRequest): BodyReply | undefined {
  const expected = request.path in postRoutes ? "POST" : "GET";
  if (request.method === expected) return undefined;
  return openAiError(405, { message: `Not allowed to ${request.method} on ${request.path}.` });
}

function refuseBody(request: UpstreamRequest, acceptance: Acceptance): BodyReply | undefined {
  const route = postRoutes[request.path];
  if (route === undefined) return undefined;
  if (!isJsonObject(request.json)) {
    return openAiError(400, { message: "We could not parse the JSON body of your request." });
  }
  const model = request.json["model"];
  if (typeof model !== "string" || model === "") {
    return openAiError(400, { message: "you must provide a model parameter" });
  }
  if (acceptance.knownModels?.includes(model) === false) return openAiUnknownModel(model);
  return refuseField(request.json, route.requiredField);
}

function refuseField(json: object, field: string | undefined): BodyReply | undefined {
  if (field === undefined) return undefined;
  const value = member(json, field);
  if (value === undefined || value === null) return openAiMissingField(field);
  if (field !== "messages") return undefined;
  if (Array.isArray(value) && value.length > 0) {
    const complaint = openAiCallsComplaint(value);
    return complaint === undefined
      ? undefined
      : openAiError(400, { message: complaint, param: "messages", code: null });
  }
  const message = "Invalid 'messages': expected an array with at least one message.";
  return openAiError(400, { message, param: "messages", code: "invalid_type" });
}
