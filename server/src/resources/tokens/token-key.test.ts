import { expect, test } from "bun:test";
import { testSecrets } from "../../../test/support/test-secrets.ts";
import { newTokenKey, openTokenKey, sealTokenKey, tokenKeyHash } from "./token-key.ts";
import { tokenNames } from "./token-names.ts";

test("a key is 48 letters and digits, and never the same", () => {
  const keys = new Set(Array.from({ length: 500 }, newTokenKey));
  expect(keys.size).toBe(500);
  for (const key of keys) expect(key).toMatch(/^[A-Za-z0-9]{48}$/);
});

test("a sealed key opens for its own row only and is found by its hash", () => {
  const [mine, other] = ["mine", "other"].map((key) => sealTokenKey(testSecrets, key));
  expect(mine && openTokenKey(testSecrets, mine)).toBe("mine");
  expect(mine?.key_hash).toBe(tokenKeyHash(testSecrets, "mine"));
  expect(JSON.stringify(mine)).not.toContain("mine");
  const moved = { key_hash: other?.key_hash ?? "", key_sealed: mine?.key_sealed ?? "" };
  expect(() => openTokenKey(testSecrets, moved)).toThrow("belongs to another place");
});

test("the first name is the given one, the others have six random characters more", () => {
  expect(tokenNames("key", 1)).toEqual(["key"]);
  const names = tokenNames("key", 100);
  expect(names[0]).toBe("key");
  expect(new Set(names).size).toBe(100);
  for (const name of names.slice(1)) expect(name).toMatch(/^key-[A-Za-z0-9]{6}$/);
});

test("a long name is shortened so that the suffix fits", () => {
  expect(tokenNames("x".repeat(30), 2)).toEqual([
    "x".repeat(30),
    expect.stringMatching(/^x{23}-[A-Za-z0-9]{6}$/),
  ]);
});
