import { expect, test } from "bun:test";
import { RELAYABLE_TYPES } from "@tollgate/contract/channel-types";
import { buildUser } from "../../../test/support/factories.ts";
import { describeScenarios } from "../../../test/support/scenario.ts";
import { builtInModels } from "./built-in-models.ts";
import { createGroups } from "./groups.ts";
import type { OptionStore } from "../options/option-store.ts";

describeScenarios("groups", {
  app: {
    options: {
      GroupRatio: '{"default":1,"vip":0.8,"inner":2}',
      UserUsableGroups: '{"default":"Standard","vip":"Priority","gone":"Retired"}',
      GroupGroupRatio: '{"default":{"vip":0.5}}',
    },
  },
  arrange: (app) => buildUser(app.parts, { username: "insider", group: "inner" }),
  scenarios: [
    {
      name: "administrators see every group that has a ratio",
      as: "admin",
      call: "GET /api/group/",
      expect: { data: ["default", "vip", "inner"] },
    },
    {
      name: "a user sees the offered groups that exist, at this user's own ratio",
      as: "user",
      call: "GET /api/user/self/groups",
      expect: { data: { default: { ratio: 1, desc: "Standard" }, vip: { ratio: 0.5, desc: "Priority" } } },
    },
    {
      name: "the group one is in is usable even if it is not offered",
      as: "guest",
      call: "GET /api/user/self/groups",
      expect: { status: 401, success: false },
      async check(app, _, insider) {
        const client = await app.asUser(insider);
        expect((await client.call("GET /api/user/self/groups")).data).toEqual({
          inner: { ratio: 2, desc: "inner" },
          default: { ratio: 1, desc: "Standard" },
          vip: { ratio: 0.8, desc: "Priority" },
        });
      },
    },
    {
      name: "the shipped model names are listed by channel type",
      as: "user",
      call: "GET /api/models",
      expect: { data: expect.objectContaining({ 1: expect.arrayContaining(["gpt-4o-mini"]) }) },
    },
  ],
});

test("every channel type has its model names", () => {
  expect(Object.keys(builtInModels()).sort()).toEqual(RELAYABLE_TYPES.map(String).sort());
});

test("a name that every object has is not a group", () => {
  const values = { GroupRatio: { default: 1 }, UserUsableGroups: { default: "" }, GroupGroupRatio: {} };
  // Only these three options are read.
  const groups = createGroups({ get: (key) => Object(values)[key] } as Pick<OptionStore, "get">);
  expect(groups.exists("constructor")).toBe(false);
  expect(groups.mayUse("default", "toString")).toBe(false);
  expect(groups.usableBy("constructor")).toEqual({ default: { ratio: 1, desc: "" } });
});
