import { expect, test } from "bun:test";
import { decodeError, decodeStreamError, encodeError } from "./openai-responses-error.ts";

test.each([
  [
    401,
    {
      error: {
        message: "Incorrect API key",
        type: "invalid_request_error",
        param: null,
        code: "invalid_api_key",
      },
    },
    { kind: "authentication", status: 401, code: "invalid_api_key", message: "Incorrect API key" },
  ],
  [
    429,
    { error: { message: "Over", type: "insufficient_quota", param: null, code: "insufficient_quota" } },
    { kind: "quota", status: 429, code: "insufficient_quota", message: "Over" },
  ],
  [
    400,
    { error: { message: "Bad", type: "invalid_request_error", param: "input", code: null } },
    { kind: "invalid", status: 400, code: "invalid_request_error", message: "Bad", param: "input" },
  ],
  [500, { error: "broken" }, { kind: "upstream", status: 500, code: "upstream_error", message: "broken" }],
  [
    503,
    "<html>",
    {
      kind: "unavailable",
      status: 503,
      code: "upstream_error",
      message: "The upstream answered with status 503.",
    },
  ],
])("an error of status %i is read", (status, body, expected) => {
  expect(decodeError(status, body)).toEqual(expected as ReturnType<typeof decodeError>);
});

test("an error within a stream is read in the documented shape and in the sent one", () => {
  // The SDK documents the flat shape; recorded streams of OpenAI have the nested one, before a `response.failed`.
  const flat = {
    type: "error",
    code: "rate_limit_exceeded",
    message: "Slow",
    param: null,
    sequence_number: 2,
  };
  const nested = { type: "error", error: { type: "tokens", code: "rate_limit_exceeded", message: "Slow" } };
  const shared = { kind: "unavailable", status: 429, code: "rate_limit_exceeded", message: "Slow" } as const;
  expect(decodeStreamError(flat)).toEqual(shared);
  expect(decodeStreamError(nested)).toEqual({ ...shared, type: "tokens" });
  expect(decodeStreamError({ code: "server_error", message: "x" })).toMatchObject({
    kind: "upstream",
    status: 502,
  });
});

test("a refusal is told in OpenAI's envelope", () => {
  const error = {
    kind: "invalid",
    status: 400,
    code: "body.parameter",
    message: "Bad.",
    param: "input",
  } as const;
  expect(encodeError(error, "R1")).toEqual({
    error: {
      message: "Bad. (request id: R1)",
      type: "invalid_request_error",
      param: "input",
      code: "body_parameter",
    },
  });
});
