import { expect, test } from "bun:test";
import { startFakeUpstream } from "../../support/fake-upstream/fake-upstream.ts";
import { useRelayStages } from "../relay-stage.ts";
import { QUICK_FAULTS, SILENCES } from "./fault-table.ts";
import type { FaultRow } from "./fault-table.ts";
import { faultProblems, faultStage } from "./fault-stage.ts";

/** Every client dialect before every upstream dialect, whole and streamed, with everything that goes wrong on the way. */
const stages = useRelayStages();

/** Nothing is held after it, and what was not answered was not charged. */
async function expectNoProblems(rows: readonly FaultRow[], config = {}): Promise<void> {
  const stage = await faultStage(stages, rows, config);
  for (const row of rows) {
    expect(await faultProblems(stage, row), row.name).toEqual([]);
    expect((await stage.spending()).held, row.name).toBe(0);
  }
  const charged = rows.flatMap(({ whole, stream }) =>
    [whole, stream].filter((outcome) => outcome === "answer" || !("status" in outcome)),
  );
  expect((await stage.spending()).charges).toBe(16 * charged.length);
}

test("each fault is a clear error in the client's dialect, and no hold is left", async () => {
  await expectNoProblems(QUICK_FAULTS);
}, 30_000);

test("silence ends in an error of the client's dialect, before the answer and within it", async () => {
  await expectNoProblems(SILENCES, { streamIdleTimeoutMs: 1000, relayTimeoutMs: 1000 });
}, 30_000);

test("no redirect takes a key to another host, whatever the dialect", async () => {
  await using elsewhere = await startFakeUpstream();
  const unreachable = { status: 502, code: "upstream.unreachable" };
  const rows = [301, 302, 303, 307, 308].map((status) => ({
    name: `redirect-${status}`,
    behaviour: { fault: "redirect" as const, status, redirectTo: `${elsewhere.url}/v1/messages` },
    whole: unreachable,
    stream: unreachable,
  }));
  await expectNoProblems(rows);
  expect(elsewhere.requestCount).toBe(0);
});

test("a storm of refusals is told to each client, on however many channels it is tried", async () => {
  const stage = await stages.create({ engine: "sqlite", options: { RetryTimes: "3" } });
  await stage.addChannel({ key: "sk-second" });
  for (const status of [429, 503, 529]) {
    stage.upstream.setDefault({ status });
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => stage.chat({ stream: index % 2 === 0 })),
    );
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([status]));
    for (const answer of answers) expect(Object(await answer.json()).error).toHaveProperty("message");
  }
  expect(await stage.spending()).toEqual({ user: 0, token: 0, charges: 0, held: 0 });
});

test("an array of Gemini's answers that breaks off is still an array, whose last member is the error", async () => {
  const config = { streamIdleTimeoutMs: 800 };
  for (const type of [14, 24]) {
    const stage = await stages.create({ engine: "sqlite", config, channel: { type } });
    for (const [fault, status] of [
      ["hang-mid-stream", 504],
      ["reset-mid-event", 502],
    ] as const) {
      stage.upstream.setDefault({ fault, chunkCount: 6, chunkPaceMs: 15 });
      const answer = await stage.post("/v1beta/models/chat:streamGenerateContent", {
        contents: [{ role: "user", parts: [{ text: "Hello" }] }],
      });
      expect(answer.status).toBe(200);
      const members: unknown = await answer.json();
      expect(Array.isArray(members) && members.at(-1)).toMatchObject({ error: { code: status } });
    }
  }
});
