import { expect, test } from "bun:test";
import { RelayError } from "../../relay-error.ts";
import { openAiErrorBody, openAiErrorMessage } from "./openai-error.ts";

test("a refusal has OpenAI's four fields, and its message ends with the request's id", () => {
  const error = new RelayError("body.parameter", { param: "n", reason: "too many" });
  expect(openAiErrorBody(error, "en", "R1")).toEqual({
    error: {
      message: "Invalid value for 'n': too many (request id: R1)",
      type: "invalid_request_error",
      param: "n",
      code: "body_parameter",
    },
  });
  expect(openAiErrorBody(error, "zh", "R1").error["message"]).toBe("参数 n 无效：too many (request id: R1)");
});

test("clients find the codes that they know", () => {
  const codeOf = (code: RelayError["code"]) => openAiErrorBody(new RelayError(code), "en", "").error["code"];
  expect(codeOf("key.missing")).toBe("invalid_api_key");
  expect(codeOf("key.invalid")).toBe("invalid_api_key");
  expect(codeOf("model.unknown")).toBe("model_not_found");
  expect(codeOf("insufficient_user_quota")).toBe("insufficient_user_quota");
  expect(codeOf("key.ip-refused")).toBe("key_ip_refused");
});

test("an upstream's error is found in whatever shape it comes", () => {
  expect(openAiErrorMessage({ error: { message: "no" } })).toBe("no");
  expect(openAiErrorMessage({ error: "no" })).toBe("no");
  expect(openAiErrorMessage({ error: { code: 7 } })).toBe('{"code":7}');
  for (const fine of [{}, { error: null }, { choices: [] }, undefined, "error", 7])
    expect(openAiErrorMessage(fine)).toBeUndefined();
});
