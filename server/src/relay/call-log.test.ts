import { describe, expect, test } from "bun:test";
import { LogType } from "@tollgate/contract/statuses";
import { sampleCall, sampleRequest } from "../../test/relay/sample-relay-call.ts";
import { callRate, tokenRate } from "../pricing/rate-fixtures.ts";
import { rateVersion } from "../pricing/rate-version.ts";
import { usageOf } from "../pricing/usage.ts";
import type { NewLog } from "../resources/logs/log-store.ts";
import { consumeLog, errorLog } from "./call-log.ts";
import type { CallResult } from "./call-log.ts";
import { RelayError } from "./relay-error.ts";

const result = (parts: Partial<CallResult> = {}): CallResult => ({
  usage: usageOf({ requests: 1, input: { uncached: 6, cacheRead: 4 }, output: { text: 2, reasoning: 1 } }),
  rawUsage: undefined,
  channelId: 7,
  upstreamModel: "chat",
  endReason: "done",
  firstTokenMs: undefined,
  losses: [],
  ...parts,
});
const charged = { quota: 38, nowMs: 1_700_000_002_600 };
const detailsOf = ({ other }: NewLog) => JSON.parse(typeof other === "string" ? other : other());

describe("the row of a charged call", () => {
  test("has its figures in the spec's columns", () => {
    const row = consumeLog(sampleCall({ request: sampleRequest({ stream: true }) }), result(), charged);
    expect(row).toMatchObject({
      type: LogType.consume,
      createdAt: 1_700_000_002,
      userId: 2,
      username: "ada",
      tokenId: 3,
      tokenName: "key",
      channelId: 7,
      modelName: "chat",
      group: "default",
      isStream: true,
      useTime: 3,
      promptTokens: 10,
      completionTokens: 3,
      quota: 38,
      ip: "192.0.2.1",
      requestId: "20260101000000000abcdefghijkl",
    });
  });
  test("explains the charge by itself", () => {
    const call = sampleCall({ attempts: [{ channel_id: 7, duration_ms: 12 }] });
    const other = detailsOf(consumeLog(call, result({ firstTokenMs: 12.4 }), charged));
    expect(other).toMatchObject({
      model_ratio: 2,
      completion_ratio: 3,
      model_price: -1,
      cache_tokens: 4,
      frt: 12,
      pre_consumed_quota: 1000,
      actual_quota: 38,
      rate_version: rateVersion(call.rate),
      usage: { input: { uncached: 6, cacheRead: 4 } },
      admin_info: { use_channel: [7], attempts: [{ channel_id: 7, duration_ms: 12 }] },
    });
    for (const absent of ["is_model_mapped", "upstream_model_name", "reasoning_effort"])
      expect(other).not.toHaveProperty(absent);
    expect(other.admin_info).not.toHaveProperty("local_count_tokens");
  });
  test("tells a mapped model, an end before its time and a count made here", () => {
    const ended = result({
      upstreamModel: "vendor",
      endReason: "upstream_error",
      error: "overloaded",
      usage: usageOf({ requests: 1, source: "counted" }),
    });
    expect(detailsOf(consumeLog(sampleCall(), ended, charged))).toMatchObject({
      is_model_mapped: true,
      upstream_model_name: "vendor",
      stream_status: { end_reason: "upstream_error", error: "overloaded" },
      admin_info: { local_count_tokens: true },
    });
  });
  test("has a sentence with the ratios as they are, never rounded away", () => {
    const sentence = (rate: Parameters<typeof sampleCall>[0]) =>
      consumeLog(sampleCall(rate), result(), charged).content;
    expect(sentence({ rate: tokenRate({ modelRatio: 0.075, completionRatio: 4, groupRatio: 0.5 }) })).toBe(
      "模型倍率 0.075，补全倍率 4.00，分组倍率 0.50",
    );
    expect(sentence({ rate: callRate({ modelPriceUsd: 0.002 }) })).toBe("模型价格 0.002，分组倍率 1.00");
  });
});

describe("the row of a failed call", () => {
  test("names the error, what was tried, and no charge", () => {
    const attempts = [
      { channel_id: 7, status_code: 500, error: "x", duration_ms: 1 },
      { channel_id: 8, error: "10.0.0.7 is away", duration_ms: 2 },
    ];
    const row = errorLog(
      sampleCall({ attempts }),
      new RelayError("upstream.timeout"),
      504,
      1_700_000_000_000,
    );
    expect(row).toMatchObject({
      type: LogType.error,
      channelId: 8,
      quota: 0,
      promptTokens: 0,
      content: "The upstream took too long to answer.",
    });
    expect(detailsOf(row)).toEqual({
      request_path: "/v1/chat/completions",
      status_code: 504,
      error_code: "upstream.timeout",
      admin_info: { use_channel: [7, 8], attempts },
    });
  });
});
