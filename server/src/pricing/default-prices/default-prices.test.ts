import { describe, expect, test } from "bun:test";
import { compilePriceTables } from "../compile-price-tables.ts";
import { explainCharge } from "../explain-charge.ts";
import { findRate } from "../find-rate.ts";
import { usageOf } from "../usage.ts";
import { PRICE_SHEETS, defaultPriceTables, modelNamesByVendor, vendorOfModel } from "./default-prices.ts";
import { TOOL_PRICE_SHEETS } from "./tool-price-sheets.ts";
import type { CallRate, TokenRate } from "../rate.ts";
import type { UsageParts } from "../usage.ts";

/** Few enough for the shortest tier of every model. */
const SAMPLE = 10_000;
const tables = compilePriceTables({});

function rateOf(model: string): TokenRate | CallRate {
  const rate = findRate(tables, { model, userGroup: "default", usingGroup: "default" });
  if ("error" in rate) throw new Error(`no price for ${model}`);
  return rate;
}

/** What a usage costs in dollars, to the four digits of a price list. */
function dollars(model: string, parts: UsageParts): number {
  const { exactQuota } = explainCharge(rateOf(model), usageOf(parts));
  return Number((Number(exactQuota) / 500_000).toPrecision(4));
}

/** What a million tokens of a class cost, in calls of `SAMPLE` tokens. */
function perMillion(model: string, parts: UsageParts): number {
  return Number((dollars(model, parts) * 100).toPrecision(4));
}

type Row = readonly [
  model: string,
  input: number,
  output: number,
  cached: number | null,
  write: number | null,
];

/** Dollars for a million tokens; null where the tables have no price of their own for the class. */
const AS_KNOWN: readonly Row[] = [
  ["gpt-4", 30, 60, 15, null],
  ["gpt-4-32k", 60, 120, null, null],
  ["gpt-4-turbo", 10, 30, null, null],
  ["gpt-4-turbo-preview", 10, 30, null, null],
  ["gpt-4o", 2.5, 10, 1.25, null],
  ["gpt-4o-2024-05-13", 5, 15, null, null],
  ["gpt-4o-2024-08-06", 2.5, 10, 1.25, null],
  ["gpt-4o-2024-11-20", 2.5, 10, 1.25, null],
  ["chatgpt-4o-latest", 5, 15, null, null],
  ["gpt-4o-mini", 0.15, 0.6, 0.075, null],
  ["gpt-4o-audio-preview", 2.5, 10, null, null],
  ["gpt-4o-realtime-preview", 5, 20, 2.5, null],
  ["gpt-4o-mini-realtime-preview", 0.6, 2.4, 0.3, null],
  ["gpt-4.5-preview", 75, 150, 37.5, null],
  ["gpt-5", 1.25, 10, 0.125, null],
  ["gpt-5-mini", 0.25, 2, 0.025, null],
  ["gpt-5-nano", 0.05, 0.4, 0.005, null],
  ["gpt-5-chat-latest", 1.25, 10, 0.125, null],
  ["o1", 15, 60, 7.5, null],
  ["o1-mini", 1.1, 4.4, 0.55, null],
  ["o1-preview", 15, 60, 7.5, null],
  ["o1-pro", 150, 600, null, null],
  ["o3-mini", 1.1, 4.4, 0.55, null],
  ["o3-pro", 20, 80, null, null],
  ["text-embedding-3-small", 0.02, 0.02, null, null],
  ["text-embedding-3-large", 0.13, 0.13, null, null],
  ["text-embedding-ada-002", 0.1, 0.1, null, null],
  ["whisper-1", 100, 100, null, null],
  ["tts-1", 15, 15, null, null],
  ["tts-1-hd", 30, 30, null, null],
  ["claude-3-sonnet-20240229", 3, 15, 0.3, 3.75],
  ["claude-3-opus-20240229", 15, 75, 1.5, 18.75],
  ["claude-3-5-sonnet-20241022", 3, 15, 0.3, 3.75],
  ["claude-3-7-sonnet-20250219", 3, 15, 0.3, 3.75],
  ["claude-sonnet-4-20250514", 3, 15, 0.3, 3.75],
  ["claude-sonnet-4-5-20250929", 3, 15, 0.3, 3.75],
  ["claude-haiku-4-5-20251001", 1, 5, 0.1, 1.25],
  ["claude-opus-4-20250514", 15, 75, 1.5, 18.75],
  ["claude-opus-4-1-20250805", 15, 75, 1.5, 18.75],
  ["claude-opus-4-5-20251101", 5, 25, 0.5, 6.25],
  ["claude-opus-4-6", 5, 25, 0.5, 6.25],
  ["claude-opus-4-7", 5, 25, 0.5, 6.25],
  ["claude-opus-4-8", 5, 25, 0.5, 6.25],
  ["gemini-1.5-pro-latest", 2.5, 10, null, null],
  ["gemini-1.5-flash-latest", 0.15, 0.6, null, null],
  ["gemini-embedding-001", 0.15, 0.6, null, null],
  ["text-embedding-004", 0.002, 0.002, null, null],
  ["deepseek-ai/DeepSeek-R1", 1.6, 1.6, null, null],
  ["deepseek-ai/DeepSeek-V3.1", 1.6, 1.6, null, null],
  ["glm-4-flash", 0, 0, null, null],
  ["glm-4v", 6.849, 6.849, null, null],
  ["glm-3-turbo", 0.7144, 0.7144, null, null],
  ["ERNIE-4.0-8K", 16.44, 16.44, null, null],
  ["ERNIE-3.5-8K", 1.644, 1.644, null, null],
  ["ERNIE-Speed-8K", 0.5479, 1.096, null, null],
  ["SparkDesk-v4.0", 2.572, 2.572, null, null],
  ["yi-large", 2.74, 2.74, null, null],
  ["yi-medium", 0.3425, 0.3425, null, null],
  ["command-r", 0.5, 1.5, null, null],
  ["command-r-plus", 3, 15, null, null],
  ["openai/gpt-oss-120b", 1, 1, null, null],
];

