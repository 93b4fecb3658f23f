import { expect, test } from "bun:test";
import { sampleRelayChannel } from "../../../test/relay/sample-relay-call.ts";
import { channelWithKey, routedChannel } from "./routed-channel.ts";

const routed = (key: string, mode?: string) =>
  routedChannel(sampleRelayChannel({ key, setting: mode === undefined ? {} : { multi_key_mode: mode } }));

test("a channel's key is a list, one a line, only where its setting says so", () => {
  expect(routed("a\nb").keys).toEqual(["a\nb"]);
  expect(routed(" a \r\n\nb\na", "random")).toMatchObject({ keys: ["a", "b"], keyRotation: "random" });
  expect(routed("a\nb", "polling").keyRotation).toBe("round-robin");
  expect(routed("\n", "random").keys).toEqual(["\n"]);
});

test("an attempt is made with one of the keys alone", () => {
  const channel = routed("a\nb", "random");
  expect(channelWithKey(channel, 1)).toMatchObject({ id: channel.id, key: "b" });
  const single = routed("a");
  expect(channelWithKey(single, 0)).toBe(single);
});
