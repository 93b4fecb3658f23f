import { expect, test } from "bun:test";
import { misshapenProviders } from "./provider-folders.ts";

const filesAt = (...paths: string[]) => paths.map((path) => ({ path, text: "" }));

test("a provider's folder without an entry of its name is found", () => {
  const files = filesAt(
    "server/src/relay/providers/azure/address.ts",
    "server/src/relay/providers/provider.ts",
  );
  expect(misshapenProviders(files)).toEqual(["server/src/relay/providers/azure/ has no azure-provider.ts"]);
});

test("a provider's folder with its entry is let pass", () => {
  expect(misshapenProviders(filesAt("server/src/relay/providers/azure/azure-provider.ts"))).toEqual([]);
});
