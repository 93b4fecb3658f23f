import { describe, expect, test } from "bun:test";
import { classifyFailure } from "./classify-failure.ts";
import type { FailureFacts } from "./classify-failure.ts";
import { compileDisablingRule, disablingReason } from "./disabling-rule.ts";

const rule = compileDisablingRule({
  AutomaticDisableChannelEnabled: true,
  AutomaticEnableChannelEnabled: false,
  AutomaticDisableKeywords: "Operation not allowed\r\n\n  You exceeded your current quota ",
  AutomaticDisableStatusCodes: "401,418-419",
  ChannelDisableThreshold: 2.5,
});
const reason = (facts: Partial<FailureFacts>) =>
  disablingReason(classifyFailure({ kind: "answered", ...facts }, 0), rule);

describe("a failure switches its key or channel off", () => {
  test("for a status of the option, with what the upstream said", () => {
    expect(reason({ status: 418, message: "teapot" })).toBe("HTTP 418: teapot");
    expect(reason({ status: 401 })).toBe("HTTP 401: auth");
    expect(reason({ status: 403 })).toBeUndefined();
  });
  test("for a keyword in its message, in any case", () => {
    expect(reason({ status: 500, message: "Sorry: OPERATION NOT ALLOWED here" })).toContain("HTTP 500");
  });
  test("for a key that the vendor refuses or finds empty in so many words", () => {
    expect(reason({ status: 400, code: "account_deactivated" })).toContain("HTTP 400");
    expect(reason({ status: 429, code: "insufficient_quota" })).toContain("HTTP 429");
  });
  test("but not for words that the client may have written", () => {
    const quoted = "Invalid 'user': 'Operation not allowed, You exceeded your current quota'";
    expect(reason({ status: 400, type: "invalid_request_error", message: quoted })).toBeUndefined();
    expect(reason({ status: 400, message: "Operation not allowed" })).toContain("HTTP 400");
  });
  test("nor for a limit that passes, though it speaks of a quota", () => {
    const message = "You exceeded your current quota";
    expect(reason({ status: 429, type: "RESOURCE_EXHAUSTED", message })).toBeUndefined();
  });
  test("nor for what is no answer", () => {
    expect(reason({ kind: "network", message: "no route" })).toBeUndefined();
  });
});

test("the options are read once", () => {
  expect(rule).toMatchObject({
    disables: true,
    enables: false,
    keywords: ["operation not allowed", "you exceeded your current quota"],
    slowTestMs: 2500,
  });
});
