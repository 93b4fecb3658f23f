import { channelTypeInfo, RELAYABLE_TYPES } from "@tollgate/contract/channel-types";
import { expect, test } from "bun:test";
import { TENCENT_ID, TENCENT_SECRET } from "../support/fake-upstream/hunyuan-dialect.ts";
import { useRelayStages } from "./relay-stage.ts";

const stages = useRelayStages();

/** The clouds have upstreams of their own to be tested with. */
const CLOUDS: readonly number[] = [33, 41];
/** Those whose dialect the fake upstream speaks at their vendor's own addresses. */
const NATIVE: ReadonlySet<number> = new Set([14, 15, 21, 23, 24, 37, 49]);
const EMBEDDING_ONLY: ReadonlySet<number> = new Set([38, 44]);
const KEYS: Record<number, string> = {
  15: "an-access-key|a-secret-key",
  16: "id.secret",
  23: `1250000000|${TENCENT_ID}|${TENCENT_SECRET}`,
};
const USAGE = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
const COMPLETION = {
  id: "c",
  object: "chat.completion",
  created: 1,
  model: "m",
  choices: [{ index: 0, message: { role: "assistant", content: "Hi" }, finish_reason: "stop" }],
  usage: USAGE,
};
const EMBEDDINGS = {
  object: "list",
  data: [{ object: "embedding", index: 0, embedding: [0.5] }],
  usage: USAGE,
};

test("the button tests a channel of every type, and nobody pays", async () => {
  const stage = await stages.create({ engine: "sqlite", channel: false });
  const admin = await stage.app.as("admin");
  for (const type of RELAYABLE_TYPES) {
    if (CLOUDS.includes(type)) continue;
    const key = KEYS[type] ?? "sk-a-key-of-the-vendor";
    const other = channelTypeInfo(type)?.needsOther ? "7379462189365198898" : "";
    const id = await stage.addChannel({ type, key, other, models: ["chat"] });
    const body = EMBEDDING_ONLY.has(type) ? EMBEDDINGS : COMPLETION;
    stage.upstream.setDefault(NATIVE.has(type) ? {} : { body });
    expect({ type, ...(await admin.call(`GET /api/channel/test/${id}`)) }).toMatchObject({
      type,
      success: true,
    });
    const path = stage.upstream.requests.at(-1)?.path ?? "";
    if (EMBEDDING_ONLY.has(type)) expect(path).toEndWith("/embeddings");
  }
  const rows = await stage.logs();
  expect(rows).toHaveLength(RELAYABLE_TYPES.length - CLOUDS.length);
  expect(new Set(rows.map(({ quota }) => quota))).toEqual(new Set([0]));
  expect(await stage.spending()).toEqual({ user: 0, token: 0, charges: 0, held: 0 });
});
