import type { Dialect } from "./dialect.ts";
import { geminiError, geminiKeyError } from "./gemini-errors.ts";
import { geminiReply } from "./gemini-reply.ts";
import { geminiComplaint } from "./gemini-request-check.ts";
import { isJsonObject } from "./json-value.ts";

const PATH = /^\/v1(?:beta)?\/models\/([^/:]+):(?:generateContent|streamGenerateContent)$/;

/** Google's wire format as its reference describes it: https://ai.google.dev/api/generate-content */
export const geminiDialect: Dialect = {
  serves: (path) => PATH.test(path),
  modelOf: ({ path }) => modelIn(path),
  refuse({ path, json, key }, { acceptedKeys, knownModels }) {
    if (key === undefined || acceptedKeys?.includes(key) === false) return geminiKeyError();
    const model = modelIn(path) ?? "";
    if (knownModels?.includes(model) === false)
      return geminiError(404, { message: `models/${model} is not found for API version v1beta.` });
    if (!isJsonObject(json)) return geminiError(400, { message: "Invalid JSON payload received." });
    const message = geminiComplaint(model, json);
    return message === undefined ? undefined : geminiError(400, { message });
  },
  reply: (request, behaviour) => geminiReply(modelIn(request.path) ?? "", request, behaviour),
  errorReply: geminiError,
};

function modelIn(path: string): string | undefined {
  const name = PATH.exec(path)?.[1];
  return name === undefined ? undefined : decodeURIComponent(name);
}
