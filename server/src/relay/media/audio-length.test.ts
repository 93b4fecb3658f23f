import { expect, test } from "bun:test";
import { estimateSeconds } from "./audio-length.ts";

function wav(bytesPerSecond: number, bytes: number): Uint8Array {
  const file = Buffer.alloc(bytes);
  file.write("RIFF", 0);
  file.write("WAVEfmt ", 8);
  file.writeUInt32LE(bytesPerSecond, 28);
  return file;
}

test("a WAV file's header says how long it is, unless it cannot be believed", () => {
  expect(estimateSeconds(wav(48_000, 96_000), "a.wav")).toBe(2);
  expect(estimateSeconds(wav(0xffff_ffff, 96_000), "a.wav")).toBe(3);
  expect(estimateSeconds(wav(1, 96_000), "a.wav")).toBe(3);
  expect(estimateSeconds(new Uint8Array(), "a.wav")).toBe(0);
});

test("other files are judged by their usual rate", () => {
  const file = new Uint8Array(160_000);
  expect(estimateSeconds(file, "a.MP3")).toBe(10);
  expect(estimateSeconds(file, "a.opus")).toBe(40);
  expect(estimateSeconds(file, "unknown")).toBe(10);
});

test("a file that is called something else is what its bytes show", () => {
  const named = (name: string, head: string) => {
    const file = Buffer.alloc(160_000);
    file.write(head, "latin1");
    return estimateSeconds(file, name);
  };
  expect([named("a.flac", "ID3"), named("a", "OggS"), named("a.opus", "OggS")]).toEqual([10, 20, 40]);
  expect(named("a.mp4", "\0\0\0\u0020ftypM4A ")).toBe(10);
});
