import { describe, expect, test } from "bun:test";
import { errorText } from "./errors.ts";
import { checkOptionText } from "./option-check.ts";
import { OPTION_TABLE } from "./option-table.ts";
import { isOptionKey, type OptionKey } from "./options.ts";

/** What root reads in English; undefined for an acceptable text. */
function sentence(key: OptionKey, text: string): string | undefined {
  const problem = checkOptionText(key, text);
  return problem && errorText(problem.code, "en", problem.details);
}

describe("what is wrong with an option's text", () => {
  test("is told with the bounds that it breaks", () => {
    expect([
      sentence("RetryTimes", "21"),
      sentence("QuotaForNewUser", "-1"),
      sentence("Price", "x"),
      sentence("ServerAddress", "a.example"),
      sentence("SystemName", "x".repeat(101)),
      sentence("AutomaticRetryStatusCodes", "401,5xx"),
      sentence("CallLimitsWithoutRedis", "perhaps"),
    ]).toEqual([
      "RetryTimes must be a whole number from 0 to 20",
      "QuotaForNewUser must be a whole number from 0 to 500000000000000",
      "Price must be a number of 0 or more",
      "ServerAddress must be an address that begins with http:// or https://",
      "SystemName has at most 100 characters",
      "AutomaticRetryStatusCodes must be HTTP statuses or ranges of them, separated by commas, e.g. 401,500-503",
      "The value of option CallLimitsWithoutRedis is not valid: perhaps",
    ]);
  });

  test("names the entry of a table of limits", () => {
    const limits = '{\n  "*": { "rpm": 60 },\n  "group:vip": { "rps": 1 }\n}';
    expect([
      sentence("UserCallLimits", limits),
      sentence("GroupCallLimits", '{"a":{"rpm":1.5}}'),
      sentence("ModelCallLimits", '{"a":1}'),
      sentence("ChannelCallLimits", "[]"),
      sentence("ModelRequestRateLimitGroup", '{"vip":[1]}'),
      sentence("TokenCallLimits", '{"7":{"rpm":1,"quota_per_day":5}}'),
    ]).toEqual([
      "UserCallLimits, line 3: group:vip → rps is not valid. A limit has rpm, tpm, concurrency, rpd, quota_per_day, each a whole number of 0 or more",
      "GroupCallLimits, line 1: a → rpm is not valid. A limit has rpm, tpm, concurrency, rpd, quota_per_day, each a whole number of 0 or more",
      "ModelCallLimits, line 1: the value of a must be a JSON object",
      "ChannelCallLimits is not a valid JSON object (line 1, column 1)",
      "ModelRequestRateLimitGroup, line 1: vip must be two whole numbers of 0 or more, [requests, successful requests]",
      undefined,
    ]);
  });

  test("is nothing exactly where the option's kind accepts it", () => {
    const texts = [
      "",
      " ",
      "0",
      "1",
      "1.5",
      "-1",
      "true",
      "x",
      "{}",
      "[]",
      '["a"]',
      "https://a.example",
      "401",
    ];
    for (const key of Object.keys(OPTION_TABLE).filter(isOptionKey))
      for (const text of texts)
        expect([key, text, checkOptionText(key, text) === undefined]).toEqual([
          key,
          text,
          OPTION_TABLE[key].parse(text) !== undefined,
        ]);
  });
});

test("statuses are numbers and rising ranges, however they are separated", () => {
  const parse = OPTION_TABLE.AutomaticRetryStatusCodes.parse;
  expect([" 401, 500 - 503，429\n", ""].map(parse)).toEqual(["401,500-503,429", ""]);
  expect(["99", "1000", "503-500", "4xx", "-", "401;402"].map(parse)).toEqual(
    Array.from({ length: 6 }, () => undefined),
  );
});
