import { describe, expect, test } from "bun:test";
import { useRelayStages } from "./relay-stage.ts";
import type { RelayStage, StageOptions } from "./relay-stage.ts";

const stages = useRelayStages();
/** What the stage's chat costs in the group `default`; in `vip` it is half of it. */
const DEFAULT_QUOTA = 140;
const keysTried = (stage: RelayStage) => stage.upstream.requests.map(({ key }) => key);

/** One channel for each group: `sk-default` and `sk-vip`; the token's group is `auto`, which is vip, then default. */
async function autoStage(options: Partial<StageOptions> = {}) {
  const stage = await stages.create({
    engine: "sqlite",
    channel: { key: "sk-default", group: ["default"] },
    token: { group: "auto", cross_group_retry: true },
    ...options,
    options: { AutoGroups: '["nobody","vip","default"]', RetryTimes: "1", ...options.options },
  });
  await stage.addChannel({ key: "sk-vip", group: ["vip"] });
  return stage;
}

describe("the group auto", () => {
  test("is the first of its groups that serves the model, at that group's price", async () => {
    const stage = await autoStage();
    expect((await stage.chat()).status).toBe(200);
    expect(keysTried(stage)).toEqual(["sk-vip"]);
    expect((await stage.spending()).user).toBe(DEFAULT_QUOTA / 2);
    expect((await stage.logs())[0]?.group).toBe("vip");
  });

  test("goes on to the next group when the channels of one have failed, and charges its price", async () => {
    const stage = await autoStage();
    stage.upstream.when({ key: "sk-vip" }, { status: 500 });
    expect((await stage.chat()).status).toBe(200);
    expect(keysTried(stage)).toEqual(["sk-vip", "sk-default"]);
    expect(await stage.spending()).toMatchObject({ user: DEFAULT_QUOTA, token: DEFAULT_QUOTA, held: 0 });
    expect((await stage.logs())[0]?.group).toBe("default");
  });

  test("sets enough aside for the dearest of its groups", async () => {
    const stage = await autoStage();
    await stage.chat({ max_tokens: 100 });
    const [row] = await stage.logs();
    // The answer's bound at the completion ratio of 3 and the model ratio of 2, in the group `default`.
    expect(row?.other.pre_consumed_quota).toBeGreaterThanOrEqual(600);
  });

  test("stays in its group where the token does not go on", async () => {
    const stage = await autoStage({ token: { group: "auto" } });
    stage.upstream.when({ key: "sk-vip" }, { status: 500 });
    expect((await stage.chat()).status).toBe(500);
    expect(keysTried(stage)).toEqual(["sk-vip"]);
  });

  test("is the token's own list where it has one", async () => {
    const stage = await autoStage({ token: { group: "auto", auto_groups: ["default", "vip"] } });
    await stage.chat();
    expect(keysTried(stage)).toEqual(["sk-default"]);
  });

  test("lists the models of all its groups, and serves nothing that none of them has", async () => {
    const stage = await autoStage();
    await stage.addChannel({ key: "sk-other", group: ["default"], models: ["other"] });
    const headers = { authorization: `Bearer ${stage.apiKey}` };
    const list = Object(await (await fetch(`${stage.url}/v1/models`, { headers })).json());
    expect(list.data.map(({ id }: { id: string }) => id)).toEqual([
      "chat",
      "embed",
      "flat",
      "instruct",
      "other",
    ]);
    expect((await stage.chat({ model: "other" })).status).toBe(200);
    const none = await stage.chat({ model: "embed-3" });
    expect([none.status, await none.text()]).toEqual([503, expect.stringContaining("group auto")]);
  });

  test("does not open a group that the user may not use", async () => {
    const stage = await autoStage({
      options: { AutoGroups: '["vip","default"]', UserUsableGroups: '{"default":""}' },
    });
    await stage.chat();
    expect(keysTried(stage)).toEqual(["sk-default"]);
  });
});

test("the backup group serves when a call's own group has nothing left", async () => {
  const stage = await stages.create({
    engine: "sqlite",
    channel: { key: "sk-default" },
    options: { BackupGroup: "vip" },
  });
  await stage.addChannel({ key: "sk-vip", group: ["vip"] });
  stage.upstream.when({ key: "sk-default" }, { status: 500 });
  expect((await stage.chat()).status).toBe(200);
  expect(keysTried(stage)).toEqual(["sk-default", "sk-vip"]);
  expect((await stage.spending()).user).toBe(DEFAULT_QUOTA / 2);
});

test("a user may name auto for a token where it stands for one of the user's groups", async () => {
  const stage = await stages.create({ engine: "sqlite" });
  const user = await stage.app.asUser(stage.userId);
  const create = (body: object) => user.call("POST /api/token/", { body: { name: "t", ...body } });
  expect(await create({ group: "auto", auto_groups: "vip,default", cross_group_retry: true })).toMatchObject({
    success: true,
  });
  expect(await create({ group: "auto", auto_groups: "secret" })).toMatchObject({ success: false });
  await stage.app.parts.options.set("AutoGroups", "[]");
  expect(await create({ group: "auto" })).toMatchObject({ success: false });
});
