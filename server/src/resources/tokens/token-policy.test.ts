import { expect, test } from "bun:test";
import { checkAddresses, checkEnabling, checkTokenGroup, shownStatus } from "./token-policy.ts";
import type { TokenLife } from "./token-policy.ts";

const NOW = 1000;
const token = (change: Partial<TokenLife> = {}): TokenLife => ({
  status: 1,
  expired_time: -1,
  unlimited_quota: false,
  ...change,
});

test.each<[string, Partial<TokenLife>, number, number]>([
  ["enabled with quota", {}, 5, 1],
  ["enabled until later", { expired_time: NOW + 1 }, 5, 1],
  ["enabled, at the moment of its expiry", { expired_time: NOW }, 5, 3],
  ["enabled without quota", {}, 0, 4],
  ["enabled below zero", {}, -3, 4],
  ["enabled, unlimited, below zero", { unlimited_quota: 1 }, -3, 1],
  ["expired and exhausted", { expired_time: 1 }, 0, 3],
  ["disabled, expired and exhausted", { status: 2, expired_time: 1 }, 0, 2],
  ["stored as expired by an older program", { status: 3 }, 5, 3],
])("the status shown of a token that is %s", (_, change, remain, expected) => {
  expect(shownStatus(token(change), remain, NOW)).toBe(expected);
});

test("what is expired or exhausted cannot be enabled", () => {
  expect(() => checkEnabling(token({ expired_time: NOW }), 5, NOW)).toThrow("token.expired");
  expect(() => checkEnabling(token(), 0, NOW)).toThrow("token.exhausted");
  checkEnabling(token({ unlimited_quota: true }), 0, NOW);
  checkEnabling(token({ expired_time: NOW + 1 }), 1, NOW);
});

test("the first wrong address is named", () => {
  checkAddresses([]);
  checkAddresses(["192.0.2.1", "2001:db8::/32"]);
  expect(() => checkAddresses(["192.0.2.1", "home", "work"])).toThrow(
    expect.objectContaining({ code: "token.address-invalid", details: { address: "home" } }),
  );
});

test("a group must be usable, none means the owner's own", () => {
  checkTokenGroup("", []);
  checkTokenGroup("vip", ["default", "vip"]);
  expect(() => checkTokenGroup("gold", ["default"])).toThrow("token.group-unknown");
});
