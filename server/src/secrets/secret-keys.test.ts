import { afterEach, beforeEach, expect, test } from "bun:test";
import { createHmac, hkdfSync } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSecretKeys } from "./secret-keys.ts";

let dataDir = "";
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "tollgate-keys-"));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const passphrase = "a long enough passphrase";

test("without a setting the key lives in the data directory and survives a restart", () => {
  const first = openSecretKeys({ dataDir });
  const second = openSecretKeys({ dataDir });
  expect([first.origin, second.origin]).toEqual(["new-file", "file"]);
  expect(second.vault.decrypt(first.vault.encrypt("s", "a:1"), "a:1")).toBe("s");
  expect(second.keyCheckValue()).toBe(first.keyCheckValue());
});

test("with a setting no file is made, and two nodes reach the same key", () => {
  const here = openSecretKeys({ dataDir, secretKey: passphrase });
  const there = openSecretKeys({ dataDir: join(dataDir, "other"), secretKey: passphrase });
  expect(here.origin).toBe("setting");
  expect(existsSync(join(dataDir, "secret.key"))).toBe(false);
  expect(there.lookupHash("sk-a", "tokens.key")).toBe(here.lookupHash("sk-a", "tokens.key"));
});

test("the contents of the key file can move to the environment", () => {
  const fromFile = openSecretKeys({ dataDir });
  const hex = readFileSync(join(dataDir, "secret.key"), "utf8").trim();
  expect(openSecretKeys({ dataDir, secretKey: hex }).keyCheckValue()).toBe(fromFile.keyCheckValue());
});

test("a weak secret key is refused without repeating it", () => {
  for (const secretKey of ["", "short", "random_string", "aaaaaaaaaaaaaaaaaaaaaaaa"]) {
    expect(() => openSecretKeys({ dataDir, secretKey })).toThrow(
      expect.objectContaining({
        code: "secrets.key-weak",
        message: expect.not.stringContaining(secretKey || "unset"),
      }),
    );
  }
});

test("the start refuses another key than the database remembers", () => {
  const keys = openSecretKeys({ dataDir, secretKey: passphrase });
  const remembered = keys.keyCheckValue();
  keys.requireKey(remembered);
  expect(() => openSecretKeys({ dataDir }).requireKey(remembered)).toThrow(
    /had no secret.key, so a new one was made/,
  );
  expect(() => openSecretKeys({ dataDir }).requireKey(remembered)).toThrow(/put the secret.key file/);
  const other = openSecretKeys({ dataDir, secretKey: `${passphrase}!` });
  expect(() => other.requireKey(remembered)).toThrow(expect.objectContaining({ code: "secrets.wrong-key" }));
});

test("a lookup hash is HMAC-SHA-256 under a key of its purpose", () => {
  const hex = "0123456789abcdef".repeat(4);
  const keys = openSecretKeys({ dataDir, secretKey: hex });
  const key = Buffer.from(
    hkdfSync("sha256", Buffer.from(hex, "hex"), "", "tollgate/v1/lookup/tokens.key", 32),
  );
  const expected = createHmac("sha256", key).update("sk-abc").digest("base64url");
  expect(keys.lookupHash("sk-abc", "tokens.key")).toBe(expected);
  expect(keys.lookupHash("sk-abc", "tokens.key")).toBe(expected);
  expect(keys.lookupHash("sk-abd", "tokens.key")).not.toBe(expected);
  expect(keys.lookupHash("sk-abc", "users.access_token")).not.toBe(expected);
});

test("keys for different purposes have nothing in common", () => {
  const keys = openSecretKeys({ dataDir, secretKey: passphrase });
  expect(keys.subKey("cookies").length).toBe(32);
  expect(keys.subKey("cookies").equals(keys.subKey("cookies"))).toBe(true);
  expect(keys.subKey("cookies").equals(keys.subKey("mail links"))).toBe(false);
  expect(keys.keyCheckValue()).not.toContain(keys.subKey("check").subarray(0, 16).toString("hex"));
});

test("a lookup hash takes at most a few microseconds", () => {
  const keys = openSecretKeys({ dataDir, secretKey: passphrase });
  const secret = `sk-${"a".repeat(48)}`;
  for (let round = 0; round < 20_000; round += 1) keys.lookupHash(secret, "tokens.key");
  const startedAt = performance.now();
  for (let round = 0; round < 50_000; round += 1) keys.lookupHash(secret, "tokens.key");
  const nanosecondsEach = ((performance.now() - startedAt) / 50_000) * 1e6;
  expect(nanosecondsEach).toBeLessThan(5000);
});
