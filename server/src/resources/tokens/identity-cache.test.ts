import { expect, test } from "bun:test";
import { createIdentityCache } from "./identity-cache.ts";
import type { TokenIdentity } from "./token-identities.ts";

const identity = (tokenId: number, userId = 1): TokenIdentity => ({
  tokenId,
  tokenName: "key",
  userId,
  username: "alice",
  userRole: 1,
  userStatus: 1,
  userGroup: "default",
  tokenGroup: "",
  autoGroups: [],
  crossGroupRetry: false,
  tokenStatus: 1,
  expiredTime: -1,
  unlimited: false,
  modelLimits: undefined,
  allowIps: undefined,
});

function open() {
  let nowMs = 0;
  const cache = createIdentityCache({ nowMs: () => nowMs });
  const knows = (keyHash: string) => cache.find(keyHash)?.identity?.tokenId;
  return { cache, knows, passMs: (ms: number) => (nowMs += ms) };
}

test("a known key is remembered for a minute, an unknown one for seconds", () => {
  const { cache, knows, passMs } = open();
  cache.remember("known", identity(1));
  cache.remember("unknown", undefined);
  expect(knows("known")).toBe(1);
  expect(cache.find("unknown")).toMatchObject({ identity: undefined });
  expect(cache.find("never asked")).toBeUndefined();
  passMs(3000);
  expect(cache.find("unknown")).toBeUndefined();
  expect(knows("known")).toBe(1);
  passMs(57_000);
  expect(cache.find("known")).toBeUndefined();
});

test("a token, a user's tokens or everything can be forgotten", () => {
  const { cache, knows } = open();
  const fill = () => {
    cache.remember("a", identity(1, 1));
    cache.remember("b", identity(2, 1));
    cache.remember("c", identity(3, 2));
    cache.remember("x", undefined);
  };
  fill();
  cache.forget({ tokenId: 2 });
  expect(["a", "b", "c"].map(knows)).toEqual([1, undefined, 3]);
  expect(cache.find("x")).toBeUndefined();
  fill();
  cache.forget({ userId: 1 });
  expect(["a", "b", "c"].map(knows)).toEqual([undefined, undefined, 3]);
  fill();
  cache.forget({});
  expect(["a", "b", "c"].map(knows)).toEqual([undefined, undefined, undefined]);
});

test("the keys used longest ago make room for new ones", () => {
  const { cache, knows } = open();
  for (let id = 0; id < 50_000; id++) cache.remember(`k${id}`, identity(id));
  expect(knows("k0")).toBe(0);
  cache.remember("one more", identity(50_000));
  expect(knows("k0")).toBe(0);
  expect(knows("k1")).toBeUndefined();
  expect(knows("one more")).toBe(50_000);
});

test("unknown keys never push out known ones", () => {
  const { cache, knows } = open();
  cache.remember("known", identity(1));
  for (let n = 0; n < 20_000; n++) cache.remember(`u${n}`, undefined);
  expect(knows("known")).toBe(1);
  expect(cache.find("u0")).toBeUndefined();
  expect(cache.find("u19999")).toBeDefined();
});

test("a key that turned out to exist is no longer unknown", () => {
  const { cache, knows } = open();
  cache.remember("key", undefined);
  cache.remember("key", identity(1));
  expect(knows("key")).toBe(1);
});
