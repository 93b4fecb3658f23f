import { describe, expect, test } from "bun:test";
import { imageTokens } from "./image-tokens.ts";

function tokens(model: string, width: number, height: number, detail?: string): number {
  const bytes = Buffer.alloc(24);
  bytes.write("PNG", 1);
  bytes.write("IHDR", 12);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return imageTokens(model, { url: `data:image/png;base64,${bytes.toString("base64")}`, detail });
}

describe("pictures count as their vendors say", () => {
  test.each([
    // OpenAI's own examples.
    ["gpt-4o", 1024, 1024, 765],
    ["gpt-4o", 2048, 4096, 1105],
    ["gpt-4.1-mini", 1024, 1024, Math.ceil(1024 * 1.62)],
    ["gpt-4.1-mini", 1800, 2400, Math.ceil(1452 * 1.62)],
    ["gpt-4o", 512, 512, 255],
    ["gpt-4o-mini", 1024, 1024, 2833 + 4 * 5667],
    ["gpt-5", 1024, 1024, 70 + 4 * 140],
    ["o3", 1024, 1024, 75 + 4 * 150],
    // Measured: what the API bills for gpt-5.5 and gpt-5-mini.
    ["gpt-5.5", 512, 512, 308],
    ["gpt-5.5", 2560, 1440, 4320],
    ["gpt-5-mini", 1024, 1024, 1229],
    // Measured: Claude Haiku 4.5, less the 65 tokens of the rest.
    ["claude-haiku-4-5", 256, 256, 100],
    ["claude-haiku-4-5", 768, 768, 784],
    ["claude-opus-4-7", 1920, 1080, 2691],
    ["gemini-2.5-flash", 384, 384, 258],
    ["gemini-2.5-flash", 1536, 768, 516],
    ["gemini-3-pro-preview", 4000, 3000, 1120],
    ["qwen2.5-vl-72b-instruct", 280, 280, 100],
    ["qwen3-vl-plus", 320, 320, 100],
    ["glm-4.5v", 10, 10, 1047],
    ["grok-4", 448, 896, 768],
    ["llava", 1024, 1024, 765],
  ])("%s, %d × %d: %d", (model, width, height, expected) => {
    expect(tokens(model, width, height)).toBe(expected);
  });
  test.each([
    ["claude-haiku-4-5", 1568],
    ["claude-sonnet-5", 4784],
    ["gpt-4.1-nano", Math.ceil(1536 * 2.46)],
    ["qwen3-vl-plus", 2560],
  ])("%s scales a large picture down to at most %d tokens", (model, most) => {
    for (const [width, height] of [
      [4032, 3024],
      [3840, 2160],
      [60_000, 100],
      [5000, 5000],
    ] as const)
      expect(tokens(model, width, height)).toBeWithin(most * 0.01, most + 1);
    expect(tokens(model, 5000, 5000)).toBeGreaterThan(most * 0.9);
  });
});

test("a low detail costs less where the vendor knows it; auto is counted in full", () => {
  expect(tokens("gpt-4o", 4000, 3000, "low")).toBe(85);
  expect(tokens("gpt-4.1-mini", 4000, 3000, "low")).toBeLessThanOrEqual(Math.ceil(256 * 1.62));
  expect(tokens("gpt-4o", 4000, 3000, "auto")).toBe(tokens("gpt-4o", 4000, 3000, "high"));
  expect(tokens("claude-haiku-4-5", 256, 256, "low")).toBe(100);
});

test("a picture of unknown size is taken for 1024 × 1024", () => {
  for (const url of [undefined, "https://example.com/cat.png"])
    expect(imageTokens("gpt-4o", { url, detail: undefined })).toBe(765);
});
