import { expect, test } from "bun:test";
import { addressRefusal } from "./address-rules.ts";
import type { EgressErrorCode } from "./egress-error.ts";

const METADATA = "egress.metadata-refused";
const ADDRESS = "egress.address-refused";

type Expected = EgressErrorCode | null;

/** Address, what a channel is told, what a user is told. */
const cases: readonly (readonly [address: string, channel: Expected, user: Expected])[] = [
  // Public
  ["1.1.1.1", null, null],
  ["93.184.216.34", null, null],
  ["169.253.255.255", null, null],
  ["169.255.0.0", null, null],
  ["168.63.129.15", null, null],
  ["2606:4700::1111", null, null],
  ["2a00:1450:4001:80e::200e", null, null],
  ["64:ff9b::101:101", null, null],
  // Private: for channels only
  ["127.0.0.1", null, ADDRESS],
  ["127.255.255.254", null, ADDRESS],
  ["0.0.0.0", null, ADDRESS],
  ["10.0.0.1", null, ADDRESS],
  ["172.16.0.1", null, ADDRESS],
  ["192.168.1.1", null, ADDRESS],
  ["100.64.0.1", null, ADDRESS],
  ["100.100.100.201", null, ADDRESS],
  ["192.0.2.1", null, ADDRESS],
  ["198.18.0.1", null, ADDRESS],
  ["240.0.0.1", null, ADDRESS],
  ["::", null, ADDRESS],
  ["::1", null, ADDRESS],
  ["fd12:3456::1", null, ADDRESS],
  ["fec0::1", null, ADDRESS],
  ["2001:db8::1", null, ADDRESS],
  ["4000::1", null, ADDRESS],
  ["::ffff:10.0.0.1", null, ADDRESS],
  ["::ffff:1.1.1.1", null, ADDRESS],
  ["64:ff9b::a00:1", null, ADDRESS],
  ["64:ff9b::7f00:1", null, ADDRESS],
  ["64:ff9b:1::a00:1", null, ADDRESS],
  ["2002:7f00:1::1", null, ADDRESS],
  ["2002:101:101::1", null, ADDRESS],
  ["2a00:1450::5efe:7f00:1", null, ADDRESS],
  // Never
  ["169.254.169.254", METADATA, METADATA],
  ["169.254.170.2", METADATA, METADATA],
  ["169.254.0.1", METADATA, METADATA],
  ["169.254.255.255", METADATA, METADATA],
  ["100.100.100.200", METADATA, METADATA],
  ["168.63.129.16", METADATA, METADATA],
  ["192.0.0.192", METADATA, METADATA],
  ["fe80::1", METADATA, METADATA],
  ["fe80::1%eth0", METADATA, METADATA],
  ["febf:ffff::1", METADATA, METADATA],
  ["fd00:ec2::254", METADATA, METADATA],
  ["fd00:ec2::23", METADATA, METADATA],
  ["fd20:ce::254", METADATA, METADATA],
  ["fd00:c1::a9fe:a9fe", METADATA, METADATA],
  ["::ffff:169.254.169.254", METADATA, METADATA],
  ["::ffff:a9fe:1", METADATA, METADATA],
  ["::ffff:100.100.100.200", METADATA, METADATA],
  ["::169.254.169.254", METADATA, METADATA],
  ["::ffff:0:a9fe:a9fe", METADATA, METADATA],
  ["64:ff9b::a9fe:a9fe", METADATA, METADATA],
  ["64:ff9b::a9fe:aa02", METADATA, METADATA],
  ["64:ff9b:1::a9fe:a9fe", METADATA, METADATA],
  ["64:ff9b:1:a9fe:a9:fe00::", METADATA, METADATA],
  ["64:ff9b:1:a9:fe:a9fe::", METADATA, METADATA],
  ["64:ff9b:1:0:a9:fea9:fe00:0", METADATA, METADATA],
  ["2002:a9fe:a9fe::1", METADATA, METADATA],
  ["2001:0:a9fe:a9fe::1", METADATA, METADATA],
  ["2001:0:101:101:0:0:5601:5601", METADATA, METADATA],
  ["2a00:1450::200:5efe:a9fe:1", METADATA, METADATA],
  ["2a00:1450:1:2:3:4:a9fe:a9fe", METADATA, METADATA],
  ["224.0.0.1", ADDRESS, ADDRESS],
  ["255.255.255.255", ADDRESS, ADDRESS],
  ["ff02::1", ADDRESS, ADDRESS],
  ["", ADDRESS, ADDRESS],
  ["example.com", ADDRESS, ADDRESS],
  ["0xa9fea9fe", ADDRESS, ADDRESS],
];

for (const [address, channel, user] of cases) {
  test(`${address || "nothing"} is ${channel ?? "allowed"} for a channel and ${user ?? "allowed"} for a user`, () => {
    expect(addressRefusal(address, "channel")).toBe(channel);
    expect(addressRefusal(address, "user")).toBe(user);
  });
}
