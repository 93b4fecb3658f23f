import { describe, expect, test } from "bun:test";
import { createClientIp, rateSubject } from "./client-ip.ts";

const forwarded = (value: string) => new Headers({ "x-forwarded-for": value });

describe("client address", () => {
  const clientIp = createClientIp(["10.0.0.0/8", "fd00::/8"]);

  test("without trusted proxies the header is ignored", () => {
    expect(createClientIp([])(forwarded("1.2.3.4"), "10.0.0.1")).toBe("10.0.0.1");
  });

  test("a peer that is not trusted cannot name another address", () => {
    expect(clientIp(forwarded("1.2.3.4"), "8.8.8.8")).toBe("8.8.8.8");
  });

  test("behind trusted proxies the first untrusted hop from the right counts", () => {
    expect(clientIp(forwarded("6.6.6.6, 1.2.3.4, 10.9.9.9"), "10.0.0.1")).toBe("1.2.3.4");
    expect(clientIp(forwarded("2001:db8::5"), "fd00::1")).toBe("2001:db8::5");
    expect(clientIp(forwarded("1.2.3.4:5678"), "::ffff:10.0.0.1")).toBe("1.2.3.4");
    expect(clientIp(forwarded("[2001:db8::5]:443"), "10.0.0.1")).toBe("2001:db8::5");
  });

  test("an unreadable hop ends the walk at the last address that could be read", () => {
    expect(clientIp(forwarded("1.2.3.4, unknown"), "10.0.0.1")).toBe("10.0.0.1");
    expect(clientIp(new Headers(), "10.0.0.1")).toBe("10.0.0.1");
  });
});

test("rate windows count an IPv6 customer's whole network as one", () => {
  expect(rateSubject("2001:db8:1:2:3:4:5:6")).toBe(rateSubject("2001:db8:1:2:ffff::1"));
  expect(rateSubject("2001:db8:1:3::1")).not.toBe(rateSubject("2001:db8:1:2::1"));
  expect(rateSubject("1.2.3.4")).toBe("1.2.3.4");
});
