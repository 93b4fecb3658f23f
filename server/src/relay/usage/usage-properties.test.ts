import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { inputTokens, outputTokens } from "../../pricing/usage.ts";
import type { Usage } from "../../pricing/usage.ts";
import { USAGE_DIALECTS } from "../formats/usage-dialect.ts";
import type { UsageDialect } from "../formats/usage-dialect.ts";
import { clipRawUsage } from "./clip-raw-usage.ts";
import {
  findRawUsage,
  findToolCalls,
  mergeRawUsage,
  readAnswerUsage,
  readUsage,
  readVendorCostUsd,
} from "./read-usage.ts";

const ROUNDS = 300;
const INCLUSIVE: readonly UsageDialect[] = [
  "openai",
  "openai-responses",
  "openai-realtime",
  "openai-transcriptions",
  "deepseek",
  "moonshot",
  "groq",
  "mistral",
  "qwen",
  "openrouter",
  "dashscope",
];

describe.each(USAGE_DIALECTS)("%s", (dialect) => {
  test("reads anything without throwing, and into whole numbers that are not negative", () => {
    const random = seededRandom(dialect.length);
    let readable = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const raw = halfPlausible(random);
      checkNumbers(readUsage(dialect, raw));
      if (readUsage(dialect, raw) !== undefined) readable++;
      checkNumbers(readAnswerUsage(dialect, raw));
      checkNumbers(
        readAnswerUsage(dialect, { usage: raw, usageMetadata: raw, output: raw, candidates: [raw] }),
      );
      const merged = mergeRawUsage(dialect, raw, findRawUsage(dialect, halfPlausible(random)));
      checkNumbers(readUsage(dialect, merged));
      for (const count of Object.values(findToolCalls(dialect, raw) ?? {})) expect(isWhole(count)).toBeTrue();
      const cost = readVendorCostUsd(dialect, raw);
      expect(cost === undefined || (cost >= 0 && Number.isFinite(cost))).toBeTrue();
    }
    // Else nothing was shown.
    expect(readable).toBeGreaterThan(ROUNDS / 10);
    expect(readable).toBeLessThan(ROUNDS);
  });

  test("a report of nothing does not erase what a stream has said before", () => {
    const said = { ...tokens(7, 5), ...tokensOfOthers(7, 5) };
    const before = readUsage(dialect, said);
    for (const nothing of [undefined, null, {}, "x"])
      expect(readUsage(dialect, mergeRawUsage(dialect, said, nothing))).toEqual(before);
  });
});

test("inclusive totals are kept to the token, whatever the details say", () => {
  const random = seededRandom(7);
  for (let round = 0; round < ROUNDS; round++) {
    const [prompt, completion] = [randomCount(random), randomCount(random)];
    const raw = {
      ...hostileDetails(random),
      ...tokens(prompt, completion),
      total_tokens: prompt + completion,
    };
    for (const dialect of INCLUSIVE) {
      const usage = readUsage(dialect, raw);
      expect(usage && [inputTokens(usage), outputTokens(usage)]).toEqual([prompt, completion]);
    }
  }
});

test("what xAI reasons beside the completion is added once, and only then", () => {
  const random = seededRandom(8);
  for (let round = 0; round < ROUNDS; round++) {
    const [prompt, completion, reasoning] = [
      randomCount(random),
      randomCount(random),
      1 + randomCount(random),
    ];
    const raw = {
      ...tokens(prompt, completion),
      completion_tokens_details: { reasoning_tokens: reasoning },
      total_tokens: prompt + completion + reasoning,
    };
    const usage = readUsage("xai", raw);
    expect(usage && [inputTokens(usage), outputTokens(usage)]).toEqual([prompt, completion + reasoning]);
    const within = readUsage("xai", { ...raw, total_tokens: prompt + completion });
    expect(within && outputTokens(within)).toBe(completion);
  }
});

test("exclusive counters of Anthropic and Bedrock add up", () => {
  const random = seededRandom(9);
  for (let round = 0; round < ROUNDS; round++) {
    const [fresh, read, written, out] = [1, 2, 3, 4].map(() => randomCount(random));
    const anthropic = readUsage("anthropic", {
      ...hostileDetails(random),
      input_tokens: fresh,
      cache_read_input_tokens: read,
      cache_creation_input_tokens: written,
      cache_creation: { ephemeral_1h_input_tokens: Math.floor(random() * (written ?? 0)) },
      iterations: [{ type: "message", input_tokens: 5, output_tokens: 5 }],
      output_tokens: out,
    });
    const bedrock = readUsage("bedrock", {
      ...hostileDetails(random),
      inputTokens: fresh,
      cacheReadInputTokens: read,
      cacheWriteInputTokens: written,
      cacheDetails: [{ ttl: "1h", inputTokens: randomCount(random) }],
      outputTokens: out,
    });
    const total = [fresh, read, written].reduce<number>((sum, count) => sum + (count ?? 0), 0);
    for (const usage of [anthropic, bedrock])
      expect(usage && [inputTokens(usage), outputTokens(usage)]).toEqual([total, out ?? 0]);
  }
});

