import type { ModelSuffixes } from "../model-suffix.ts";

const REASONING_MODEL = /^(?:o\d(?:-mini|-pro)?|gpt-5|gpt-oss)(?:[-.][\w.-]+)?$/;

/**
 * Efforts of OpenAI's reasoning models, for every vendor that has them.
 * Source: https://platform.openai.com/docs/guides/reasoning
 */
export const OPENAI_SUFFIXES: ModelSuffixes = {
  efforts: {
    words: ["none", "minimal", "low", "medium", "high", "xhigh"],
    takes: (model) => REASONING_MODEL.test(model),
  },
};
