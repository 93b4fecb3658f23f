import { describe, expect, test } from "bun:test";
import { compileRetryableStatus } from "../retryable-status.ts";
import { classifyFailure, isWorthRetrying } from "./classify-failure.ts";
import type { FailureFacts } from "./classify-failure.ts";
import type { FailureClass } from "./failure-class.ts";
import { FAILURE_MEANINGS } from "./failure-class.ts";
import { VENDOR_ERRORS } from "./vendor-errors.ts";

const NOW_MS = Date.UTC(2026, 10, 21);
const answered = (facts: Partial<FailureFacts>): FailureFacts => ({ kind: "answered", ...facts });
const classOf = (facts: Partial<FailureFacts>) => classifyFailure(answered(facts), NOW_MS).class;

describe("a vendor's answer is named by its words before its status", () => {
  const cases: [string, FailureClass, Partial<FailureFacts>][] = [
    [
      "an empty OpenAI account",
      "quota",
      { status: 429, code: "insufficient_quota", type: "insufficient_quota" },
    ],
    [
      "an OpenAI limit",
      "rate-limit",
      { status: 429, code: "rate_limit_exceeded", message: "Rate limit reached for gpt-4o in organization" },
    ],
    ["a wrong OpenAI key", "auth", { status: 401, code: "invalid_api_key" }],
    ["a long OpenAI prompt", "bad-request", { status: 400, code: "context_length_exceeded" }],
    [
      "an empty Anthropic account, told as a bad request",
      "quota",
      {
        status: 400,
        type: "invalid_request_error",
        message: "Your credit balance is too low to access the Anthropic API.",
      },
    ],
    ["a busy Anthropic", "overload", { status: 529, type: "overloaded_error", message: "Overloaded" }],
    [
      "a Gemini limit, told in the words of an empty account",
      "rate-limit",
      {
        status: 429,
        type: "RESOURCE_EXHAUSTED",
        message: "You exceeded your current quota, please check your plan and billing details.",
      },
    ],
    [
      "a wrong Gemini key, told as a bad request",
      "auth",
      { status: 400, type: "INVALID_ARGUMENT", message: "API key not valid. Please pass a valid API key." },
    ],
    ["Azure's filter", "moderation", { status: 400, code: "content_filter" }],
    ["a missing Azure deployment", "model-missing", { status: 404, code: "DeploymentNotFound" }],
    ["an empty DeepSeek account", "quota", { status: 402, message: "Insufficient Balance" }],
    ["a Qwen limit with parts", "rate-limit", { status: 429, code: "Throttling.RateQuota" }],
    ["a Qwen account in arrears", "quota", { status: 400, code: "Arrearage" }],
    ["a GLM account in arrears", "quota", { status: 429, code: "1113", channelType: 26 }],
    ["the same number of another vendor", "rate-limit", { status: 429, code: "1113", channelType: 1 }],
    ["a MiniMax number", "quota", { status: 200, code: 1008, channelType: 35 }],
  ];
  test.each(cases)("%s", (_, expected, facts) => {
    expect(classOf(facts)).toBe(expected);
  });

  test("every code of the table means one thing only", () => {
    const meanings = new Map<string, Set<FailureClass>>();
    for (const { codes = {}, channelTypes } of VENDOR_ERRORS)
      for (const [name, texts] of Object.entries(codes))
        for (const text of texts) {
          const code = channelTypes ? `${channelTypes.join()}:${text}` : text;
          // Object.entries forgets that the names are classes.
          meanings.set(code, (meanings.get(code) ?? new Set()).add(name as FailureClass));
        }
    expect([...meanings].filter(([, classes]) => classes.size > 1)).toEqual([]);
    expect([...meanings.keys()].filter((code) => code !== code.toLowerCase())).toEqual([]);
  });
});

describe("an answer without words is named by its status", () => {
  test.each([
    [401, "auth"],
    [402, "quota"],
    [404, "model-missing"],
    [408, "timeout"],
    [422, "bad-request"],
    [429, "rate-limit"],
    [500, "server"],
    [503, "overload"],
    [504, "timeout"],
    [521, "network"],
    [302, "server"],
  ] as const)("%d", (status, expected) => {
    expect(classOf({ status })).toBe(expected);
  });

  test("what is no answer at all is named by how it failed", () => {
    const kinds = (["timeout", "network", "invalid"] as const).map(
      (kind) => classifyFailure({ kind }, NOW_MS).class,
    );
    expect(kinds).toEqual(["timeout", "network", "server"]);
  });
});

describe("another channel is worth a try", () => {
  const isRetryable = compileRetryableStatus("401-407,429,500-503");
  const worth = (facts: Partial<FailureFacts>) =>
    isWorthRetrying(classifyFailure(answered(facts), NOW_MS), isRetryable);

  test("where the option has the status, or there is none", () => {
    expect([429, 503, undefined].map((status) => worth({ status }))).toEqual([true, true, true]);
    expect([400, 408, 504].map((status) => worth({ status }))).toEqual([false, false, false]);
  });
  test("where the words are about a key or a model, whatever the status", () => {
    expect(worth({ status: 400, message: "Your credit balance is too low" })).toBe(true);
    expect(worth({ status: 400, code: "model_not_found" })).toBe(true);
  });
  test("never where the vendor says that the request is at fault", () => {
    expect(worth({ status: 500, code: "context_length_exceeded" })).toBe(false);
    expect(worth({ status: 429, code: "content_filter" })).toBe(false);
  });
});

test("a client's own fault touches nobody's health", () => {
  for (const [name, { fault, scope }] of Object.entries(FAILURE_MEANINGS))
    expect([name, scope === undefined]).toEqual([name, fault === "client"]);
});

test("a type or code that names something of the language's own means nothing", () => {
  for (const name of ["constructor", "__proto__"])
    expect(classifyFailure({ kind: "answered", status: 429, type: name, code: name }, 0).class).toBe(
      "rate-limit",
    );
});
