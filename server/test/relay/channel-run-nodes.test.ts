import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "bun:test";
import type { ChannelRun } from "@tollgate/contract/channel-operations";
import { createChannelRunStore } from "../../src/resources/channels/channel-run-store.ts";
import { startSecondNode } from "../support/second-node.ts";
import { createTestClient } from "../support/test-client.ts";
import type { TestClient } from "../support/test-client.ts";
import { startGatewayProcess } from "./gateway-process.ts";
import { useRelayStages } from "./relay-stage.ts";
import type { RelayStage } from "./relay-stage.ts";

const stages = useRelayStages();
const HEARD_WITHIN_MS = 1000;
/** Longer than a node's run may be silent. */
const SILENCE_MS = 16_000;
const REFUSED = { success: false, code: "channel.test-running", message: "测试已在运行中" };

/** What the contract says of the call, which the server has encoded by it. */
const runOf = async (node: TestClient) =>
  (await node.call("GET /api/channel/test/status")).data as ChannelRun;
async function until(node: TestClient, isSo: (run: ChannelRun) => boolean) {
  const deadlineMs = performance.now() + HEARD_WITHIN_MS;
  for (;;) {
    const run = await runOf(node);
    if (isSo(run)) return run;
    if (performance.now() > deadlineMs) throw new Error(`the node still says ${JSON.stringify(run)}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** The stage's channel fails, another one never answers. */
async function stageOf(engine: "sqlite" | "postgres") {
  const stage = await stages.create({ engine });
  stage.upstream.setDefault({ status: 503, error: { message: "busy" } });
  stage.upstream.when({ key: "sk-silent" }, { fault: "hang" });
  await stage.addChannel({ key: "sk-silent" });
  return { stage, admin: await stage.app.as("admin") };
}
const silentCalls = ({ upstream }: RelayStage) => upstream.requests.filter(({ key }) => key === "sk-silent");

describe("two nodes on one PostgreSQL", () => {
  test("a test of all channels that one has begun is shown, refused and cancelled by the other", async () => {
    const { stage, admin: here } = await stageOf("postgres");
    await using second = await startSecondNode(stage.app);
    const there = createTestClient(
      async (path, init) => second.fetch(new Request(`http://gate.test${path}`, init)),
      here.identity,
    );
    expect(await here.call("GET /api/channel/test")).toMatchObject({ success: true, data: { total: 2 } });
    const seen = await until(there, ({ done }) => done === 1);
    expect(seen).toMatchObject({ running: true, total: 2, done: 1, failed: 1, failures: [{ id: 1 }] });
    expect(await runOf(here)).toEqual(seen);
    expect(await there.call("GET /api/channel/test")).toMatchObject(REFUSED);

    expect(await there.call("POST /api/channel/test/cancel")).toMatchObject({
      data: { running: false, total: 2, done: 1, cancelled: true },
    });
    const [call] = silentCalls(stage);
    await stage.upstream.waitForClientClose(call?.index ?? -1, HEARD_WITHIN_MS);
    expect(await runOf(here)).toMatchObject({ running: false, done: 1, cancelled: true });
    expect(await there.call("GET /api/channel/test")).toMatchObject({ data: { running: true, done: 0 } });
    expect(await here.call("GET /api/channel/test")).toMatchObject(REFUSED);
    await there.call("POST /api/channel/test/cancel");
  });

  test("a run whose node was killed is over when the node has been silent", async () => {
    const { stage, admin } = await stageOf("postgres");
    const { config } = stage.app.parts;
    // The other process has the machine's clock.
    stage.app.clock.set(Date.now());
    const { identity } = await stage.app.asUser(await stage.app.userId("root"));
    await using other = await startGatewayProcess(
      { ...config, dataDir: join(config.dataDir, "second-node") },
      { TOLLGATE_SECRET_KEY: readFileSync(join(config.dataDir, "secret.key"), "utf8").trim() },
    );
    const there = createTestClient((path, init) => fetch(`${other.url}${path}`, init), identity);
    expect(await there.call("GET /api/channel/test")).toMatchObject({ success: true });
    await until(admin, ({ done }) => done === 1);
    await other[Symbol.asyncDispose]();

    stage.app.clock.set(Date.now());
    expect(await admin.call("GET /api/channel/test")).toMatchObject(REFUSED);
    stage.app.clock.advance(SILENCE_MS);
    expect(await runOf(admin)).toMatchObject({ running: false, total: 2, done: 1, cancelled: true });
    expect(await admin.call("GET /api/channel/test")).toMatchObject({ data: { running: true, done: 0 } });
    await admin.call("POST /api/channel/test/cancel");
  });
});

test("a node that is started again has no run left over from its death", async () => {
  const { stage, admin } = await stageOf("sqlite");
  const { parts } = stage.app;
  const ran = { ...(await runOf(admin)), running: true, total: 9, started_at: 1 };
  await createChannelRunStore(parts).begin("tests", ran);
  expect(await admin.call("GET /api/channel/test")).toMatchObject(REFUSED);
  await stage.app.restart();
  expect(await runOf(admin)).toMatchObject({ running: false, total: 9, cancelled: true });
  expect(await admin.call("GET /api/channel/test")).toMatchObject({ data: { running: true, total: 2 } });
  await admin.call("POST /api/channel/test/cancel");
});
