import { expect, test } from "bun:test";
import { keepAliveFor, startBeat } from "./keep-alive.ts";

test("a keep-alive is a comment, an event of Anthropic's own, and nothing within an array", () => {
  const bytesFor = (dialect: "openai-chat" | "openai-responses" | "anthropic" | "gemini") =>
    Buffer.from(keepAliveFor({ dialect, framing: "sse" }, 5)?.bytes ?? []).toString();
  for (const dialect of ["openai-chat", "openai-responses", "gemini"] as const)
    expect(bytesFor(dialect)).toBe(": PING\n\n");
  expect(bytesFor("anthropic")).toBe('event: ping\ndata: {"type": "ping"}\n\n');
  expect(keepAliveFor({ dialect: "gemini", framing: "json-array" }, 5)).toBeUndefined();
  expect(keepAliveFor({ dialect: "anthropic", framing: "sse" }, 0)).toBeUndefined();
});

test("a beat comes again and again, and not while something is sent", async () => {
  const second = Promise.withResolvers<void>();
  let beats = 0;
  const beat = startBeat(200, () => {
    beats += 1;
    if (beats === 2) second.resolve();
  });
  const startMs = performance.now();
  while (performance.now() - startMs < 500) {
    beat.touch();
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(beats).toBe(0);
  await second.promise;
  beat.stop();
  expect(beats).toBe(2);
});
