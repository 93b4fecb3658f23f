import { expect, test } from "bun:test";
import { HELLO, useRelayStages } from "./relay-stage.ts";
import type { RelayStage } from "./relay-stage.ts";

const stages = useRelayStages();
const LIBRARY = 21;

/** Each dialect's way of asking, and where its answer tells what was used. */
const CLIENTS = [
  [
    "chat completions",
    "/v1/chat/completions",
    { stream_options: { include_usage: true } },
    "prompt_tokens",
    "completion_tokens",
  ],
  ["responses", "/v1/responses", { input: "Hello" }, "input_tokens", "output_tokens"],
  ["messages", "/v1/messages", { max_tokens: 50 }, "input_tokens", "output_tokens"],
] as const;

const charged = async (stage: RelayStage) => {
  const [row] = (await stage.logs()).slice(-1);
  if (!row) throw new Error("nothing was logged");
  return [row.prompt_tokens, row.completion_tokens];
};

test.each(CLIENTS)(
  "a client of %s is told what was counted, where its upstream tells nothing",
  async (_, path, wishes, input, output) => {
    const stage = await stages.create({ engine: "sqlite", channel: { type: LIBRARY, other: "lib" } });
    const { stream_options, ...whole } = {
      model: "chat",
      messages: HELLO,
      stream_options: undefined,
      ...wishes,
    };
    const told = Object(await (await stage.post(path, whole)).json()).usage;
    expect([told[input], told[output]]).toEqual(await charged(stage));
    expect(told[output]).toBeGreaterThan(0);

    const text = await (await stage.post(path, { ...whole, stream: true, stream_options })).text();
    const [last = ""] = text.match(/"usage":\{.*/g)?.slice(-1) ?? [];
    const numberOf = (name: string) => Number(new RegExp(`"${name}":(\\d+)`).exec(last)?.[1]);
    expect([numberOf(input), numberOf(output)]).toEqual(await charged(stage));
  },
);
