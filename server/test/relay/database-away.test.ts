import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Logger } from "../../src/lib/logger.ts";
import type { OwnPostgres } from "../support/own-postgres.ts";
import { startOwnPostgres } from "../support/own-postgres.ts";
import { useRelayStages } from "./relay-stage.ts";
import type { RelayStage } from "./relay-stage.ts";

const stages = useRelayStages();
const CHAT_QUOTA = 140;
const AWAY = "The database cannot be reached at the moment";
const SLOW = { latencyMs: 400 };
const TIMEOUT_MS = 30_000;

/** One call in each dialect's envelope, and where the code stands there. */
const REFUSED = [
  ["/v1/chat/completions", { error: { code: "server_database_away", type: "service_unavailable_error" } }],
  ["/v1/messages", { type: "error", error: { type: "overloaded_error" } }],
  ["/v1beta/models/chat:generateContent", { error: { code: 503, status: "UNAVAILABLE" } }],
] as const;

const BODY = { model: "chat", max_tokens: 9, messages: [{ role: "user", content: "Hello" }] };
const GEMINI_BODY = { contents: [{ role: "user", parts: [{ text: "Hello" }] }] };
const bodyFor = (path: string) => (path.includes("generateContent") ? GEMINI_BODY : BODY);

async function expectAway(answer: Response, body: object): Promise<void> {
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"]);
  const text = await answer.text();
  expect(JSON.parse(text)).toMatchObject(body);
  expect(text).toContain(AWAY);
}

let postgres: OwnPostgres;
beforeAll(async () => {
  postgres = await startOwnPostgres();
}, TIMEOUT_MS);
afterAll(() => postgres[Symbol.asyncDispose]());

/** Resolves when what was left to be done behind the calls' backs is done. */
async function settled(stage: RelayStage, charges: number): Promise<void> {
  const deadlineMs = performance.now() + 10_000;
  for (;;) {
    const { held, charges: made } = await stage.spending();
    if (held === 0 && made === charges) return;
    if (performance.now() > deadlineMs) throw new Error(`${held} units are held, ${made} charges made`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test(
  "while PostgreSQL is stopped calls are answered with 503, no hold is left, and work goes on when it is back",
  async () => {
    const errors: string[] = [];
    const logger: Logger = { debug() {}, info() {}, warn() {}, error: (message) => errors.push(message) };
    const { storage } = postgres;
    const stage = await stages.create({ engine: "postgres", storage, overrides: { logger } });
    const { upstream, app } = stage;
    const admin = await app.as("admin");
    expect((await stage.chat()).status).toBe(200);
    expect(await admin.call("GET /api/user/self")).toMatchObject({ success: true });

    upstream.setDefault(SLOW);
    const running = [stage.chat(), stage.chat({ stream: true })] as const;
    await upstream.waitForRequest(2);
    await postgres.stop();
    upstream.setDefault({});
    for (const [path, body] of REFUSED) await expectAway(await stage.post(path, bodyFor(path)), body);
    const stranger = { headers: { authorization: "Bearer sk-of-somebody-whom-nobody-remembers" } };
    await expectAway(await fetch(`${stage.url}/v1/models`, stranger), REFUSED[0][1]);
    const refused = await admin.call("GET /api/user/self");
    expect([refused.status, refused.code, refused.success]).toEqual([503, "server.database-away", false]);
    expect(refused.headers.get("retry-after")).toBe("5");
    expect(upstream.requestCount).toBe(3);

    const [whole, stream] = await Promise.all(running);
    await expectAway(whole, REFUSED[0][1]);
    const events = await stream.text();
    expect(events).toContain(AWAY);
    expect(events).not.toContain("[DONE]");
    // Told once for all refusals; and for the stream, whose charge somebody may look for.
    expect(errors.filter((message) => message.includes("503"))).toHaveLength(1);
    expect(errors.filter((message) => message.includes("charge"))).toHaveLength(1);

    await postgres.start();
    // What the stream has sent is charged, the whole answer that nobody got is not.
    await settled(stage, 2);
    expect((await stage.chat()).status).toBe(200);
    expect(await admin.call("GET /api/user/self")).toMatchObject({ success: true });
    expect(await stage.spending()).toEqual({
      user: 3 * CHAT_QUOTA,
      token: 3 * CHAT_QUOTA,
      charges: 3,
      held: 0,
    });
  },
  TIMEOUT_MS,
);