/** The same, where the tables that operators know were stale; the comment has their figures. */
const CORRECTED: readonly Row[] = [
  ["gpt-3.5-turbo", 0.5, 1.5, null, null], // was 0.5 / 1 / – / –
  ["gpt-3.5-turbo-16k", 3, 4, null, null], // was 3 / 6 / – / –
  ["gpt-3.5-turbo-instruct", 1.5, 2, null, null], // was 1.5 / 3 / – / –
  ["gpt-4-1106-preview", 10, 30, null, null], // was 10 / 20 / – / –
  ["gpt-4-vision-preview", 10, 30, null, null], // was 10 / 20 / – / –
  ["gpt-4.1", 2, 8, 0.5, null], // was 2 / 4 / 0.5 / –
  ["gpt-4.1-mini", 0.4, 1.6, 0.1, null], // was 0.4 / 0.8 / 0.1 / –
  ["gpt-4.1-nano", 0.1, 0.4, 0.025, null], // was 0.1 / 0.2 / 0.025 / –
  ["gpt-5.5", 5, 30, 0.5, null], // was 5 / 30 / – / –
  ["gpt-5.6-sol", 4, 20, 0.4, 5], // was 5 / 30 / – / 6.25
  ["gpt-5.6-terra", 2, 12, 0.2, 2.5], // was 2.5 / 15 / – / 3.125
  ["gpt-5.6-luna", 0.2, 1.2, 0.02, 0.25], // was 1 / 6 / – / 1.25
  ["gpt-image-1", 5, 40, 1.25, null], // was 5 / 40 / – / –
  ["o3", 2, 8, 0.5, null], // was 2 / 8 / – / –
  ["o3-deep-research", 10, 40, 2.5, null], // was 10 / 40 / – / –
  ["o4-mini", 1.1, 4.4, 0.275, null], // was 1.1 / 1.1 / – / –
  ["o4-mini-deep-research", 2, 8, 0.5, null], // was 2 / 2 / – / –
  ["claude-3-haiku-20240307", 0.25, 1.25, 0.03, 0.3], // was 0.25 / 1.25 / 0.025 / 0.3125
  ["claude-3-5-haiku-20241022", 0.8, 4, 0.08, 1], // was 1 / 5 / 0.1 / 1.25
  ["gemini-2.0-flash", 0.1, 0.4, 0.025, null], // was 0.1 / 0.4 / – / –
  ["gemini-2.5-pro", 1.25, 10, 0.125, null], // was 1.25 / 10 / – / –
  ["gemini-2.5-flash", 0.3, 2.5, 0.03, null], // was 0.3 / 2.5 / – / –
  ["gemini-2.5-flash-lite-preview-06-17", 0.1, 0.4, 0.01, null], // was 0.1 / 0.4 / – / –
  ["deepseek-chat", 0.15, 0.6, 0.003, null], // was 0.27 / 0.27 / 0.0675 / –
  ["deepseek-reasoner", 0.15, 0.6, 0.003, null], // was 0.55 / 0.55 / 0.1375 / –
  ["qwen-turbo", 0.0411, 0.08219, 0.008219, null], // was 1.714 / 1.714 / – / –
  ["qwen-plus", 0.1096, 0.274, 0.02192, 0.137], // was 20 / 20 / – / –
  ["glm-4", 0.6849, 0.6849, 0.3425, null], // was 14.29 / 14.29 / – / –
  ["glm-4-plus", 0.6849, 0.6849, 0.3425, null], // was 6.849 / 6.849 / – / –
  ["glm-4-air", 0.06849, 0.06849, 0.03425, null], // was 0.137 / 0.137 / – / –
  ["hunyuan", 0.1096, 0.274, null, null], // was 14.29 / 14.29 / – / –
  ["grok-2", 2, 10, null, null], // was 2 / 2 / – / –
  ["grok-3-beta", 3, 15, 0.75, null], // was 3 / 3 / – / –
  ["grok-3-mini-beta", 0.3, 0.5, 0.075, null], // was 0.3 / 0.3 / – / –
];

