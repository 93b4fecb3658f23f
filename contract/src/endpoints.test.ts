import { describe, expect, test } from "bun:test";
import * as z from "zod/mini";
import { createChannel, getChannel } from "./channels.ts";
import { ENDPOINTS } from "./endpoints.ts";
import { login, updateSelf } from "./session.ts";
import { createToken, getToken, updateToken } from "./tokens.ts";

const firstIssue = (schema: z.ZodMiniType, wire: unknown) =>
  z.safeParse(schema, wire).error?.issues[0]?.message;

describe("endpoints", () => {
  test("each has a path of the API without a slash at its end", () => {
    for (const { method, path } of ENDPOINTS)
      expect([method, path]).toEqual([
        expect.stringMatching(/^(GET|POST|PUT|DELETE)$/),
        expect.stringMatching(/^\/api(\/[a-z_]+|\/:id)+$/),
      ]);
  });

  test("a channel survives the wire", () => {
    const wire = {
      id: 1,
      name: "main",
      type: 1,
      base_url: "",
      status: 1,
      group: "default,vip",
      models: "gpt-4o,gpt-4o-mini",
      model_mapping: "",
      other: "",
      tag: "",
      priority: 0,
      weight: 0,
      test_model: "",
      auto_ban: 1,
      setting: "",
      status_code_mapping: "",
      openai_organization: "",
      response_time: 0,
      test_time: 0,
      created_time: 0,
      used_quota: 0,
      balance: 0,
      balance_updated_time: 0,
      other_info: "",
    };
    const inside = z.decode(getChannel.shapes.data, wire);
    expect(inside).toMatchObject({
      group: ["default", "vip"],
      models: ["gpt-4o", "gpt-4o-mini"],
      auto_ban: true,
    });
    expect(z.encode(getChannel.shapes.data, inside)).toEqual(wire);
  });

  test("a token survives the wire", () => {
    const wire = {
      id: 1,
      user_id: 2,
      name: "t",
      key: "k",
      status: 1,
      remain_quota: 5,
      used_quota: 0,
      unlimited_quota: false,
      created_time: 0,
      accessed_time: 0,
      expired_time: -1,
      model_limits_enabled: true,
      model_limits: "a,b",
      allow_ips: "10.0.0.1\n10.0.0.2",
      group: "",
      auto_groups: "default,vip",
      cross_group_retry: false,
    };
    const inside = z.decode(getToken.shapes.data, wire);
    expect(inside).toMatchObject({ model_limits: ["a", "b"], allow_ips: ["10.0.0.1", "10.0.0.2"] });
    expect(z.encode(getToken.shapes.data, inside)).toEqual(wire);
  });

  test("a new channel needs a name, a key and a model, each with its own sentence", () => {
    const { body } = createChannel.shapes;
    const whole = { name: "n", type: 1, key: "k", models: "m" };
    expect(z.parse(body, whole)).toMatchObject({ group: ["default"], models: ["m"] });
    expect(firstIssue(body, { ...whole, name: " " })).toBe("channel.name-and-key-required");
    expect(firstIssue(body, { ...whole, key: "" })).toBe("channel.name-and-key-required");
    expect(firstIssue(body, { ...whole, models: "," })).toBe("channel.model-required");
    expect(firstIssue(body, { ...whole, priority: 1.5 })).toBe("channel.priority-not-whole");
    expect(firstIssue(body, { ...whole, weight: -1 })).toBe("channel.weight-invalid");
    expect(firstIssue(body, { ...whole, model_mapping: '{"a":1}' })).toBe("channel.mapping-not-json");
  });

  test("a new token has the spec's defaults, and an edit leaves out what it does not change", () => {
    expect(z.parse(createToken.shapes.body, { name: " t " })).toEqual({
      name: "t",
      expired_time: -1,
      remain_quota: 500_000,
      unlimited_quota: false,
      model_limits_enabled: false,
      group: "",
      cross_group_retry: false,
      count: 1,
    });
    expect(firstIssue(createToken.shapes.body, { name: "t", expired_time: 0 })).toBe("token.expiry-invalid");
    expect(firstIssue(createToken.shapes.body, { name: "t", remain_quota: -1 })).toBe("quota.negative");
    expect(firstIssue(createToken.shapes.body, { name: "t", count: 101 })).toBe("token.count-invalid");
    expect(z.parse(updateToken.shapes.body, { id: 1, status: 2 })).toEqual({ id: 1, status: 2 });
  });

  test("accounts keep to the spec's lengths", () => {
    expect(firstIssue(login.shapes.body, { username: " ", password: "x" })).toBe("user.sign-in-incomplete");
    expect(firstIssue(updateSelf.shapes.body, { password: "1234567" })).toBe("password.too-short");
    expect(firstIssue(updateSelf.shapes.body, { password: "x".repeat(21) })).toBe("password.too-long");
    expect(firstIssue(updateSelf.shapes.body, { username: "x".repeat(13) })).toBe("user.name-too-long");
    expect(z.parse(updateSelf.shapes.body, { username: " ann " })).toEqual({ username: "ann" });
  });
});
