import { expect, test } from "bun:test";
import { createVault } from "../../secrets/vault.ts";
import { maskProxy, openProxy, sealProxy } from "./proxy-secret.ts";

const secrets = { vault: createVault(Buffer.alloc(32, 7)) };
const setting = (proxy: unknown) => JSON.stringify({ proxy, force_format: true }, null, 2);

test.each([
  "socks5h://me:p%40ss%3Aword%25@proxy.test:1080",
  "http://me:secret@10.0.0.7",
  "https://:secret@p.test:8443",
])("the password of %s is sealed at rest, masked when shown, and opened for calls", (proxy) => {
  const stored = sealProxy(secrets, setting(proxy));
  expect(stored).not.toMatch(/secret|p%40ss/);
  expect(openProxy(secrets, stored)?.replace(/\/$/, "")).toBe(proxy);
  const shown = maskProxy(stored);
  expect(shown).toBe(setting(proxy.replace(/:[^:@/]*@/, ":********@")));
  // What is shown can be saved again.
  expect(sealProxy(secrets, shown, stored)).toBe(stored);
});

test("everything but the password keeps its bytes", () => {
  for (const text of [
    "",
    "{}",
    setting(""),
    setting("socks5://p.test:1"),
    setting(null),
    '{ "proxy" : 5 }',
  ]) {
    expect(sealProxy(secrets, text)).toBe(text);
    expect(maskProxy(text)).toBe(text);
  }
});

test("a masked password is not carried to another proxy or user", () => {
  const stored = sealProxy(secrets, setting("http://me:secret@proxy.test:1"));
  for (const proxy of [
    "http://me:********@evil.test:1",
    "http://you:********@proxy.test:1",
    "http://me:********@proxy.test:2",
    "socks5://me:********@proxy.test:1",
  ])
    expect(() => sealProxy(secrets, setting(proxy), stored)).toThrow("channel.proxy-password-required");
  expect(() => sealProxy(secrets, setting("http://me:********@proxy.test:1"))).toThrow();
});

test("a sealed password in another place cannot be opened", () => {
  const stored = sealProxy(secrets, setting("http://me:secret@proxy.test:1"));
  expect(() => openProxy(secrets, stored.replace("proxy.test", "evil.test"))).toThrow("another place");
});

test("a password from before passwords were sealed works, and is sealed when it is saved", () => {
  const old = setting("http://me:secret@proxy.test:1");
  expect(openProxy(secrets, old)).toBe("http://me:secret@proxy.test:1/");
  const saved = sealProxy(secrets, maskProxy(old), old);
  expect(saved).not.toContain("secret");
  expect(openProxy(secrets, saved)).toBe("http://me:secret@proxy.test:1/");
});

test("what is no proxy is for the call to fail on, never a reason to go without", () => {
  expect(openProxy(secrets, setting("nonsense"))).toBe("nonsense");
  expect(openProxy(secrets, setting(5))).toBe("5");
  for (const none of ["", "{}", setting(""), setting(null), "[]"])
    expect(openProxy(secrets, none)).toBeUndefined();
});
