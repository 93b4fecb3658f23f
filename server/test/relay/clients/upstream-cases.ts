import type { ChannelFacts } from "../../support/factories.ts";
import { ANTHROPIC_SIGNATURE } from "../../support/fake-upstream/anthropic-reply.ts";
import { RESPONSES_SEAL } from "../../support/fake-upstream/responses-stream.ts";

/** A channel type, and a model of its vendor that stands for all that are spoken with alike. */
export interface UpstreamCase {
  readonly name: string;
  readonly type: number;
  readonly model: string;
  /** Where its calls arrive. */
  readonly path: RegExp;
  /** What it seals its thoughts with, and wants back. */
  readonly thoughtSeal: string | undefined;
  /** Calls the client's model `chat` by the vendor's name. */
  readonly channel: ChannelFacts;
}

const upstream = (
  name: string,
  type: number,
  model: string,
  path: RegExp,
  thoughtSeal?: string,
): UpstreamCase => ({
  name,
  type,
  model,
  path,
  thoughtSeal,
  channel: { type, model_mapping: JSON.stringify({ chat: model }) },
});

/** One channel type for each dialect that an upstream speaks, and Gemini's third generation, which wants signatures. */
export const UPSTREAM_CASES: readonly UpstreamCase[] = [
  upstream("OpenAI's chat", 47, "open-model", /^\/v1\/chat\/completions$/),
  upstream("OpenAI's responses", 1, "gpt-5-pro", /^\/v1\/responses$/, RESPONSES_SEAL),
  upstream("Anthropic", 14, "claude-sonnet-4-5", /^\/v1\/messages$/, ANTHROPIC_SIGNATURE),
  upstream("Gemini", 24, "gemini-2.5-flash", /^\/v1beta\/models\/gemini-2\.5-flash:\w+$/),
  upstream("Gemini 3", 24, "gemini-3-flash-preview", /^\/v1beta\/models\/gemini-3-flash-preview:\w+$/),
];
