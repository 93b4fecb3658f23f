import { channelTypeInfo } from "@tollgate/contract/channel-types";
import type { RelayChannel } from "../../src/resources/channels/relay-channels.ts";

/** An enabled channel of a type, at the type's own address, with the key `the-key`. */
export function sampleRelayChannel(type: number, facts: Partial<RelayChannel> = {}): RelayChannel {
  return {
    id: 1,
    name: "one",
    type,
    status: 1,
    key: "the-key",
    baseUrl: channelTypeInfo(type)?.defaultBaseUrl ?? "",
    groups: ["default"],
    models: ["some-model"],
    modelMapping: new Map(),
    statusCodeMapping: new Map(),
    priority: 0,
    weight: 1,
    autoBan: true,
    organization: "",
    other: "",
    setting: {},
    testModel: "",
    ...facts,
  };
}
