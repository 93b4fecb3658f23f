import { expect, test } from "bun:test";
import { explainOwnLog } from "@tollgate/contract/logs";
import { ENGINES } from "../support/test-app.ts";
import { HELLO, useRelayStages } from "./relay-stage.ts";
import type { RelayStage } from "./relay-stage.ts";

const stages = useRelayStages();
/** 10 prompt tokens × 2 + 20 completion tokens × 2 × 3. */
const CHAT_QUOTA = 140;
const CHAT = { model: "chat", messages: HELLO };

const play = (stage: RelayStage, headers: Readonly<Record<string, string>>, body: object) =>
  fetch(`${stage.url}/pg/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });

test.each(ENGINES)("on %s a signed-in user chats without a token, and pays himself", async (engine) => {
  const stage = await stages.create({ engine });
  const { identity } = await stage.app.asUser(stage.userId);
  const whole = await play(stage, identity, { ...CHAT, group: "" });
  expect([whole.status, await whole.json()]).toMatchObject([200, { object: "chat.completion" }]);
  const stream = await play(stage, identity, { ...CHAT, stream: true });
  expect(await stream.text()).toEndWith("data: [DONE]\n\n");
  expect(await stage.spending()).toEqual({ user: 2 * CHAT_QUOTA, token: 0, charges: 2, held: 0 });
  expect(await stage.logs()).toMatchObject([
    { token_id: 0, token_name: "playground-default", quota: CHAT_QUOTA, user_id: stage.userId },
    { token_id: 0, token_name: "playground-default", quota: CHAT_QUOTA, is_stream: 1 },
  ]);
  const client = await stage.app.asUser(stage.userId);
  const [{ id } = { id: 0 }] = await stage.logs();
  expect(await client.send(explainOwnLog, { query: { id } })).toMatchObject({
    data: { quota: CHAT_QUOTA, matches: true, payer: { user_id: stage.userId, token_id: 0 } },
  });
});

test("the group in the body is the one that serves and prices the call; the upstream does not hear of it", async () => {
  const options = { UserUsableGroups: JSON.stringify({ default: "all", vip: "fast" }) };
  const stage = await stages.create({ engine: "sqlite", options, channel: { group: ["vip"] } });
  const { identity } = await stage.app.asUser(stage.userId);
  expect((await play(stage, identity, { ...CHAT, group: "vip" })).status).toBe(200);
  expect(stage.upstream.requests[0]?.json).toEqual(CHAT);
  expect(await stage.spending()).toMatchObject({ user: CHAT_QUOTA / 2 });
  expect(await stage.logs()).toMatchObject([{ group: "vip", token_name: "playground-vip" }]);
});

test("who has no session, another's, an access token or a key is refused", async () => {
  const stage = await stages.create({
    engine: "sqlite",
    options: { UserUsableGroups: JSON.stringify({ default: "all" }) },
  });
  const { identity } = await stage.app.asUser(stage.userId);
  const { identity: accessToken } = await stage.app.asUser(stage.userId, "access-token");
  const refused = async (headers: Readonly<Record<string, string>>, body: object = CHAT) => {
    const answer = await play(stage, headers, body);
    return [answer.status, ((await answer.json()) as { error: { code: string } }).error.code];
  };
  const none = [401, "session_required"];
  expect(await refused({})).toEqual(none);
  expect(await refused({ cookie: identity["cookie"] ?? "" })).toEqual(none);
  expect(await refused({ ...identity, "new-api-user": "999" })).toEqual(none);
  expect(await refused({ authorization: `Bearer ${stage.apiKey}` })).toEqual(none);
  expect(await refused(accessToken)).toEqual([403, "session_no_access_token"]);
  expect(await refused(identity, { ...CHAT, group: "vip" })).toEqual([403, "group_refused"]);
  expect(await refused(identity, { ...CHAT, group: 7 })).toEqual([400, "body_parameter"]);
  expect(stage.upstream.requestCount).toBe(0);
  expect(await stage.spending()).toEqual({ user: 0, token: 0, charges: 0, held: 0 });
});

test("an empty balance ends the play", async () => {
  const stage = await stages.create({ engine: "sqlite", user: { quota: 1 } });
  const { identity } = await stage.app.asUser(stage.userId);
  const answer = await play(stage, identity, CHAT);
  expect([answer.status, await answer.json()]).toMatchObject([
    403,
    { error: { code: "insufficient_user_quota" } },
  ]);
});
