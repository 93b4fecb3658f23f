import { expect, test } from "bun:test";
import { bedrockDialect, bedrockModelId, converseTarget } from "./bedrock-models.ts";

/** Ids as https://platform.claude.com/docs/en/build-with-claude/claude-on-amazon-bedrock-legacy lists them. */
test.each([
  ["claude-sonnet-4-5-20250929", "us-east-1", "us.anthropic.claude-sonnet-4-5-20250929-v1:0"],
  ["claude-sonnet-4-5", "eu-west-1", "eu.anthropic.claude-sonnet-4-5-20250929-v1:0"],
  ["claude-sonnet-4-5", "ap-northeast-1", "jp.anthropic.claude-sonnet-4-5-20250929-v1:0"],
  ["claude-sonnet-4-5", "ap-south-1", "global.anthropic.claude-sonnet-4-5-20250929-v1:0"],
  ["claude-sonnet-4-0", "ap-southeast-2", "apac.anthropic.claude-sonnet-4-20250514-v1:0"],
  ["claude-3-5-sonnet-latest", "us-west-2", "us.anthropic.claude-3-5-sonnet-20241022-v2:0"],
  ["claude-3-5-sonnet-20240620", "eu-central-1", "eu.anthropic.claude-3-5-sonnet-20240620-v1:0"],
  ["claude-3-haiku-20240307", "sa-east-1", "anthropic.claude-3-haiku-20240307-v1:0"],
  ["claude-opus-4-1", "eu-west-1", "anthropic.claude-opus-4-1-20250805-v1:0"],
  ["claude-opus-4-6", "us-east-1", "us.anthropic.claude-opus-4-6-v1"],
  ["claude-sonnet-4-6", "eu-west-1", "eu.anthropic.claude-sonnet-4-6"],
  ["claude-opus-4-7", "us-gov-west-1", "anthropic.claude-opus-4-7"],
])("%s in %s is %s", (model, region, id) => {
  expect(bedrockModelId(model, region)).toBe(id);
});

test("ids of Bedrock's own and ARNs stay as they are", () => {
  for (const id of [
    "anthropic.claude-3-haiku-20240307-v1:0",
    "global.anthropic.claude-opus-4-6-v1",
    "arn:aws:bedrock:us-east-1:1:inference-profile/us.anthropic.claude-sonnet-4-6",
  ]) {
    expect(bedrockModelId(id, "eu-west-1")).toBe(id);
    expect(bedrockDialect(id)).toBe("anthropic");
  }
  for (const id of ["us.amazon.nova-pro-v1:0", "meta.llama3-1-70b-instruct-v1:0", "not-claude-1"])
    expect(bedrockDialect(id)).toBe("bedrock-converse");
  expect(bedrockDialect("openai.gpt-oss-120b-1:0")).toBe("openai-chat");
});

test("marks for the cache and schemas go to models that take them", () => {
  expect(converseTarget("us.amazon.nova-pro-v1:0")).toEqual({ cachePoints: true, jsonSchema: false });
  expect(converseTarget("qwen.qwen3-32b-v1:0")).toEqual({ cachePoints: false, jsonSchema: true });
});
