import { describe, expect, test } from "bun:test";
import { sampleRelayChannel } from "../../test/relay/sample-relay-call.ts";
import type { FailedAttempt } from "./failed-attempt.ts";
import { brokenEnd, failureFactsOf } from "./failure-facts.ts";
import { RelayError } from "./relay-error.ts";
import type { RelayErrorCode } from "./relay-error.ts";

function failedWith(code: RelayErrorCode, parts: Partial<FailedAttempt> = {}): FailedAttempt {
  return {
    kind: "failed",
    channel: sampleRelayChannel(),
    status: undefined,
    error: new RelayError(code),
    detail: "told to administrators",
    billed: undefined,
    reply: undefined,
    upstreamError: undefined,
    ...parts,
  };
}

describe("a failed attempt tells", () => {
  test("the vendor's words, and when to come back", () => {
    const headers = new Headers({ "retry-after": "3", "retry-after-ms": "2500" });
    const body = { error: { code: "c", type: "t", message: "m" } };
    expect(failureFactsOf(failedWith("upstream.error", { status: 429, reply: { body, headers } }))).toEqual({
      kind: "answered",
      status: 429,
      code: "c",
      type: "t",
      message: "m",
      retryAfter: "3",
      retryAfterMs: "2500",
      retryDelay: undefined,
    });
  });
  test("nothing of the key that the vendor quotes", () => {
    const body = { error: { message: "sk-whole-key is wrong" } };
    const channel = sampleRelayChannel({ key: "sk-whole-key" });
    expect(failureFactsOf(failedWith("upstream.error", { channel, reply: { body } })).message).toBe(
      "*** is wrong",
    );
  });
  test("Google's status and delay", () => {
    const error = {
      code: 429,
      status: "RESOURCE_EXHAUSTED",
      message: "m",
      details: [{ "@type": "x" }, { retryDelay: "22s" }],
    };
    const facts = failureFactsOf(failedWith("upstream.error", { status: 429, reply: { body: { error } } }));
    expect(facts).toMatchObject({ code: 429, type: "RESOURCE_EXHAUSTED", retryDelay: "22s" });
  });
  test("what administrators read, where the upstream said nothing", () => {
    for (const body of [undefined, {}, { error: "text" }, { error: { code: {}, message: 5 } }])
      expect(failureFactsOf(failedWith("upstream.error", { reply: { body } }))).toMatchObject({
        code: undefined,
        message: "told to administrators",
      });
  });
  test.each([
    ["upstream.timeout", "timeout"],
    ["upstream.unreachable", "network"],
    ["upstream.truncated", "network"],
    ["upstream.invalid", "invalid"],
  ] as const)("%s as %s", (code, kind) => {
    expect(failureFactsOf(failedWith(code)).kind).toBe(kind);
  });
  test("a mapping in a circle as a model that is not there", () => {
    expect(failureFactsOf(failedWith("mapping.cycle")).code).toBe("model_not_found");
  });
});

test("an answer's end is the upstream's fault only when the upstream broke it off", () => {
  const blamed = (
    ["done", "client_gone", "shutdown", "upstream_truncated", "upstream_error", "timeout"] as const
  ).filter((reason) => brokenEnd(reason) !== undefined);
  expect(blamed).toEqual(["upstream_truncated", "upstream_error", "timeout"]);
});
