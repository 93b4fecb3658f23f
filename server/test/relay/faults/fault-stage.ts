import type { ChatDialect } from "../../../src/relay/formats/chat/chat-dialect.ts";
import { CHANNEL_KEY } from "../relay-stage.ts";
import type { RelayStage, StageOptions } from "../relay-stage.ts";
import { eventsIn, FAULT_CLIENTS } from "./fault-clients.ts";
import type { FaultClient } from "./fault-clients.ts";
import type { FaultOutcome, FaultRow } from "./fault-table.ts";

/** Upstreams of one dialect each: the channel's type, and a name of models that it serves in no other. */
export const UPSTREAMS: readonly { dialect: ChatDialect; type: number; model: string }[] = [
  { dialect: "openai-chat", type: 42, model: "mistral-" },
  { dialect: "openai-responses", type: 1, model: "gpt-5-codex-" },
  { dialect: "anthropic", type: 14, model: "claude-" },
  { dialect: "gemini", type: 24, model: "gemini-" },
];

interface Stages {
  create(options: StageOptions): Promise<RelayStage>;
}

/** A gateway with a channel of each dialect, each of which has a model for each fault. */
export async function faultStage(
  stages: Stages,
  rows: readonly FaultRow[],
  config: NonNullable<StageOptions["config"]> = {},
): Promise<RelayStage> {
  const models = UPSTREAMS.flatMap(({ model }) => rows.map(({ name }) => model + name));
  const prices = JSON.stringify(Object.fromEntries(models.map((name) => [name, 1])));
  const stage = await stages.create({
    engine: "sqlite",
    channel: false,
    config,
    options: { ModelRatio: prices },
  });
  for (const { type, model } of UPSTREAMS) {
    await stage.addChannel({ type, models: rows.map(({ name }) => model + name) });
    for (const { name, behaviour } of rows) stage.upstream.when({ model: model + name }, behaviour);
  }
  return stage;
}

/** Sends a call of each client to each upstream, whole and streamed, all at once; answers what was not as it should be. */
export async function faultProblems(stage: RelayStage, row: FaultRow): Promise<string[]> {
  const calls = UPSTREAMS.flatMap((upstream) =>
    FAULT_CLIENTS.flatMap((client) => [false, true].map((stream) => ({ upstream, client, stream }))),
  );
  const found = await Promise.all(
    calls.map(async ({ upstream, client, stream }) => {
      const problem = await problemOf(stage, client, upstream.model + row.name, {
        stream,
        expected: expectedOf(row, { stream, client: client.dialect, upstream: upstream.dialect }),
      });
      return (
        problem && `${client.dialect} from ${upstream.dialect}, ${stream ? "streamed" : "whole"}: ${problem}`
      );
    }),
  );
  return found.filter((problem) => problem !== undefined);
}

function expectedOf(
  { whole, stream, passed = stream, ofGemini }: FaultRow,
  call: { stream: boolean; client: string; upstream: string },
): FaultOutcome {
  if (ofGemini && call.upstream === "gemini") return ofGemini;
  if (!call.stream) return whole;
  return call.client === call.upstream ? passed : stream;
}

async function problemOf(
  stage: RelayStage,
  client: FaultClient,
  model: string,
  { stream, expected }: { stream: boolean; expected: FaultOutcome },
): Promise<string | undefined> {
  const answer = await stage.post(client.path(model, stream), client.body(model, stream));
  const text = await answer.text();
  if (text.includes(CHANNEL_KEY)) return "the key is in it";
  const isEvents = answer.headers.get("content-type")?.startsWith("text/event-stream") ?? false;
  if (isEvents !== (stream && answer.ok)) return `content type ${answer.headers.get("content-type")}`;
  if (typeof expected === "object" && "bytes" in expected)
    return answer.ok && text.includes(expected.bytes) ? undefined : text;
  const values = isEvents ? eventsIn(text) : [JSON.parse(text)];
  const told = client.error(values.at(-1));
  const isEnded = values.some(client.isEnding);
  const got = `HTTP ${answer.status} ${text.slice(0, 300)} … ${text.slice(-300)}`;
  if (expected === "answer") {
    const said = values.map(client.text).join("");
    return answer.ok && !told && said !== "" && (isEnded || !stream) ? undefined : got;
  }
  // Every dialect's error has a sentence and a kind.
  if (!told || told.message === "" || told.type === undefined) return got;
  const code = String(told.code).replaceAll("_", ".");
  if ("breaksOff" in expected)
    return answer.ok && !isEnded && values.length > 1 && code === expected.breaksOff ? undefined : got;
  const isRight = answer.status === expected.status && (expected.code ?? code) === code;
  return isRight ? undefined : got;
}