describe.each([...AS_KNOWN, ...CORRECTED])(
  "a million tokens of %s",
  (model, input, output, cached, write) => {
    test(`cost ${input} in and ${output} out`, () => {
      expect(perMillion(model, { input: { uncached: SAMPLE } })).toBe(input);
      expect(perMillion(model, { output: { text: SAMPLE } })).toBe(output);
    });

    test(`cost ${cached ?? "the input price"} when cached and ${write ?? "a quarter more"} to cache`, () => {
      const rate = rateOf(model);
      expect(perMillion(model, { input: { cacheRead: SAMPLE } })).toBe(cached ?? input);
      if (write === null) expect(rate).toMatchObject({ cacheWriteRatio5m: 1.25, cacheWriteRatio1h: 2 });
      else expect(perMillion(model, { input: { cacheWrite5m: SAMPLE } })).toBe(write);
    });
  },
);

test("media classes have the prices of the vendors", () => {
  expect(perMillion("gpt-4o-realtime-preview", { input: { audio: SAMPLE } })).toBe(40);
  expect(perMillion("gpt-4o-realtime-preview", { output: { audio: SAMPLE } })).toBe(80);
  expect(perMillion("gpt-4o-mini-audio-preview", { input: { audio: SAMPLE } })).toBe(10);
  expect(perMillion("gpt-4o-mini-tts", { output: { audio: SAMPLE } })).toBe(12);
  expect(perMillion("tts-1", { output: { audio: SAMPLE } })).toBe(0);
  expect(perMillion("gpt-image-1", { input: { image: SAMPLE } })).toBe(10);
  expect(perMillion("gemini-2.5-flash", { input: { audio: SAMPLE } })).toBe(1);
});

test("one hour of cache on Claude costs twice the input price", () => {
  expect(perMillion("claude-sonnet-4-20250514", { input: { cacheWrite1h: SAMPLE } })).toBe(6);
});

test("calls and seconds have the prices of the tables", () => {
  expect(dollars("dall-e-3", { requests: 1 })).toBe(0.04);
  expect(dollars("mj_imagine", { requests: 1 })).toBe(0.1);
  expect(dollars("mj_inpaint", { requests: 1 })).toBe(0);
  expect(dollars("gpt-4-gizmo-g-abc", { requests: 1 })).toBe(0.1);
  expect(dollars("sora-2", { requests: 1, seconds: 4 })).toBe(1.2);
});

type TierRow = readonly [model: string, above: number, input: number, output: number, cached: number];

/** Dollars for a million tokens of a call that is longer than `above`. */
const LONG_INPUTS: readonly TierRow[] = [
  ["gemini-2.5-pro", 200_000, 2.5, 15, 0.25],
  ["gemini-3-pro-preview", 200_000, 4, 18, 0.4],
  ["claude-sonnet-4-5", 200_000, 6, 22.5, 0.6],
  ["claude-haiku-5-5", 100_000, 0.5, 2.5, 0.05],
  ["gpt-5.4", 272_000, 5, 22.5, 0.5],
  ["gpt-6-luna", 272_000, 0.2, 0.75, 0.02],
  ["gpt-6.2-astra", 272_000, 16, 60, 0.8],
  ["grok-4", 128_000, 6, 30, 0.75],
  ["grok-4.7", 199_999, 4, 12, 1],
  ["MiniMax-M3", 512_000, 0.6, 2.4, 0.12],
];

