import { describe, expect, test } from "bun:test";
import { ChannelStatus } from "@tollgate/contract/statuses";
import type { Behaviour } from "../support/fake-upstream/behaviour.ts";
import { ENGINES } from "../support/test-app.ts";
import { useRelayStages } from "./relay-stage.ts";
import type { RelayStage, StageOptions } from "./relay-stage.ts";

const stages = useRelayStages();
const MINUTE_MS = 60_000;
const BAD_KEY: Behaviour = {
  status: 401,
  error: { message: "Incorrect API key provided: sk-***.", code: "invalid_api_key" },
};
const DISABLING = {
  RetryTimes: "3",
  AutomaticDisableChannelEnabled: "true",
  AutomaticEnableChannelEnabled: "true",
};
/** What a conversation of which vendors keep the prompt begins with. */
const LONG_TEXT = "All happy families are alike; each unhappy family is unhappy in its own way. ".repeat(100);

const keysTried = (stage: RelayStage) => stage.upstream.requests.map(({ key }) => key);
const lastKey = (stage: RelayStage) => stage.upstream.requests.at(-1)?.key;

/** Two channels of which `sk-first` has the higher priority. */
async function twoChannels(options: Partial<StageOptions> = {}) {
  const stage = await stages.create({
    engine: "sqlite",
    channel: { key: "sk-first", priority: 10 },
    ...options,
    options: { RetryTimes: "3", ...options.options },
  });
  await stage.addChannel({ key: "sk-second" });
  return stage;
}

async function channelOf(stage: RelayStage, id = stage.channelId) {
  const row = await stage.app.parts.channels.get(id);
  if (!row) throw new Error(`there is no channel ${id}`);
  return { status: row.status, info: row.other_info === "" ? {} : JSON.parse(row.other_info) };
}

