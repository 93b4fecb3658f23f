import type { Provider } from "../provider.ts";
import { rootAddress } from "../root-address.ts";
import { anthropicTarget, CLAUDE_SUFFIXES } from "../claude-models.ts";

/**
 * Anthropic. A client's own version and betas go on to it; what is translated is written for the version that all models
 * know. Source: https://platform.claude.com/docs/en/api/messages, …/versioning, …/beta-headers
 */
export const anthropicProvider: Provider = {
  chatDialects: ["anthropic"],
  reportsStreamUsage: () => true,
  chatTarget: (model) => ({ anthropic: anthropicTarget(model) }),
  suffixes: () => CLAUDE_SUFFIXES,
  target: (channel, { operation }) =>
    operation === "chat"
      ? {
          url: `${rootAddress(channel.baseUrl, "/v1")}/messages`,
          headers: { "x-api-key": channel.key, "anthropic-version": "2023-06-01" },
        }
      : undefined,
  passedHeaders: { anthropic: ["anthropic-version", "anthropic-beta"] },
};
