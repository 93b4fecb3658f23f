import { expect, test } from "bun:test";
import { readProxyAddress } from "./proxy-address.ts";

test.each([
  ["http://p.test", "http", "http://p.test", false],
  ["https://p.test/", "http", "https://p.test", false],
  ["socks5://P.test", "socks5", "http://p.test:1080", true],
  ["socks5h://[::1]:9", "socks5", "http://[::1]:9", false],
  // Other spellings of an address are undone whatever the scheme.
  ["socks5h://0x7f.1:9", "socks5", "http://127.0.0.1:9", false],
] as const)("%s is a proxy", (text, kind, origin, resolvesHere) => {
  expect(readProxyAddress(text)).toMatchObject({ kind, origin, resolvesHere, credentials: undefined });
});

test("user name and password are taken out of the URL, escapes undone", () => {
  expect(readProxyAddress("socks5h://me:p%40s%3As@p.test:1").credentials).toEqual({
    username: "me",
    password: "p@s:s",
  });
  expect(readProxyAddress("http://me:100%@p.test:1").credentials).toEqual({
    username: "me",
    password: "100%",
  });
});

test.each([
  ["", "egress.proxy-invalid"],
  ["p.test:1080", "egress.proxy-invalid"],
  ["ftp://p.test", "egress.proxy-invalid"],
  ["socks4://p.test", "egress.proxy-invalid"],
  ["http://p.test/path", "egress.proxy-invalid"],
  [`socks5://me:${"x".repeat(256)}@p.test`, "egress.proxy-invalid"],
  ["socks5://me:secret@169.254.169.254:80", "egress.metadata-refused"],
  ["http://metadata.google.internal", "egress.metadata-refused"],
  ["http://224.0.0.1", "egress.address-refused"],
])("%s is refused, and no secret is told", (text, code) => {
  let problem: unknown;
  try {
    readProxyAddress(text);
  } catch (error) {
    problem = error;
  }
  expect(problem).toMatchObject({ name: "EgressError", code });
  expect(String(problem)).not.toContain("secret");
});