/** Resolves when the channel has the status, and the routing table knows. */
async function waitForStatus(stage: RelayStage, status: number): Promise<void> {
  const deadlineMs = performance.now() + 3000;
  while ((await channelOf(stage)).status !== status) {
    if (performance.now() > deadlineMs) throw new Error(`the status was never ${status}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await stage.routed();
}

describe("a channel at its limit", () => {
  test("is left alone until its Retry-After is over, and then used again", async () => {
    const stage = await twoChannels();
    const limited: Behaviour = { status: 429, headers: { "retry-after": "30" } };
    stage.upstream.when({ key: "sk-first" }, limited);
    expect((await stage.chat()).status).toBe(200);
    expect(keysTried(stage)).toEqual(["sk-first", "sk-second"]);
    stage.app.clock.advance(29_000);
    for (let call = 0; call < 3; call++) expect((await stage.chat()).status).toBe(200);
    expect(keysTried(stage).slice(2)).toEqual(["sk-second", "sk-second", "sk-second"]);
    stage.upstream.reset();
    // A quarter more by chance, so that not all nodes come back at once.
    stage.app.clock.advance(10_000);
    await stage.chat();
    await stage.chat();
    expect(keysTried(stage)).toEqual(["sk-first", "sk-first"]);
  });

  test("still serves other models", async () => {
    const stage = await twoChannels();
    stage.upstream.when({ key: "sk-first", model: "chat" }, { status: 429 });
    await stage.chat();
    await stage.chat({ model: "flat" });
    expect(lastKey(stage)).toBe("sk-first");
  });

  test("is asked all the same when there is no other", async () => {
    const stage = await stages.create({ engine: "sqlite", channel: { key: "sk-only" } });
    stage.upstream.setDefault({ status: 429, headers: { "retry-after": "30" } });
    expect((await stage.chat()).status).toBe(429);
    const again = await stage.chat();
    expect([again.status, again.headers.get("retry-after")]).toEqual([429, "30"]);
    expect(keysTried(stage)).toEqual(["sk-only", "sk-only"]);
  });
});

describe("a channel that breaks its answers off", () => {
  test("is left for another one, though each client got the beginning", async () => {
    const stage = await twoChannels();
    stage.upstream.when({ key: "sk-first" }, { chunkCount: 8, fault: "reset-mid-body" });
    for (let call = 0; call < 2; call++) await (await stage.chat({ stream: true })).text();
    const answer = await stage.chat({ stream: true });
    expect(await answer.text()).toContain("[DONE]");
    expect(keysTried(stage)).toEqual(["sk-first", "sk-first", "sk-second"]);
  });

  test("a client that leaves says nothing about it", async () => {
    const stage = await twoChannels();
    stage.upstream.when({ key: "sk-first" }, { fault: "hang" });
    for (let call = 0; call < 3; call++) {
      const leaving = new AbortController();
      const answer = stage.chat({}, { signal: leaving.signal }).catch(() => "left");
      await stage.upstream.waitForRequest(call);
      leaving.abort();
      await answer;
      await stage.upstream.waitForClientClose(call);
    }
    expect(new Set(keysTried(stage))).toEqual(new Set(["sk-first"]));
  });
});

describe("a channel with several keys", () => {
  const twoKeys = (mode: string) => ({
    key: "sk-bad\nsk-good",
    setting: JSON.stringify({ multi_key_mode: mode }),
  });

  test("takes turns with them, and parks the one that is refused", async () => {
    const stage = await stages.create({
      engine: "sqlite",
      channel: twoKeys("polling"),
      options: { RetryTimes: "1" },
    });
    await stage.chat();
    await stage.chat();
    expect(keysTried(stage).sort()).toEqual(["sk-bad", "sk-good"]);
    stage.upstream.reset();
    stage.upstream.when({ key: "sk-bad" }, BAD_KEY);
    for (let call = 0; call < 6; call++) expect((await stage.chat()).status).toBe(200);
    expect(keysTried(stage).filter((key) => key === "sk-bad")).toHaveLength(1);
    const [row] = (await stage.logs()).slice(-1);
    expect(row?.channel_id).toBe(stage.channelId);
  });

  test("is switched off when the last of them is refused", async () => {
    const stage = await stages.create({ engine: "sqlite", channel: twoKeys("random"), options: DISABLING });
    stage.upstream.setDefault(BAD_KEY);
    expect((await stage.chat()).status).toBe(401);
    await waitForStatus(stage, ChannelStatus.autoDisabled);
    expect((await channelOf(stage)).info).toMatchObject({ status_reason: "All keys are disabled" });
    expect(keysTried(stage).sort()).toEqual(["sk-bad", "sk-good"]);
  });

  test("does not show one key in an error about another", async () => {
    const stage = await stages.create({ engine: "sqlite", channel: twoKeys("random") });
    stage.upstream.setDefault({ status: 400, error: { message: "sk-bad and sk-good are not for you" } });
    const text = await (await stage.chat()).text();
    expect(text).not.toContain(stage.upstream.requests[0]?.key ?? "none");
  });
});

describe.each(ENGINES)("a channel whose key is refused, on %s", (engine) => {
  const overrides = { recoveryIntervalMs: 10 };

  test("is switched off with reason and time, and comes back by a passed test", async () => {
    const stage = await twoChannels({ engine, options: DISABLING, overrides });
    stage.upstream.when({ key: "sk-first" }, BAD_KEY);
    expect((await stage.chat()).status).toBe(200);
    await waitForStatus(stage, ChannelStatus.autoDisabled);
    expect((await channelOf(stage)).info).toEqual({
      status_reason: "HTTP 401: Incorrect API key provided: sk-***.",
      status_time: Math.floor(stage.app.clock.nowMs() / 1000),
    });
    await stage.chat();
    expect(keysTried(stage)).toEqual(["sk-first", "sk-second", "sk-second"]);
    // It is tested in vain, then with success.
    await seenByRecovery(stage);
    stage.app.clock.advance(2 * MINUTE_MS);
    await stage.upstream.waitForRequest(3);
    expect((await channelOf(stage)).status).toBe(ChannelStatus.autoDisabled);
    stage.upstream.reset();
    await advanceUntil(stage, ChannelStatus.enabled);
    expect((await channelOf(stage)).info).toEqual({});
    await stage.chat();
    expect(lastKey(stage)).toBe("sk-first");
  });

  test("stays as it is where the options or the channel say so", async () => {
    const cases: Partial<StageOptions>[] = [
      { options: { ...DISABLING, AutomaticDisableChannelEnabled: "false" } },
      { options: DISABLING, channel: { key: "sk-first", priority: 10, auto_ban: false } },
    ];
    for (const options of cases) {
      const stage = await twoChannels({ engine, overrides, ...options });
      stage.upstream.when({ key: "sk-first" }, BAD_KEY);
      for (let call = 0; call < 3; call++) expect((await stage.chat()).status).toBe(200);
      // It is enabled, but nobody is sent there.
      expect(keysTried(stage)).toEqual(["sk-first", "sk-second", "sk-second", "sk-second"]);
      expect((await channelOf(stage)).status).toBe(ChannelStatus.enabled);
    }
  });

  test("is not brought back when a person has disabled it, or has not allowed it", async () => {
    const stage = await twoChannels({ engine, options: DISABLING, overrides });
    stage.upstream.when({ key: "sk-first" }, BAD_KEY);
    await stage.chat();
    await waitForStatus(stage, ChannelStatus.autoDisabled);
    await seenByRecovery(stage);
    await stage.app.parts.channels.update(stage.channelId, { status: ChannelStatus.disabled });
    stage.upstream.reset();
    expect(await stage.app.parts.channels.switchOn(stage.channelId)).toBe(false);
    await seenByRecovery(stage);
    stage.app.clock.advance(24 * 60 * MINUTE_MS);
    await seenByRecovery(stage);
    expect((await channelOf(stage)).status).toBe(ChannelStatus.disabled);
    expect(stage.upstream.requests).toEqual([]);
    // Nor does a failure turn a person's decision into one of the system's.
    expect(await stage.app.parts.channels.switchOff(stage.channelId, { reason: "x", atSeconds: 1 })).toBe(
      false,
    );
  });
});

/** Resolves when the search for channels to test has run twice more. */
async function seenByRecovery({ app }: RelayStage): Promise<void> {
  const { channels } = app.parts;
  const wasCalled = (times: number) =>
    new Promise<void>((resolve) => {
      const original = channels.switchedOff;
      let calls = 0;
      channels.switchedOff = () => {
        if (++calls === times) {
          channels.switchedOff = original;
          resolve();
        }
        return original();
      };
    });
  await wasCalled(2);
}

async function advanceUntil(stage: RelayStage, status: number): Promise<void> {
  for (let hours = 0; hours < 12; hours++) {
    stage.app.clock.advance(60 * MINUTE_MS);
    await seenByRecovery(stage);
    if ((await channelOf(stage)).status === status) break;
  }
  await waitForStatus(stage, status);
}

describe("a conversation", () => {
  const say = (stage: RelayStage, opening: string, turns = 0) =>
    stage.chat({
      messages: [
        { role: "system", content: LONG_TEXT },
        { role: "user", content: opening },
        ...Array.from({ length: turns }, (_, turn) => ({ role: "assistant", content: `answer ${turn}` })),
      ],
    });
  const many = async () => {
    const stage = await stages.create({
      engine: "sqlite",
      channel: { key: "sk-0" },
      options: { RetryTimes: "3" },
    });
    for (let index = 1; index < 8; index++) await stage.addChannel({ key: `sk-${index}` });
    return stage;
  };

  test("stays where its prompt is cached, and others go elsewhere", async () => {
    const stage = await many();
    for (let turns = 0; turns < 12; turns++) await say(stage, "first", turns);
    expect(new Set(keysTried(stage)).size).toBe(1);
    for (let other = 0; other < 30; other++) await say(stage, `opening ${other}`);
    expect(new Set(keysTried(stage)).size).toBeGreaterThan(3);
  });

  test("is known by the client's own key or session as well", async () => {
    const stage = await many();
    for (let call = 0; call < 8; call++) {
      const messages = [{ role: "user", content: `question ${call}` }];
      await stage.chat({ messages, prompt_cache_key: "c1" });
    }
    expect(new Set(keysTried(stage)).size).toBe(1);
    stage.upstream.reset();
    for (let call = 0; call < 8; call++) {
      const messages = [{ role: "user", content: `question ${call}` }];
      await stage.chat({ messages }, { headers: { "x-session-id": "s1" } });
    }
    expect(new Set(keysTried(stage)).size).toBe(1);
  });

  test("leaves a channel that fails, and stays at the next", async () => {
    const stage = await many();
    await say(stage, "first");
    const home = lastKey(stage) ?? "";
    stage.upstream.when({ key: home }, { status: 500 });
    for (let turns = 1; turns < 6; turns++) expect((await say(stage, "first", turns)).status).toBe(200);
    const after = keysTried(stage).filter((key) => key !== home);
    expect(new Set(after.slice(1)).size).toBe(1);
  });
});
