import { expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { parseRate } from "./parse-rate.ts";
import { callRate, tokenRate } from "./rate-fixtures.ts";
import { rateVersion } from "./rate-version.ts";
import { sha256Hex } from "./sha-256.ts";

test("the digest is the platform's SHA-256, whatever the length of the text", () => {
  for (const length of [0, 1, 54, 55, 56, 57, 63, 64, 65, 119, 120, 1000]) {
    const text = "aé令😀".repeat(length).slice(0, length);
    const encoded = new TextDecoder().decode(new TextEncoder().encode(text));
    expect(sha256Hex(text)).toBe(createHash("sha256").update(encoded).digest("hex"));
  }
});

test("a version is 32 hexadecimal digits", () => {
  expect(rateVersion(tokenRate())).toMatch(/^[0-9a-f]{32}$/);
});

test("the version of a stored rate never changes", () => {
  expect(rateVersion(tokenRate())).toBe("8c50b50ee7c3895ece8687388fd7b27b");
  expect(rateVersion(callRate())).toBe("96d509b06ca9a7baad6a7558bcead594");
});

test("equal rates have one version, whatever the order of their fields", () => {
  const rate = tokenRate({ toolPrices: { a: { usdPerThousand: 1, source: "default" } } });
  const backwards = JSON.parse(JSON.stringify(Object.fromEntries(Object.entries(rate).toReversed())));
  expect(rateVersion(backwards)).toBe(rateVersion(rate));
});

test("a rate read back has the version it was stored under", () => {
  const rate = tokenRate({ completionRatio: 2.5 / 0.3, cacheRatio: 1e-9 });
  const stored = parseRate(JSON.stringify(rate));
  expect(stored && rateVersion(stored)).toBe(rateVersion(rate));
});

test("rates that differ anywhere differ in version", () => {
  const rates = [
    tokenRate(),
    tokenRate({ groupRatio: 1.5 }),
    tokenRate({ model: "other" }),
    tokenRate({ sources: { ...tokenRate().sources, groupRatio: "special" } }),
    tokenRate({ tiers: [{ aboveInputTokens: 1, source: "default" }] }),
    tokenRate({ tiers: [{ aboveInputTokens: 2, source: "default" }] }),
    tokenRate({ multipliers: [{ name: "size", value: 2 }] }),
    callRate(),
    callRate({ per: "second" }),
  ];
  expect(new Set(rates.map(rateVersion)).size).toBe(rates.length);
});
