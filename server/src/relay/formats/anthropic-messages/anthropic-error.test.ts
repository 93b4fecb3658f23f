import { expect, test } from "bun:test";
import { decodeAnthropicError, encodeAnthropicError } from "./anthropic-error.ts";

/* https://platform.claude.com/docs/en/api/errors */

test("the vendor's error is read with its type and its code", () => {
  const body = {
    type: "error",
    error: {
      type: "not_found_error",
      message: "The requested resource could not be found.",
      details: { error_code: "thread_not_found" },
    },
    request_id: "req_011CSHoEeqs5C35K2UUqR7Fy",
  };
  expect(decodeAnthropicError(404, body)).toEqual({
    kind: "invalid",
    status: 404,
    code: "thread_not_found",
    message: "The requested resource could not be found.",
    type: "not_found_error",
  });
});

test.each([
  ["authentication_error", 401, "authentication"],
  ["billing_error", 402, "quota"],
  ["permission_error", 403, "permission"],
  ["request_too_large", 413, "invalid"],
  ["rate_limit_error", 429, "unavailable"],
  ["api_error", 500, "upstream"],
  ["timeout_error", 504, "upstream"],
  ["overloaded_error", 529, "unavailable"],
] as const)("%s is %i and comes back as itself", (type, status, kind) => {
  const error = decodeAnthropicError(status, { type: "error", error: { type, message: "m" } });
  expect(error).toEqual({ kind, status, code: type, message: "m", type });
  expect(encodeAnthropicError(error, "req_1")).toEqual({
    type: "error",
    error: { type, message: "m" },
    request_id: "req_1",
  });
  const { type: _, ...untyped } = error;
  expect(encodeAnthropicError({ ...untyped, code: "" }, "r")["error"]).toEqual({ type, message: "m" });
});

test("imitators' envelopes, bare texts and pages of HTML are read", () => {
  const openAi = { error: { message: "m", type: "insufficient_quota", code: "quota", param: "model" } };
  expect(decodeAnthropicError(429, openAi)).toMatchObject({
    kind: "unavailable",
    code: "quota",
    param: "model",
  });
  expect(decodeAnthropicError(403, { message: "no access" })).toMatchObject({
    kind: "permission",
    code: "upstream.error",
    message: "no access",
  });
  expect(decodeAnthropicError(500, { error: "boom" }).message).toBe("boom");
  expect(decodeAnthropicError(502, "<html>").message).toBe("The upstream answered with status 502.");
  expect(decodeAnthropicError(503, "busy").message).toBe("busy");
});

test("the gateway's own refusal keeps its code for programs", () => {
  const error = { kind: "quota", status: 403, code: "insufficient_user_quota", message: "Too low." } as const;
  expect(encodeAnthropicError(error, "req_1")).toEqual({
    type: "error",
    error: { type: "billing_error", message: "Too low.", details: { error_code: "insufficient_user_quota" } },
    request_id: "req_1",
  });
});

test("a refused thread is told in the word that makes the vendor's client go on without it", () => {
  const error = {
    kind: "invalid",
    status: 400,
    code: "body.parameter",
    message: "m",
    param: "thread",
  } as const;
  expect(encodeAnthropicError(error, "r")["error"]).toEqual({
    type: "invalid_request_error",
    message: "m",
    details: { error_code: "thread_unsupported_request" },
  });
});
