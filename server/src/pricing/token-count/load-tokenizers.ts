import { CL100K_TOKEN_SPLIT_REGEX, O200K_TOKEN_SPLIT_REGEX } from "gpt-tokenizer/encodingParams/constants";
import { createEncodingCounter } from "./byte-pair-counter.ts";
import type { EncodingCounter } from "./byte-pair-counter.ts";
import { buildRankTable } from "./rank-table.ts";

/** OpenAI's encodings that are counted exactly. */
export type EncodingName = "o200k_base" | "cl100k_base";

const counters = new Map<EncodingName, EncodingCounter>();
let loading: Promise<void> | undefined;

/**
 * Loads OpenAI's vocabularies; until then its models are estimated like all others. Call it when the server listens,
 * and in tests that depend on exact counts: nothing loads them by itself, so that counts do not change under a test.
 * Some 60 ms of work in steps, between which requests are served, and 30 MB. Calling it again is free.
 */
export function loadTokenizers(): Promise<void> {
  loading ??= loadAll().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** The counter of an encoding, or undefined before it is loaded. */
export function loadedEncoding(name: EncodingName): EncodingCounter | undefined {
  return counters.get(name);
}

/** The encoding of today's models first. */
async function loadAll(): Promise<void> {
  const o200k = await import("gpt-tokenizer/data/o200k_base.tiktoken", { with: { type: "text" } });
  await load("o200k_base", buildRankTable(o200k.default, 200_000), O200K_TOKEN_SPLIT_REGEX);
  const cl100k = await import("gpt-tokenizer/data/cl100k_base.tiktoken", { with: { type: "text" } });
  await load("cl100k_base", buildRankTable(cl100k.default, 101_000), CL100K_TOKEN_SPLIT_REGEX);
}

async function load(
  name: EncodingName,
  steps: ReturnType<typeof buildRankTable>,
  pieces: RegExp,
): Promise<void> {
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) {
      counters.set(name, createEncodingCounter(step.value, pieces));
      return;
    }
    await new Promise<void>((resolve) => void setImmediate(resolve));
  }
}
