import { describe, expect, test } from "bun:test";
import type { ClientDialect } from "../formats/chat/chat-dialect.ts";
import { RelayError } from "../relay-error.ts";
import type { PassingLane } from "./lane.ts";
import { passingStream } from "./passing-stream.ts";

const bytes = (text: string) => Buffer.from(text);
const event = (value: object, name?: string) =>
  bytes(`${name === undefined ? "" : `event: ${name}\n`}data: ${JSON.stringify(value)}\n\n`);

function streamOf(dialect: ClientDialect) {
  const lane: PassingLane = {
    dialect,
    usageDialect: dialect === "openai-chat" ? "openai" : dialect,
    hidesUsage: false,
    body: "",
    losses: [],
    passedHeaders: undefined,
    collects: false,
    translation: undefined,
  };
  return passingStream(lane, {
    requestId: "r1",
    createdAtSeconds: 0,
    model: "m",
    language: () => "en",
    tickMs: () => 7,
    withoutKey: (given) => given,
  });
}

const WORDS: Readonly<Record<ClientDialect, Buffer>> = {
  "openai-chat": event({ choices: [{ index: 0, delta: { content: "Hi" } }] }),
  "openai-responses": event({
    type: "response.output_text.delta",
    output_index: 0,
    content_index: 0,
    delta: "Hi",
  }),
  anthropic: event(
    { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hi" } },
    "content_block_delta",
  ),
  gemini: event({ candidates: [{ content: { parts: [{ text: "Hi" }] }, index: 0 }] }),
};
// The table's names are the dialects.
const DIALECTS = Object.keys(WORDS) as ClientDialect[];
const text = (pieces: readonly Uint8Array[]) => Buffer.concat(pieces).toString();

describe.each(DIALECTS)("a passing stream of %s", (dialect) => {
  test("passes an event that is no JSON, and listens on", () => {
    const stream = streamOf(dialect);
    expect(stream.see(bytes('data: {"id":"broken","choices":[{"delta":{"con\n\n'))).toBe("pass");
    expect(stream.see(bytes("data: nothing\n\n"))).toBe("pass");
    expect(stream.see(WORDS[dialect])).toBe("pass");
    expect(stream.firstContentAtMs()).toBe(7);
    expect(stream.unreportedText()).toBe("Hi");
  });

  test("ends what breaks off in an error event of its own dialect", () => {
    const words = text([streamOf(dialect).errorEvent(new RelayError("upstream.timeout"))]);
    expect(words).toEndWith("\n\n");
    expect(words).toContain("The upstream took too long to answer.");
  });
});

describe.each(DIALECTS.filter((dialect) => dialect !== "openai-chat"))("what %s cannot read", (dialect) => {
  test("ends the stream in an error event in its place", () => {
    const stream = streamOf(dialect);
    const broken = bytes('data: {"a":}\n\n');
    expect(stream.see(broken)).toBe("error");
    const last = text(stream.failing([broken]));
    expect(last).toMatch(/not JSON/);
    expect(last).not.toContain('{"a":}');
  });
});

describe("a passing stream of gemini, which has no closing mark", () => {
  const piece = (words: string, rest: object = {}) =>
    event({ candidates: [{ content: { parts: [{ text: words }] }, index: 0, ...rest }] });
  const usage = event({ usageMetadata: { totalTokenCount: 9 } });

  test("holds back what says that it is complete, and what follows", () => {
    const stream = streamOf("gemini");
    const last = piece("b", { finishReason: "STOP" });
    expect(stream.see(piece("a"))).toBe("pass");
    expect([stream.see(last), stream.see(usage)]).toEqual(["hide", "hide"]);
    expect(stream.finished()).toBe(true);
    expect(text(stream.ending([]))).toBe(text([last, usage]));
  });

  test("goes on one event late where each says that it is the last", () => {
    const stream = streamOf("gemini");
    const events = ["a", "b", "c"].map((words) => piece(words, { finishReason: "STOP" }));
    const out = events.map((one) => (stream.see(one) === "pass" ? text([stream.output(one)]) : ""));
    expect(out).toEqual(["", ...events.slice(0, 2).map(String)]);
    const other = piece("d", { index: 1 });
    expect(stream.see(other)).toBe("pass");
    expect(text([stream.output(other)])).toBe(text([...events.slice(2), other]));
    expect(text(stream.ending([]))).toBe("");
  });

  test("loses nothing of what one that ends the stream has let go on", () => {
    const stream = streamOf("gemini");
    const [first, last] = ["a", "b"].map((words) => piece(words, { finishReason: "STOP" }));
    if (!first || !last) throw new Error("two pieces");
    // It came without the blank line after it, so nobody asks what passes with it.
    expect([stream.see(first), stream.see(last), stream.finished()]).toEqual(["hide", "pass", true]);
    expect(text(stream.ending([]))).toBe(text([first, last]));
  });
});

test("an upstream's own error passes in its own words", () => {
  const said = event({ type: "error", error: { type: "overloaded_error", message: "Overloaded" } }, "error");
  const stream = streamOf("anthropic");
  expect(stream.see(said)).toBe("error");
  expect(text(stream.failing([said]))).toBe(said.toString());
});
