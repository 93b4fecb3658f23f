import { describe, expect, test } from "bun:test";
import { DEFAULT_TEXT } from "../support/fake-upstream/answer-text.ts";
import { anthropicClient } from "./clients/anthropic-client.ts";
import { geminiClient } from "./clients/gemini-client.ts";
import type { OfficialClient } from "./clients/official-client.ts";
import { openAiChatClient } from "./clients/openai-chat-client.ts";
import { openAiResponsesClient } from "./clients/openai-responses-client.ts";
import { UPSTREAM_CASES } from "./clients/upstream-cases.ts";
import { useRelayStages } from "./relay-stage.ts";
import type { RelayStage } from "./relay-stage.ts";

const stages = useRelayStages();

const CLIENTS = [openAiChatClient, openAiResponsesClient, anthropicClient, geminiClient];

const TOKENS = { promptTokens: 10, completionTokens: 20, cachedTokens: 4, reasoningTokens: 5 };
/** 6 fresh tokens × 2 + 4 cached × 2 × 0.25 + 20 written × 2 × 3. */
const QUOTA = 134;
const CALLS = [
  { id: "call_a", name: "weather", argumentsJson: '{"city":"Oslo"}' },
  { id: "call_b", name: "weather", argumentsJson: '{"city":"東京"}' },
];
const WAYS = [
  ["whole", false],
  ["as a stream", true],
] as const;
const BREAKS = [
  ["breaks off", "ends-early", "upstream_truncated"],
  ["fails in its middle", "error-event", "upstream_error"],
] as const;
const STATUSES = [400, 429, 500];

const PAIRS = CLIENTS.flatMap((client) =>
  UPSTREAM_CASES.map((to) => [client.name, to.name, client, to] as const),
);

describe.each(PAIRS)("the %s client at %s", (_name, _upstream, client, { channel, path }) => {
  const start = () => stages.create({ engine: "sqlite", channel });
  const pathsOf = (stage: RelayStage) => stage.upstream.requests.map((request) => request.path);

  test.each(WAYS)("is answered %s, and charged to the unit", async (_way, streams) => {
    const stage = await start();
    stage.upstream.setDefault(TOKENS);
    const answer = await client.start(stage, streams).ask("Hello");
    expect(answer).toEqual({ text: DEFAULT_TEXT, calls: [], inputTokens: 10, outputTokens: 20 });
    expect(pathsOf(stage)).toEqual([expect.stringMatching(path)]);
    expect(await stage.logs()).toMatchObject([
      { quota: QUOTA, is_stream: Number(streams), other: { usage: { source: "upstream" } } },
    ]);
    expect(await stage.spending()).toEqual({ user: QUOTA, token: QUOTA, charges: 1, held: 0 });
  });

  test.each(WAYS)("calls tools in parallel and goes on with their results %s", async (_way, streams) => {
    const stage = await start();
    stage.upstream.enqueue({ ...TOKENS, toolCalls: CALLS, content: ["Let me look."] });
    stage.upstream.setDefault(TOKENS);
    const conversation = client.start(stage, streams);
    const asked = await conversation.ask("How is the weather?");
    expect(asked).toMatchObject({
      text: "Let me look.",
      calls: [
        { name: "weather", args: { city: "Oslo" } },
        { name: "weather", args: { city: "東京" } },
      ],
    });
    const answered = await conversation.giveResults(["rain", "sun"]);
    expect(answered).toMatchObject({ text: DEFAULT_TEXT, calls: [] });
    expect(pathsOf(stage)).toHaveLength(2);
    const [, second = ""] = stage.upstream.requests.map(({ body }) => body.toString());
    for (const word of ["Oslo", "東京", "rain", "sun", "Let me look.", "You are terse."])
      expect(second).toContain(word);
    expect(second.indexOf("rain")).toBeLessThan(second.indexOf("sun"));
    expect(await stage.spending()).toEqual({ user: 2 * QUOTA, token: 2 * QUOTA, charges: 2, held: 0 });
  });

  test.each(STATUSES)("is told of the status %d as its own SDK reads it, and not charged", async (status) => {
    const stage = await start();
    stage.upstream.setDefault({ status, error: { message: "the vendor's own words" } });
    for (const [, streams] of WAYS) {
      const failure = await failureOf(client, stage, streams);
      expect(client.statusOf(failure)).toBe(status);
      expect(String(failure)).toContain("the vendor's own words");
      expect(String(failure)).not.toContain("sk-upstream-secret");
    }
    expect(await stage.spending()).toEqual({ user: 0, token: 0, charges: 0, held: 0 });
  });

  test.each(BREAKS)("is told when a stream %s", async (_what, fault, reason) => {
    const stage = await start();
    stage.upstream.setDefault({ fault });
    // An SDK throws an error of its own, or the vendor's event as it is.
    expect(await failureOf(client, stage, true)).toBeDefined();
    const [row] = await stage.waitForLogs(1);
    expect(row?.other.stream_status?.end_reason).toBe(reason);
    expect((await stage.spending()).user).toBe(row?.quota ?? -1);
  });
});

async function failureOf(client: OfficialClient, stage: RelayStage, streams: boolean): Promise<unknown> {
  try {
    await client.start(stage, streams).ask("Hello");
    return undefined;
  } catch (error) {
    return error;
  }
}
