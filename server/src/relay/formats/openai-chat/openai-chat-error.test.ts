import { expect, test } from "bun:test";
import { openAiChatFormat } from "./openai-chat-format.ts";

test("OpenAI's own error is read", () => {
  const error = {
    message: "Invalid value for 'n'.",
    type: "invalid_request_error",
    param: "n",
    code: "invalid_value",
  };
  expect(openAiChatFormat.decodeError(400, { error })).toEqual({
    kind: "invalid",
    status: 400,
    code: "invalid_value",
    message: "Invalid value for 'n'.",
    param: "n",
  });
});

test.each([
  [401, { error: { type: "invalid_request_error", code: "invalid_api_key" } }, "authentication"],
  [401, { error: { type: "invalid_request_error", code: null } }, "authentication"],
  [429, { error: { type: "insufficient_quota", code: "insufficient_quota" } }, "quota"],
  [429, { error: { type: "requests", code: "rate_limit_exceeded" } }, "unavailable"],
  [503, { error: { code: "model_not_found" } }, "unavailable"],
  [404, { error: { type: "invalid_request_error", code: "model_not_found" } }, "invalid"],
  [500, { error: { type: "server_error" } }, "upstream"],
  [402, "Payment required", "quota"],
  [502, "<html>", "upstream"],
] as const)("status %p with %j is of the kind %p", (status, body, kind) => {
  expect(openAiChatFormat.decodeError(status, body).kind).toBe(kind);
});

test.each([
  [{ error: { message: "no" } }, "no"],
  [{ error: "no" }, "no"],
  [{ message: "no", code: 7 }, "no"],
  [{ detail: "no" }, "no"],
  [{ detail: { msg: "no" } }, "no"],
  [[{ error: { code: 400, message: "no", status: "INVALID_ARGUMENT" } }], "no"],
  ["no", "no"],
  ["<html>Bad gateway</html>", "The upstream answered with status 502."],
  [undefined, "The upstream answered with status 502."],
] as const)("the sentence in %j is found", (body, message) => {
  expect(openAiChatFormat.decodeError(502, body).message).toBe(message);
});

test("a client gets OpenAI's four fields, and the request's id", () => {
  const error = { kind: "unavailable", status: 503, code: "upstream.timeout", message: "Too slow." } as const;
  expect(openAiChatFormat.encodeError(error, "R1")).toEqual({
    error: {
      message: "Too slow. (request id: R1)",
      type: "service_unavailable_error",
      param: null,
      code: "upstream_timeout",
    },
  });
});
