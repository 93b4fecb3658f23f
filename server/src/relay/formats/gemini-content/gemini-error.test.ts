import { expect, test } from "bun:test";
import type { ChatError } from "../chat/chat-error.ts";
import { decodeGeminiError, encodeGeminiError } from "./gemini-error.ts";

// source: docs — https://ai.google.dev/gemini-api/docs/api-key and https://google.aip.dev/193
const WRONG_KEY = {
  error: {
    code: 400,
    message: "API key not valid. Please pass a valid API key.",
    status: "INVALID_ARGUMENT",
    details: [
      {
        "@type": "type.googleapis.com/google.rpc.ErrorInfo",
        reason: "API_KEY_INVALID",
        domain: "googleapis.com",
      },
      {
        "@type": "type.googleapis.com/google.rpc.LocalizedMessage",
        locale: "en-US",
        message: "API key not valid.",
      },
    ],
  },
};

test("a wrong key is a matter of authentication, whatever its status", () => {
  expect(decodeGeminiError(400, WRONG_KEY)).toEqual({
    kind: "authentication",
    status: 400,
    code: "API_KEY_INVALID",
    message: "API key not valid. Please pass a valid API key.",
    type: "INVALID_ARGUMENT",
  });
});

test("errors are read from arrays and texts too", () => {
  const plain = { code: 429, message: "Quota exceeded", status: "RESOURCE_EXHAUSTED" };
  const expected = { kind: "unavailable", status: 429, code: "RESOURCE_EXHAUSTED" };
  for (const body of [{ error: plain }, [{ error: plain }], JSON.stringify([{ error: plain }])])
    expect(decodeGeminiError(429, body)).toMatchObject(expected);
});

test("the field at fault is told", () => {
  const error = {
    code: 400,
    message: "Invalid JSON payload",
    status: "INVALID_ARGUMENT",
    details: [
      { "@type": "type.googleapis.com/google.rpc.BadRequest", fieldViolations: [{ field: "contents[0]" }] },
    ],
  };
  expect(decodeGeminiError(400, { error })).toMatchObject({ kind: "invalid", param: "contents[0]" });
});

test("bodies that are no error of the dialect tell their status", () => {
  for (const body of [undefined, "", "<html></html>", {}, { error: "x" }, []])
    expect(decodeGeminiError(503, body)).toEqual({
      kind: "unavailable",
      status: 503,
      code: "upstream.error",
      message: "The upstream answered with status 503.",
    });
  expect(decodeGeminiError(200, { error: { message: "x" } })).toMatchObject({ status: 502, message: "x" });
});

test("each refusal of the gateway has google's word and comes back", () => {
  const errors: readonly [ChatError, string][] = [
    [{ kind: "authentication", status: 401, code: "key.invalid", message: "m" }, "UNAUTHENTICATED"],
    [{ kind: "permission", status: 403, code: "user.banned", message: "m" }, "PERMISSION_DENIED"],
    [{ kind: "quota", status: 403, code: "insufficient_user_quota", message: "m" }, "RESOURCE_EXHAUSTED"],
    [
      { kind: "invalid", status: 400, code: "body.parameter", message: "m", param: "contents" },
      "INVALID_ARGUMENT",
    ],
    [{ kind: "invalid", status: 404, code: "model.unknown", message: "m" }, "NOT_FOUND"],
    [{ kind: "unavailable", status: 503, code: "model_not_found", message: "m" }, "UNAVAILABLE"],
    [{ kind: "upstream", status: 504, code: "upstream.timeout", message: "m" }, "DEADLINE_EXCEEDED"],
    [{ kind: "server", status: 500, code: "server.internal", message: "m" }, "INTERNAL"],
    [
      { kind: "invalid", status: 418, code: "x", message: "m", type: "invalid_request_error" },
      "INVALID_ARGUMENT",
    ],
    [
      { kind: "invalid", status: 400, code: "x", message: "m", type: "FAILED_PRECONDITION" },
      "FAILED_PRECONDITION",
    ],
  ];
  for (const [error, status] of errors) {
    const body = encodeGeminiError(error, "req_1");
    expect(body).toMatchObject({ error: { code: error.status, message: "m", status } });
    const { code, message, param } = decodeGeminiError(error.status, body);
    expect({ code, message, param }).toEqual({
      code: error.code,
      message: error.message,
      param: error.param,
    });
  }
});
