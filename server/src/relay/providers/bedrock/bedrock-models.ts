import type { ChatDialect } from "../../formats/chat/chat-dialect.ts";
import type { BedrockConverseTarget } from "../../formats/chat/chat-target.ts";
import { claudeRelease } from "../claude-releases.ts";

/**
 * Where calls of a model may be served from by a name with that prefix, by the model's name at Anthropic. Later models are in
 * all of `LATER`. Source: https://platform.claude.com/docs/en/build-with-claude/claude-on-amazon-bedrock-legacy,
 * https://docs.aws.amazon.com/bedrock/latest/userguide/inference-profiles-support.html
 */
const PROFILES: Readonly<Record<string, readonly Prefix[]>> = {
  "claude-3-haiku": ["us", "us-gov", "eu", "apac"],
  "claude-3-sonnet": ["us", "eu", "apac"],
  "claude-3-opus": ["us"],
  "claude-3-5-sonnet": ["us", "us-gov", "eu", "apac"],
  "claude-3-5-haiku": ["us"],
  "claude-3-7-sonnet": ["us", "us-gov", "eu", "apac"],
  "claude-sonnet-4": ["global", "us", "eu", "apac"],
  "claude-opus-4": ["us"],
  "claude-opus-4-1": ["us"],
  "claude-sonnet-4-5": ["global", "us", "us-gov", "eu", "jp", "au"],
  "claude-haiku-4-5": ["global", "us", "eu", "jp", "au"],
  "claude-opus-4-5": ["global", "us", "eu"],
};

type Prefix = "global" | "us" | "us-gov" | "eu" | "jp" | "au" | "apac";

const LATER: readonly Prefix[] = ["global", "us", "eu", "jp", "au"];

/** The prefixes that serve a region, the nearest first. */
const PREFIXES_OF_REGION: readonly (readonly [region: RegExp, prefixes: readonly Prefix[]])[] = [
  [/^us-gov-/, ["us-gov"]],
  [/^us-/, ["us", "global"]],
  [/^eu-/, ["eu", "global"]],
  [/^ap-northeast-[13]$/, ["jp", "apac", "global"]],
  [/^ap-southeast-[24]$/, ["au", "apac", "global"]],
  [/^ap-/, ["apac", "global"]],
  [/^cn-/, []],
  [/^ca-/, ["us", "global"]],
  [/^/, ["global"]],
];

/** Ids that are not `anthropic.{name}` or `anthropic.{name}-{date}-v1:0`. */
const OTHER_IDS: Readonly<Record<string, string>> = {
  "claude-3-5-sonnet-20241022": "anthropic.claude-3-5-sonnet-20241022-v2:0",
  "claude-opus-4-6": "anthropic.claude-opus-4-6-v1",
};

/**
 * The id to invoke in a region. A name of Anthropic's own becomes Bedrock's, with the prefix of the profile that serves the
 * region; ids of Bedrock's and ARNs stay as they are.
 */
export function bedrockModelId(model: string, region: string): string {
  const release = claudeRelease(model);
  if (!release) return model;
  const { name, date } = release;
  const dated = date === undefined ? name : `${name}-${date}`;
  const id = OTHER_IDS[dated] ?? (date === undefined ? `anthropic.${name}` : `anthropic.${dated}-v1:0`);
  const serving = PREFIXES_OF_REGION.find(([pattern]) => pattern.test(region))?.[1] ?? [];
  const profiles = PROFILES[name] ?? LATER;
  const prefix = serving.find((candidate) => profiles.includes(candidate));
  return prefix === undefined ? id : `${prefix}.${id}`;
}

/** The dialect of a model, by its name at Anthropic, its id here, or what an ARN says of it. */
export function bedrockDialect(model: string): ChatDialect {
  if (/(?:^|[./])(?:anthropic\.)?claude-/.test(model)) return "anthropic";
  return /(?:^|[./])openai\./.test(model) ? "openai-chat" : "bedrock-converse";
}

/** Open models whose answers can be held to a schema. */
const SCHEMAS = /(?:^|[./])(?:qwen|deepseek|mistral|google|minimax|moonshot|nvidia)\./;

/**
 * What a model takes of Converse. Source: https://docs.aws.amazon.com/bedrock/latest/userguide/prompt-caching.html,
 * …/structured-output.html
 */
export function converseTarget(model: string): BedrockConverseTarget {
  return { cachePoints: model.includes("amazon.nova"), jsonSchema: SCHEMAS.test(model) };
}
