import type { Provider } from "../provider.ts";

/**
 * A knowledge base of AI Proxy's; `other` is its number. The vendor's documentation is gone.
 * Source: https://github.com/songquanpeng/one-api (relay/adaptor/aiproxy)
 */
export const libraryProvider: Provider = {
  ...ofLibrary(""),
  variantFor: ({ other }) => ofLibrary(other.trim()),
};

function ofLibrary(id: string): Provider {
  return {
    chatDialects: ["library"],
    reportsStreamUsage: () => false,
    chatTarget: () => ({ library: { id } }),
    target: ({ baseUrl, key }, { operation }) =>
      operation === "chat"
        ? { url: `${baseUrl}/api/library/ask`, headers: { authorization: `Bearer ${key}` } }
        : undefined,
  };
}
