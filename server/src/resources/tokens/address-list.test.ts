import { expect, test } from "bun:test";
import { addressMatcher, isAddressOrRange } from "./address-list.ts";

test.each([
  "192.0.2.1",
  "10.0.0.0/8",
  "10.1.2.3/8",
  "0.0.0.0/0",
  "192.0.2.1/32",
  "2001:db8::1",
  "2001:db8::/32",
  "::/0",
  "::ffff:192.0.2.1",
  "::ffff:10.0.0.0/104",
])("%p is an address or range", (text) => {
  expect(isAddressOrRange(text)).toBe(true);
});

test.each([
  "",
  "localhost",
  "1",
  "0x7f.1",
  "010.0.0.1",
  "192.0.2",
  "192.0.2.256",
  "192.0.2.1/33",
  "192.0.2.1/-1",
  "192.0.2.1/",
  "192.0.2.1/8/8",
  "2001:db8::/129",
  "fe80::1%eth0",
  "10.0.0.0-10.0.0.9",
  "192.0.2.*",
])("%p is neither", (text) => {
  expect(isAddressOrRange(text)).toBe(false);
});

test.each<[string[], string, boolean]>([
  [["192.0.2.1"], "192.0.2.1", true],
  [["192.0.2.1"], "192.0.2.2", false],
  [["198.51.100.7", "10.0.0.0/8"], "10.200.1.1", true],
  [["10.1.2.3/8"], "10.9.9.9", true],
  [["10.0.0.0/8"], "11.0.0.1", false],
  [["2001:db8::/32"], "2001:db8:1::5", true],
  [["2001:db8::/32"], "2001:db9::5", false],
  [["2001:0db8:0:0:0:0:0:1"], "2001:db8::1", true],
  [["192.0.2.0/24"], "::ffff:192.0.2.9", true],
  [["::ffff:192.0.2.9"], "192.0.2.9", true],
  [["::ffff:10.0.0.0/104"], "10.9.9.9", true],
  [["::/0"], "192.0.2.1", false],
  [["0.0.0.0/0"], "2001:db8::1", false],
  [["0.0.0.0/0", "::/0"], "2001:db8::1", true],
  [["192.0.2.1"], "", false],
  [["192.0.2.1"], "not an address", false],
])("%j lets %p in: %p", (entries, ip, expected) => {
  expect(addressMatcher(entries)?.matches(ip)).toBe(expected);
});

test("an empty list matches by not being there, an unreadable one lets nobody in", () => {
  expect(addressMatcher([])).toBeUndefined();
  expect(addressMatcher(["nonsense"])?.matches("192.0.2.1")).toBe(false);
});
