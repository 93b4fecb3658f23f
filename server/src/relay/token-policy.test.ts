import { describe, expect, test } from "bun:test";
import { sampleIdentity } from "../../test/relay/sample-relay-call.ts";
import { RelayError } from "./relay-error.ts";
import { checkToken } from "./token-policy.ts";
import type { TokenUse } from "./token-policy.ts";

const NOW = 1_000_000;
const use = (parts: Partial<TokenUse> = {}): TokenUse => ({
  nowSeconds: NOW,
  ip: "192.0.2.1",
  model: "chat",
  groupExists: () => true,
  mayUseGroup: () => true,
  ...parts,
});
const codeOf = (identity: Parameters<typeof sampleIdentity>[0], parts: Partial<TokenUse> = {}) => {
  try {
    return checkToken(sampleIdentity(identity), use(parts));
  } catch (error) {
    return error instanceof RelayError ? error.code : error;
  }
};

describe("a token", () => {
  test("without restrictions may call in its user's group, or in its own", () => {
    expect(codeOf({})).toBe("default");
    expect(codeOf({ tokenGroup: "vip" })).toBe("vip");
  });
  test("of the group auto leaves it to the choice which groups it may use", () => {
    const closed = { groupExists: () => false, mayUseGroup: () => false };
    expect(codeOf({ tokenGroup: "auto" }, closed)).toBe("auto");
    expect(codeOf({ tokenGroup: "auto", modelLimits: new Set(["other"]) }, closed)).toBe("key.model-refused");
  });
  test("of a banned user or with a status of its own may not", () => {
    expect(codeOf({ userStatus: 2 })).toBe("user.banned");
    expect(codeOf({ userStatus: 3 })).toBe("user.banned");
    expect(codeOf({ tokenStatus: 2 })).toBe("key.disabled");
    expect(codeOf({ tokenStatus: 3 })).toBe("key.expired");
    expect(codeOf({ tokenStatus: 4 })).toBe("key.exhausted");
    expect(codeOf({ tokenStatus: 99 })).toBe("key.disabled");
  });
  test("expires at its second", () => {
    expect(codeOf({ expiredTime: NOW + 1 })).toBe("default");
    expect(codeOf({ expiredTime: NOW })).toBe("key.expired");
  });
  test("may be bound to addresses and to models", () => {
    const allowIps = { matches: (ip: string) => ip === "10.0.0.1" };
    expect(codeOf({ allowIps })).toBe("key.ip-refused");
    expect(codeOf({ allowIps }, { ip: "10.0.0.1" })).toBe("default");
    const modelLimits = new Set(["embed"]);
    expect(codeOf({ modelLimits })).toBe("key.model-refused");
    expect(codeOf({ modelLimits }, { model: "embed" })).toBe("default");
    expect(codeOf({ modelLimits }, { model: undefined })).toBe("default");
  });
  test("names a channel only for administrators", () => {
    expect(codeOf({}, { channelId: 1 })).toBe("key.channel-refused");
    expect(codeOf({ userRole: 10 }, { channelId: 1 })).toBe("default");
  });
  test("uses a group of its own only where its user may, and any group only while it exists", () => {
    const mayUseGroup = (userGroup: string, group: string) => userGroup === "default" && group === "vip";
    expect(codeOf({ tokenGroup: "vip" }, { mayUseGroup })).toBe("vip");
    expect(codeOf({ tokenGroup: "svip" }, { mayUseGroup })).toBe("group.refused");
    // The user's own group is his without asking.
    expect(codeOf({ userGroup: "svip" }, { mayUseGroup })).toBe("svip");
    expect(codeOf({}, { groupExists: () => false })).toBe("group.retired");
  });
  test("hears the first rule that refuses it", () => {
    expect(codeOf({ userStatus: 2, tokenStatus: 2 })).toBe("user.banned");
    expect(codeOf({ tokenStatus: 2, expiredTime: 1 })).toBe("key.disabled");
  });
});
