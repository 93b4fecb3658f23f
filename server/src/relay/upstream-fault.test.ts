import { describe, expect, test } from "bun:test";
import { EgressError } from "../lib/egress/egress-error.ts";
import { UpstreamFault } from "../lib/egress/upstream-fault.ts";
import { bytesWithoutKey, faultDetail, faultReason, withoutKey } from "./upstream-fault.ts";

describe("faultReason", () => {
  test("names the kind of a failure and never an address", () => {
    const faults: [unknown, string][] = [
      [new UpstreamFault("refused", "Unable to connect to http://10.0.0.7"), "the connection was refused"],
      [new UpstreamFault("tls", "of 10.0.0.7"), "the certificate is not trusted"],
      [new UpstreamFault("invalid", 'fetching "http://10.0.0.7/v1"'), "the answer is not HTTP"],
      [new TypeError("at http://10.0.0.7"), "the connection failed"],
      ["10.0.0.7 is away", "the connection failed"],
    ];
    for (const [fault, reason] of faults) expect(faultReason(fault)).toBe(reason);
  });
  test("tells which rule refused an address without naming it", () => {
    expect(faultReason(new EgressError("egress.metadata-refused", "169.254.169.254"))).toBe(
      "cloud metadata and link-local addresses are not allowed",
    );
  });
});

test("administrators read the whole story", () => {
  expect(faultDetail(new EgressError("egress.metadata-refused", "169.254.169.254"))).toStartWith(
    "169.254.169.254: ",
  );
  expect(faultDetail("odd")).toBe("odd");
});

describe("a channel's key", () => {
  test("is taken out of a text, however JSON has escaped it", () => {
    const channel = { key: 'a/b"c' };
    for (const quoted of ['a/b"c', String.raw`a/b\"c`, String.raw`a\/b\"c`])
      expect(withoutKey(`key ${quoted} and ${quoted}.`, channel)).toBe("key *** and ***.");
  });
  test("of several parts is taken out part by part, but for what is no secret", () => {
    const channel = { key: "AKIAEXAMPLE123456789| wJalrXUtnFEMIexample |us-east-1" };
    const quoted = "AKIAEXAMPLE123456789 and wJalrXUtnFEMIexample are not known in us-east-1";
    expect(withoutKey(quoted, channel)).toBe("*** and *** are not known in us-east-1");
  });
  test("that is empty takes nothing out", () => {
    expect(withoutKey("text", { key: "" })).toBe("text");
  });
  test("is taken out of bytes, and every other byte stays", () => {
    const odd = Uint8Array.of(0xe4, 0xb8, 0xff, ...Buffer.from("KEY"), 0x80);
    expect([...bytesWithoutKey(odd, { key: "KEY" })]).toEqual([0xe4, 0xb8, 0xff, 0x2a, 0x2a, 0x2a, 0x80]);
  });
  test("that is not there leaves the bytes themselves", () => {
    const bytes = Buffer.from("nothing here");
    expect(bytesWithoutKey(bytes, { key: "KEY" })).toBe(bytes);
  });
});
