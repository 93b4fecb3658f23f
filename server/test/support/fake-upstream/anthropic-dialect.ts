import { anthropicError } from "./anthropic-errors.ts";
import { anthropicReply } from "./anthropic-reply.ts";
import { anthropicComplaint } from "./anthropic-request-check.ts";
import type { Dialect } from "./dialect.ts";
import { isJsonObject, member } from "./json-value.ts";

/** Anthropic's wire format as its reference describes it: https://platform.claude.com/docs/en/api/messages */
export const anthropicDialect: Dialect = {
  serves: (path) => path === "/v1/messages",
  modelOf(_request, json) {
    const model = member(json, "model");
    return typeof model === "string" ? model : undefined;
  },
  refuse({ json, key, headers }, { acceptedKeys, knownModels }) {
    if (headers["anthropic-version"] === undefined)
      return anthropicError(400, { message: "anthropic-version: header is required" });
    if (key === undefined || acceptedKeys?.includes(key) === false)
      return anthropicError(401, { message: "invalid x-api-key" });
    if (!isJsonObject(json)) return anthropicError(400, { message: "The request body is not valid JSON" });
    const model = json["model"];
    if (typeof model !== "string") return anthropicError(400, { message: "model: Field required" });
    if (knownModels?.includes(model) === false) return anthropicError(404, { message: `model: ${model}` });
    const message = anthropicComplaint(json);
    return message === undefined ? undefined : anthropicError(400, { message });
  },
  reply: anthropicReply,
  errorReply: anthropicError,
};
