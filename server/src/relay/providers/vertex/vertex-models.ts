import type { ChatDialect } from "../../formats/chat/chat-dialect.ts";
import { claudeRelease } from "../claude-releases.ts";

/**
 * The dialect of a model: Claude speaks Anthropic's; models of other publishers, named with theirs (`meta/llama-…-maas`),
 * OpenAI's; all others are Google's.
 */
export function vertexDialect(model: string): ChatDialect {
  if (/^(?:anthropic\/)?claude-/.test(model)) return "anthropic";
  const isOthers = model.includes("/") && !/^(?:google|models)\//.test(model);
  return isOthers || model.endsWith("-maas") ? "openai-chat" : "gemini";
}

/**
 * A Claude model's name with its date after an `@`. Names that have one already stay as they are.
 * Source: https://platform.claude.com/docs/en/build-with-claude/claude-on-vertex-ai
 */
export function vertexClaude(model: string): string {
  const name = model.replace(/^anthropic\//, "");
  const release = claudeRelease(name);
  if (!release || release.date === undefined) return release?.name ?? name;
  const dated = `${release.name}@${release.date}`;
  return dated === "claude-3-5-sonnet@20241022" ? "claude-3-5-sonnet-v2@20241022" : dated;
}

/** A model of Google's without its publisher. */
export function vertexGemini(model: string): string {
  return model.replace(/^(?:google|models)\//, "");
}
