import { describe, expect, test } from "bun:test";
import { wrongImports } from "./import-directions.ts";

/** What the rules say about one file that imports one thing. */
const verdict = (path: string, specifier: string) =>
  wrongImports([{ path, text: `import { x } from "${specifier}";\n` }]);

describe("an import the wrong way is found", () => {
  test.each([
    ["server/src/lib/clock.ts", "../db/database.ts"],
    ["server/src/db/lock.ts", "../ledger/ledger.ts"],
    ["server/src/ledger/verbs.ts", "../resources/tokens/token-store.ts"],
    ["server/src/resources/tokens/token-routes.ts", "../../relay/relay.ts"],
    ["server/src/resources/tokens/token-routes.ts", "../../http/session-cookie.ts"],
    ["server/src/resources/tokens/token-routes.ts", "../../app.ts"],
    ["server/src/pricing/charge.ts", "../lib/clock.ts"],
    ["server/src/relay/formats/openai/openai-usage.ts", "../../providers/openai/openai-provider.ts"],
    ["server/src/relay/providers/openai/openai-provider.ts", "../../relay.ts"],
    ["server/src/relay/providers/openai/openai-provider.ts", "../../../ledger/ledger.ts"],
    ["server/src/relay/providers/mistral/mistral-provider.ts", "../azure/azure-provider.ts"],
    ["server/src/relay/relay.ts", "../http/client-ip.ts"],
    ["server/src/relay/relay.ts", "../jobs/sweep-job.ts"],
    ["server/src/http/router.ts", "../app.ts"],
    ["server/src/app.ts", "../test/support/test-app.ts"],
    ["server/src/app.ts", "../../web/src/theme.ts"],
    ["server/src/lib/clock.ts", "../unheard-of/thing.ts"],
    ["contract/src/tokens.ts", "kysely"],
    ["contract/src/tokens.ts", "../../server/src/lib/clock.ts"],
    ["web/src/main.tsx", "@tollgate/server/config"],
    ["web/src/main.tsx", "node:fs"],
  ])("%s → %s", (path, specifier) => {
    expect(verdict(path, specifier)).toHaveLength(1);
  });
});

describe("an import the right way is let pass", () => {
  test.each([
    ["server/src/db/lock.ts", "../lib/clock.ts"],
    ["server/src/db/lock.ts", "@tollgate/contract/quota"],
    ["server/src/ledger/verbs.ts", "../db/bulk.ts"],
    ["server/src/resources/tokens/token-routes.ts", "../../http/route.ts"],
    ["server/src/resources/tokens/token-routes.ts", "../groups/groups.ts"],
    ["server/src/relay/relay.ts", "../ledger/ledger.ts"],
    ["server/src/relay/formats/openai/openai-error.ts", "../../relay-error.ts"],
    ["server/src/relay/providers/provider.ts", "../../resources/channels/relay-channels.ts"],
    [
      "server/src/relay/providers/mistral/mistral-provider.ts",
      "../openai-compatible/openai-compatible-provider.ts",
    ],
    ["server/src/relay/providers/mistral/mistral-provider.ts", "../provider.ts"],
    ["server/src/app.ts", "./relay/relay.ts"],
    ["server/src/resources/tokens/token-routes.test.ts", "../../../test/support/test-app.ts"],
    ["contract/src/tokens.ts", "zod/mini"],
    ["web/src/main.tsx", "@tollgate/contract/tokens"],
    ["web/src/main.tsx", "react"],
  ])("%s → %s", (path, specifier) => {
    expect(verdict(path, specifier)).toEqual([]);
  });
});
