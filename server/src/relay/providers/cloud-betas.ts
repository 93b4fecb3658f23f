/**
 * Anthropic's betas that a cloud has too, without their dates. Others are features of Anthropic's own service or marks of its
 * clients (`claude-code-…`, `oauth-…`), for which a cloud refuses the whole call ("invalid beta flag").
 * Source: https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-anthropic-claude-messages-request-response.html,
 * https://cloud.google.com/vertex-ai/generative-ai/docs/partner-models/claude, and what clients' trackers report of both.
 */
const SHARED = [
  "computer-use",
  "context-1m",
  "context-management",
  "compact",
  "dangerous-tool-use",
  "interleaved-thinking",
  "thinking-binding-controls",
  "thinking-display-updates",
  "tool-search-tool",
] as const;

const BEDROCK: ReadonlySet<string> = new Set([
  ...SHARED,
  "dev-full-thinking",
  "effort",
  "fine-grained-tool-streaming",
  "mid-conversation-output-config",
  "mid-conversation-tool-changes",
  "output-128k",
  "token-efficient-tools",
  "tool-examples",
]);

const VERTEX: ReadonlySet<string> = new Set([...SHARED, "per-turn-control", "web-search"]);

const withoutDate = (beta: string): string => beta.replace(/-\d{4}-?\d{2}-?\d{2}$/, "");

export function bedrockTakesBeta(beta: string): boolean {
  return BEDROCK.has(withoutDate(beta));
}

export function vertexTakesBeta(beta: string): boolean {
  return VERTEX.has(withoutDate(beta));
}
