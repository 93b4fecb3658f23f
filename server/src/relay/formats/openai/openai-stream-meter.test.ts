import { describe, expect, test } from "bun:test";
import { inputTokens, outputTokens } from "../../../pricing/usage.ts";
import { listenTo } from "../../usage/read-usage.ts";
import { createOpenAiStreamMeter } from "./openai-stream-meter.ts";

const meterOf = (hidesUsage: boolean, tickMs: () => number) =>
  createOpenAiStreamMeter({ reported: listenTo("openai"), hidesUsage, tickMs });
const event = (data: unknown) =>
  Buffer.from(`data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`);
const content = (text: string) =>
  event({ choices: [{ index: 0, delta: { content: text }, finish_reason: null }] });
const USAGE = { prompt_tokens: 7, completion_tokens: 5 };

describe("the stream meter", () => {
  test("passes events and hears what is written, when the first came, and the finish", () => {
    let tickMs = 100;
    const meter = meterOf(false, () => tickMs);
    expect(meter.see(event({ choices: [{ index: 0, delta: { role: "assistant", content: "" } }] }))).toBe(
      "pass",
    );
    expect(meter.firstContentAtMs()).toBeUndefined();
    tickMs = 150;
    expect(meter.see(content("Hel"))).toBe("pass");
    tickMs = 200;
    meter.see(content("lo"));
    expect([meter.unreportedText(), meter.firstContentAtMs(), meter.finished()]).toEqual([
      "Hello",
      150,
      false,
    ]);
    meter.see(event({ choices: [{ index: 0, delta: {}, finish_reason: "stop" }] }));
    expect(meter.finished()).toBe(true);
    expect(meter.see(event("[DONE]"))).toBe("end");
  });
  test.each([
    { audio: { data: "AAE=" } },
    { images: [{ image_url: { url: "data:image/png;base64,AA==" } }] },
  ])("hears %j as content, and as no text", (delta) => {
    const meter = meterOf(false, () => 7);
    meter.see(event({ choices: [{ index: 0, delta: { audio: { id: "a" } } }] }));
    expect(meter.firstContentAtMs()).toBeUndefined();
    meter.see(event({ choices: [{ index: 0, delta }] }));
    expect([meter.firstContentAtMs(), meter.unreportedText()]).toEqual([7, ""]);
  });
  test("takes the last usage that was reported", () => {
    const meter = meterOf(false, () => 0);
    expect(meter.usage()).toBeUndefined();
    meter.see(event({ choices: [], usage: null }));
    meter.see(event({ choices: [{ delta: {} }], usage: { prompt_tokens: 7, completion_tokens: 1 } }));
    meter.see(event({ choices: [], usage: USAGE }));
    const usage = meter.usage();
    expect(usage && [inputTokens(usage), outputTokens(usage)]).toEqual([7, 5]);
  });
  test("hides the usage chunk that the gateway alone has asked for, and no other", () => {
    const hiding = meterOf(true, () => 0);
    expect(hiding.see(event({ choices: [], usage: USAGE }))).toBe("hide");
    // Content in the same chunk, or another vendor's chunk without choices, is the client's.
    expect(hiding.see(event({ choices: [{ delta: { content: "x" } }], usage: USAGE }))).toBe("pass");
    expect(hiding.see(event({ choices: [], prompt_filter_results: [] }))).toBe("pass");
    expect(meterOf(false, () => 0).see(event({ choices: [], usage: USAGE }))).toBe("pass");
  });
  test("tells an error event and its message", () => {
    const meter = meterOf(false, () => 0);
    expect(meter.see(event({ error: { message: "overloaded" } }))).toBe("error");
    expect(meter.errorMessage()).toBe("overloaded");
    expect(meter.see(event({ error: null, choices: [] }))).toBe("pass");
    expect(meterOf(false, () => 0).see(event({ error: "text" }))).toBe("error");
  });
  test("leaves what it does not understand to the client", () => {
    const meter = meterOf(true, () => 0);
    for (const odd of [
      ": comment\n\n",
      "event: x\n\n",
      'data: {"choi\n\n',
      "data: 7\n\n",
      "data: null\n\n",
      "data:\n\n",
    ])
      expect(meter.see(Buffer.from(odd))).toBe("pass");
    expect([meter.unreportedText(), meter.usage(), meter.finished()]).toEqual(["", undefined, false]);
  });
});
