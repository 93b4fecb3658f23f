import { expect, test } from "bun:test";
import { audioTokens } from "./audio-tokens.ts";

function wav(bytesPerSecond: number, seconds: number): string {
  const bytes = Buffer.alloc(44 + bytesPerSecond * seconds);
  bytes.write("RIFF", 0);
  bytes.write("WAVEfmt ", 8);
  bytes.writeUInt32LE(bytesPerSecond, 28);
  return bytes.toString("base64");
}

test("a WAV file is as long as its header says", () => {
  expect(audioTokens("gpt-4o-audio-preview", { base64: wav(32_000, 3), format: "wav" })).toBe(31);
  expect(audioTokens("gemini-2.5-flash", { base64: wav(32_000, 3), format: undefined })).toBe(97);
});

test("a rate that no sound has is not believed", () => {
  for (const rate of [1, 4_000_000_000]) {
    const bytes = Buffer.from(wav(64_000, 1), "base64");
    bytes.writeUInt32LE(rate, 28);
    expect(audioTokens("gpt-4o-audio-preview", { base64: bytes.toString("base64"), format: "wav" })).toBe(41);
  }
});

test("other formats are taken at their usual rate", () => {
  const base64 = "A".repeat(640_000);
  const tokens = (format: string | undefined) => audioTokens("gpt-4o-audio-preview", { base64, format });
  expect([tokens("mp3"), tokens("pcm16"), tokens("g711_ulaw"), tokens(undefined)]).toEqual([
    300, 100, 600, 300,
  ]);
  expect(audioTokens("qwen3-omni-flash", { base64, format: "mp3" })).toBe(750);
});

test("sound behind an address is taken for a minute", () => {
  expect(audioTokens("gemini-2.5-pro", { base64: undefined, format: undefined })).toBe(1920);
});
