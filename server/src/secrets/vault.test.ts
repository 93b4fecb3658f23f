import { expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { createVault } from "./vault.ts";

const key = randomBytes(32);
const vault = createVault(key);
const place = "channels.key:12";

/** The code of the error that the work throws. */
function codeOf(work: () => unknown): unknown {
  try {
    work();
  } catch (problem) {
    return problem instanceof Error && "code" in problem ? problem.code : problem;
  }
  return null;
}

test("what was sealed opens again, whatever it was", () => {
  for (const plain of ["", "sk-abc", "密钥\n🔑", "x".repeat(100_000)]) {
    expect(vault.decrypt(vault.encrypt(plain, place), place)).toBe(plain);
  }
});

test("a sealed text is versioned, does not show the secret and differs each time", () => {
  const sealed = vault.encrypt("sk-abc", place);
  expect(sealed).toMatch(/^v1:[\w-]+$/);
  expect(Buffer.from(sealed.slice(3), "base64url").toString("latin1")).not.toContain("sk-abc");
  expect(vault.encrypt("sk-abc", place)).not.toBe(sealed);
});

test("a sealed text cannot move to another row or column", () => {
  const sealed = vault.encrypt("sk-abc", place);
  expect(codeOf(() => vault.decrypt(sealed, "channels.key:13"))).toBe("secrets.damaged");
  expect(codeOf(() => vault.decrypt(sealed, "tokens.key:12"))).toBe("secrets.damaged");
});

test("another key is told apart from damage", () => {
  const sealed = createVault(randomBytes(32)).encrypt("sk-abc", place);
  expect(codeOf(() => vault.decrypt(sealed, place))).toBe("secrets.wrong-key");
});

test("each changed byte is noticed", () => {
  const bytes = Buffer.from(vault.encrypt("sk-abc", place).slice(3), "base64url");
  for (let index = 0; index < bytes.length; index += 1) {
    const changed = Buffer.from(bytes);
    changed.writeUInt8(changed.readUInt8(index) ^ 1, index);
    const code = codeOf(() => vault.decrypt(`v1:${changed.toString("base64url")}`, place));
    expect(code).toBe(index < 4 ? "secrets.wrong-key" : "secrets.damaged");
  }
});

test("a text that no vault made is refused as such", () => {
  const sealed = vault.encrypt("sk-abc", place);
  for (const text of ["", "sk-abc", "v1:", "v1:AAAA", "v2:" + sealed.slice(3), sealed + "=", sealed + " "]) {
    expect(codeOf(() => vault.decrypt(text, place))).toBe("secrets.malformed");
  }
});

test("an error never repeats the secret", () => {
  const sealed = vault.encrypt("sk-abc", place);
  expect(() => vault.decrypt(sealed, "elsewhere")).toThrow(/^the sealed value of elsewhere was changed/);
});