test("Gemini's parts add up to its total", () => {
  const random = seededRandom(10);
  for (let round = 0; round < ROUNDS; round++) {
    const [prompt, tools, candidates, thoughts] = [0, 1, 2, 3].map(() => randomCount(random));
    const usage = readUsage("gemini", {
      promptTokenCount: prompt,
      toolUsePromptTokenCount: tools,
      candidatesTokenCount: candidates,
      thoughtsTokenCount: thoughts,
      cachedContentTokenCount: randomCount(random),
      promptTokensDetails: [{ modality: "AUDIO", tokenCount: randomCount(random) }, hostileValue(random, 2)],
      cacheTokensDetails: [{ modality: "IMAGE", tokenCount: randomCount(random) }],
      candidatesTokensDetails: [{ modality: "IMAGE", tokenCount: randomCount(random) }],
    });
    expect(usage && inputTokens(usage)).toBe((prompt ?? 0) + (tools ?? 0));
    expect(usage && outputTokens(usage)).toBe((candidates ?? 0) + (thoughts ?? 0));
  }
});

test("a clipped report is JSON of at most 2048 bytes, four levels deep, and reads again as itself", () => {
  const random = seededRandom(11);
  for (let round = 0; round < ROUNDS; round++) {
    const clipped = clipRawUsage(hostileValue(random, 7));
    if (clipped === undefined) continue;
    const json = JSON.stringify(clipped);
    expect(Buffer.byteLength(json)).toBeLessThanOrEqual(2048);
    expect(depthOf(clipped)).toBeLessThanOrEqual(4);
    expect(clipRawUsage(JSON.parse(json))).toEqual(JSON.parse(json));
  }
});

/** Every name of a field that a vendor of the examples uses: nothing else could be read. */
const FIELD_NAMES = fieldNames();

const HOSTILE_LEAVES: readonly unknown[] = [
  null,
  true,
  "7",
  "",
  "AUDIO",
  "IMAGE",
  "compaction",
  "web_search_call",
  "🦊".repeat(40),
  0,
  -0,
  1,
  7,
  512,
  0.4,
  1.5,
  -1,
  -1e9,
  1e9,
  1e9 + 1,
  1e300,
  Number.MAX_VALUE,
  NaN,
  Infinity,
  { toString: 1, valueOf: 2 },
];

function hostileValue(random: () => number, depth: number): unknown {
  const kind = random();
  if (depth === 0 || kind < 0.45) return pick(random, HOSTILE_LEAVES);
  const size = Math.floor(random() * 6);
  if (kind < 0.6) return Array.from({ length: size }, () => hostileValue(random, depth - 1));
  return Object.fromEntries(
    Array.from({ length: size * 3 }, () => [pick(random, FIELD_NAMES), hostileValue(random, depth - 1)]),
  );
}

/** Totals that can be read, and among them and over them everything else. */
function halfPlausible(random: () => number): unknown {
  const nonsense = hostileValue(random, 3);
  const plausible = { ...tokens(randomCount(random), 3), ...tokensOfOthers(5, randomCount(random)) };
  return typeof nonsense === "object" && random() < 0.8 ? { ...plausible, ...nonsense } : nonsense;
}

/** Details of every spelling, with nonsense in them, and none of the totals. */
function hostileDetails(random: () => number): Record<string, unknown> {
  const names = FIELD_NAMES.filter((name) => /detail|cached|cache_(write|creation|read)|x_groq/.test(name));
  const details = names.map((name) => [name, random() < 0.5 ? undefined : hostileValue(random, 3)] as const);
  return {
    ...Object.fromEntries(details),
    reasoning_tokens: undefined,
    prompt_tokens_details: hostileParts(random),
  };
}

function hostileParts(random: () => number): Record<string, unknown> {
  return {
    cached_tokens: randomCount(random),
    cache_write_tokens: randomCount(random),
    audio_tokens: pick(random, HOSTILE_LEAVES),
    image_tokens: randomCount(random),
    cached_tokens_details: { audio_tokens: randomCount(random), image_tokens: pick(random, HOSTILE_LEAVES) },
  };
}

function tokens(prompt: number, completion: number) {
  return { prompt_tokens: prompt, completion_tokens: completion };
}

function tokensOfOthers(input: number, output: number) {
  return {
    input_tokens: input,
    output_tokens: output,
    inputTokens: input,
    outputTokens: output,
    promptTokenCount: input,
    candidatesTokenCount: output,
    prompt_eval_count: input,
    eval_count: output,
    input_count: input,
    output_count: output,
    tokens: { input_tokens: input, output_tokens: output },
  };
}

function checkNumbers(usage: Usage | undefined): void {
  if (usage === undefined) return;
  const counts = [
    ...Object.values(usage.input),
    ...Object.values(usage.output),
    usage.requests,
    usage.images ?? 0,
  ];
  expect(counts.every(isWhole)).toBeTrue();
  expect(Object.values(usage.toolCalls ?? {}).every(isWhole)).toBeTrue();
  expect(usage.seconds === undefined || (usage.seconds >= 0 && Number.isFinite(usage.seconds))).toBeTrue();
}

function isWhole(count: unknown): boolean {
  return Number.isSafeInteger(count) && Number(count) >= 0 && !Object.is(count, -0);
}

function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

function randomCount(random: () => number): number {
  return Math.floor(random() ** 3 * 200_000);
}

function pick<Item>(random: () => number, items: readonly Item[]): Item | undefined {
  return items[Math.floor(random() * items.length)];
}

/** The same numbers each time, so that a failure can be found again. */
function seededRandom(seed: number): () => number {
  let state = seed * 2_654_435_761 + 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function fieldNames(): string[] {
  const folder = join(import.meta.dirname, "../../../fixtures/usage");
  const names = new Set<string>(["iterations", "cache_creation", "ephemeral_1h_input_tokens", "__proto__"]);
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".json"))) {
    for (const [, name] of readFileSync(join(folder, file), "utf8").matchAll(/"([A-Za-z_]\w*)":/g))
      if (name !== undefined) names.add(name);
  }
  return [...names].toSorted();
}
