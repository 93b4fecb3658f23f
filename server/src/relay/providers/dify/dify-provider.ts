import type { DifyTarget } from "../../formats/chat/chat-target.ts";
import type { Provider } from "../provider.ts";
import { rootAddress } from "../root-address.ts";

type App = NonNullable<DifyTarget["app"]>;

const PATHS: Readonly<Record<App, string>> = {
  chat: "chat-messages",
  completion: "completion-messages",
  workflow: "workflows/run",
};

/** What `other` may say; agents and chatflows are called as chats are. */
const APPS: ReadonlyMap<string, App> = new Map([
  ["chat", "chat"],
  ["agent", "chat"],
  ["completion", "completion"],
  ["workflow", "workflow"],
]);

/**
 * An app of Dify's; its key says which one, `other` or the beginning of the model's name (`workflow-…`) of which kind.
 * Source: https://docs.dify.ai/api-reference/chat/send-chat-message, …/workflow-execution/execute-workflow,
 * …/completion/create-completion-message
 */
export const difyProvider: Provider = { ...providerOfKind(appOfModel), variantFor };

/** Kept, so that a channel's provider is the same for all of its calls. */
const VARIANTS: ReadonlyMap<App, Provider> = new Map(
  [...new Set(APPS.values())].map((app) => [app, providerOfKind(() => app)]),
);

function variantFor({ other }: { readonly other: string }): Provider | undefined {
  const app = APPS.get(other.trim().toLowerCase());
  return app && VARIANTS.get(app);
}

function appOfModel(model: string): App {
  const [beginning = ""] = model.toLowerCase().split(/[-_:/]/, 1);
  return APPS.get(beginning) ?? "chat";
}

function providerOfKind(appOf: (model: string) => App): Provider {
  return {
    chatDialects: ["dify"],
    reportsStreamUsage: () => true,
    chatTarget: (model) => ({ dify: { app: appOf(model) } }),
    target: ({ baseUrl, key }, { operation, model }) =>
      operation === "chat"
        ? {
            url: `${rootAddress(baseUrl, "/v1")}/${PATHS[appOf(model)]}`,
            headers: { authorization: `Bearer ${key}` },
          }
        : undefined,
  };
}
