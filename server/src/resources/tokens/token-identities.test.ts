import { beforeEach, describe, expect, test } from "bun:test";
import { Role } from "@tollgate/contract/roles";
import { UserStatus } from "@tollgate/contract/statuses";
import { buildToken, buildUser } from "../../../test/support/factories.ts";
import { ENGINES, useTestApps } from "../../../test/support/test-app.ts";
import type { TestApp } from "../../../test/support/test-app.ts";
import { nowSeconds } from "../../lib/clock.ts";
import { createTokenIdentities } from "./token-identities.ts";
import type { TokenIdentities } from "./token-identities.ts";

describe.each(ENGINES)("token identities on %s", (engine) => {
  const apps = useTestApps();
  let app: TestApp;
  let identities: TokenIdentities;
  let queries: number;
  let userId: number;
  let token: { id: number; key: string };

  beforeEach(async () => {
    app = await apps.create({ engine });
    queries = 0;
    const { parts } = app;
    identities = createTokenIdentities({
      ...parts,
      tokens: {
        ...parts.tokens,
        findOwner: (hash) => {
          queries++;
          return parts.tokens.findOwner(hash);
        },
      },
    });
    userId = await buildUser(parts, { username: "alice", group: "vip", role: Role.admin });
    token = await buildToken(parts, {
      userId,
      name: "key",
      unlimited_quota: true,
      model_limits_enabled: true,
      model_limits: ["gpt-4o", "o3"],
      allow_ips: ["192.0.2.0/24"],
    });
  });

  test("a key is known with its owner and its rules", async () => {
    const identity = await identities.find(token.key);
    expect(identity).toMatchObject({
      tokenId: token.id,
      tokenName: "key",
      userId,
      username: "alice",
      userRole: Role.admin,
      userStatus: UserStatus.enabled,
      userGroup: "vip",
      tokenGroup: "",
      tokenStatus: 1,
      expiredTime: -1,
      unlimited: true,
      modelLimits: new Set(["gpt-4o", "o3"]),
    });
    expect(identity?.allowIps?.matches("192.0.2.9")).toBe(true);
    expect(identity?.allowIps?.matches("198.51.100.1")).toBe(false);
  });

  test("a key that was seen is answered at once and without a query", async () => {
    const identity = await identities.find(token.key);
    expect(identities.find(token.key)).toBe(identity);
    expect(queries).toBe(1);
  });

  test("requests that come together share one query", async () => {
    const found = await Promise.all([1, 2, 3].map(() => identities.find(token.key)));
    expect(found.map((identity) => identity?.tokenId)).toEqual([token.id, token.id, token.id]);
    expect(queries).toBe(1);
  });

  test("an unknown key is asked for once in a while; an impossible one never", async () => {
    expect(await identities.find("nonsense")).toBeUndefined();
    expect(identities.find("nonsense")).toBeUndefined();
    expect(queries).toBe(1);
    app.clock.advance(3000);
    expect(await identities.find("nonsense")).toBeUndefined();
    expect(queries).toBe(2);
    expect(identities.find("")).toBeUndefined();
    expect(identities.find("x".repeat(257))).toBeUndefined();
    expect(queries).toBe(2);
  });

  test("a change of the token is seen by the next request", async () => {
    await identities.find(token.key);
    const { tokens } = app.parts;
    await tokens.update(userId, token.id, { status: 2, model_limits_enabled: false, allow_ips: [] });
    expect(await identities.find(token.key)).toMatchObject({
      tokenStatus: 2,
      modelLimits: undefined,
      allowIps: undefined,
    });
    await tokens.remove(userId, [token.id], 5);
    expect(await identities.find(token.key)).toBeUndefined();
  });

  test("a change of the user is seen by the next request", async () => {
    await identities.find(token.key);
    await app.parts.users.update(userId, { status: UserStatus.disabled, group: "default" });
    expect(await identities.find(token.key)).toMatchObject({ userStatus: 2, userGroup: "default" });
    await app.parts.database.kysely.updateTable("users").set({ deleted_at: 5 }).execute();
    app.parts.feed.publish("users");
    expect(await identities.find(token.key)).toBeUndefined();
  });

  test("a key that was refused works as soon as there is a token for it", async () => {
    expect(await identities.find("later")).toBeUndefined();
    const hash = app.parts.secrets.lookupHash("later", "tokens.key");
    await app.parts.database.kysely.updateTable("tokens").set({ key_hash: hash }).execute();
    app.parts.feed.publish("tokens", token.id);
    expect(await identities.find("later")).toMatchObject({ tokenId: token.id });
  });

  test("what a query read before a change is not remembered after it", async () => {
    const before = identities.find(token.key);
    app.parts.feed.publish("tokens", token.id);
    await before;
    await identities.find(token.key);
    expect(queries).toBe(2);
  });

  test("use is noted on the token, without the request waiting for it", async () => {
    await identities.find(token.key);
    const notedAt = async () => (await app.parts.tokens.get(userId, token.id))?.accessed_time;
    while ((await notedAt()) === 0) await new Promise((resolve) => setImmediate(resolve));
    expect(await notedAt()).toBe(nowSeconds(app.clock));
  });
});
