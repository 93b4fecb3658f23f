import type { Dialect } from "./dialect.ts";
import { isJsonObject, member } from "./json-value.ts";
import { openAiError, openAiKeyError } from "./openai-errors.ts";
import { openAiUnknownModel } from "./openai-models.ts";
import { responsesReply } from "./responses-reply.ts";
import { responsesComplaint } from "./responses-request-check.ts";

/** OpenAI's second wire format: https://platform.openai.com/docs/api-reference/responses */
export const responsesDialect: Dialect = {
  serves: (path) => path === "/v1/responses",
  modelOf(_request, json) {
    const model = member(json, "model");
    return typeof model === "string" ? model : undefined;
  },
  refuse({ json, key }, { acceptedKeys, knownModels }) {
    if (acceptedKeys !== undefined && (key === undefined || !acceptedKeys.includes(key)))
      return openAiKeyError(key);
    if (!isJsonObject(json))
      return openAiError(400, { message: "We could not parse the JSON body of your request." });
    const model = json["model"];
    if (typeof model === "string" && knownModels?.includes(model) === false) return openAiUnknownModel(model);
    const complaint = responsesComplaint(json);
    return complaint && openAiError(400, complaint);
  },
  reply: responsesReply,
  errorReply: openAiError,
};