test.each(LONG_INPUTS)(
  "a call to %s with more than %p tokens costs %p in, %p out and %p cached a million",
  (model, above, input, output, cached) => {
    const rate = rateOf(model);
    const cost = (uncached: number, cacheRead: number, text: number) =>
      Number(explainCharge(rate, usageOf({ input: { uncached, cacheRead }, output: { text } })).exactQuota) /
      0.5;
    const uncached = above + 1;
    const whole = cost(uncached, 0, 0);
    expect(whole / uncached).toBeCloseTo(input, 9);
    expect((cost(uncached, 1000, 0) - whole) / 1000).toBeCloseTo(cached, 6);
    expect((cost(uncached, 0, 1000) - whole) / 1000).toBeCloseTo(output, 6);
    const { tier } = explainCharge(rate, usageOf({ input: { uncached: above } }));
    expect(tier).toBeUndefined();
  },
);

test("prices of Qwen rise with the length in steps", () => {
  const { tieredPrices } = defaultPriceTables();
  expect(tieredPrices["qwen3-max"]).toEqual([
    { above_input_tokens: 32_768, input: 0.273973, output: 4 },
    { above_input_tokens: 131_072, input: 0.479452, output: 4 },
  ]);
});

test("audio that Google prices by itself costs round dollars, exactly", () => {
  const explained = explainCharge(rateOf("gemini-2.5-flash"), usageOf({ input: { audio: 3 } }));
  expect(explained.exactQuota).toBe("1.5");
});

test("thinking budgets and efforts in a name cost what the model does", () => {
  expect(perMillion("gemini-2.5-flash-lite-preview-06-17-thinking-512", { output: { text: SAMPLE } })).toBe(
    0.4,
  );
  expect(perMillion("claude-opus-4-7-xhigh", { output: { text: SAMPLE } })).toBe(25);
  expect(perMillion("claude-sonnet-4-20250514-thinking", { output: { text: SAMPLE } })).toBe(15);
});

test("every sheet names its source and the day it was checked", () => {
  for (const { source, checkedOn } of PRICE_SHEETS) {
    expect(source).not.toBe("");
    expect(new Date(`${checkedOn}T00:00:00Z`).toISOString().slice(0, 10)).toBe(checkedOn);
  }
});

test.each([
  ["gpt-5", "web_search", 10],
  ["gpt-4o-mini", "web_search_preview", 25],
  ["gpt-5", "web_search_preview", 10],
  ["o3", "file_search", 2.5],
  ["gpt-5", "code_interpreter", 30],
  ["claude-opus-5", "web_search", 10],
  ["gemini-3-pro-preview", "google_search", 14],
  ["gemini-2.5-pro", "google_search", 35],
  ["grok-4", "web_search", 5],
  ["sonar-pro", "web_search", 6],
] as const)("a thousand calls by %s of %s cost %p USD", (model, tool, price) => {
  expect(dollars(model, { toolCalls: { [tool]: 1000 } })).toBe(price);
});

test("every surcharge for a tool names its source and the day it was checked", () => {
  for (const { source, checkedOn, prices } of TOOL_PRICE_SHEETS) {
    expect(source).not.toBe("");
    expect(new Date(`${checkedOn}T00:00:00Z`).toISOString().slice(0, 10)).toBe(checkedOn);
    expect(Object.keys(prices).length).toBeGreaterThan(0);
  }
  const keys = TOOL_PRICE_SHEETS.flatMap(({ prices }) => Object.keys(prices));
  expect(keys.length).toBe(new Set(keys).size);
});

test("every shipped entry is accepted", () => {
  expect(tables.rejected).toEqual([]);
});

test("every tier belongs to a model that is priced by the token", () => {
  const { tieredPrices, modelRatio } = defaultPriceTables();
  expect(Object.keys(tieredPrices).filter((name) => modelRatio[name] === undefined)).toEqual([]);
});

test("a shipped model has its vendor's name", () => {
  expect([vendorOfModel("gpt-5"), vendorOfModel("mj_imagine"), vendorOfModel("unheard-of")]).toEqual([
    "openai",
    "midjourney",
    undefined,
  ]);
});

test("no model has two prices by the token", () => {
  const names = PRICE_SHEETS.flatMap(({ tokenPrices = [] }) => tokenPrices.flatMap(({ models }) => models));
  expect(names.length).toBe(new Set(names).size);
  expect(names.length).toBe(Object.keys(defaultPriceTables().modelRatio).length);
});

test("the model lists of vendors hold callable names only", () => {
  const lists = modelNamesByVendor();
  expect(lists.get("openai")).toContain("gpt-4o");
  expect(lists.get("anthropic")).toContain("claude-opus-4-8");
  expect(lists.get("midjourney")).toContain("mj_imagine");
  for (const names of lists.values()) {
    expect(names.filter((name) => name.includes("*"))).toEqual([]);
    expect(names.length).toBe(new Set(names).size);
    expect(names.length).toBeGreaterThan(0);
  }
});
