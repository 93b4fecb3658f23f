import { expect, test } from "bun:test";
import type { MediaQuestion } from "../media/media-codec.ts";
import { miniMaxSpeechCodec } from "./minimax-speech-codec.ts";

const question: MediaQuestion = { model: "m", fields: { input: "a" }, files: [], createdAtSeconds: 1 };
const answered = (audio: string) => miniMaxSpeechCodec.decodeAnswer({ data: { audio } }, question);

test("a sound of many minutes is read whole", () => {
  const bytes = 8 * 1024 * 1024;
  expect(answered("49".repeat(bytes)).file?.bytes).toHaveLength(bytes);
});

test("what is no hexadecimal sound is none, however it begins", () => {
  for (const audio of ["", "4", "49zz", "494", "zz49", "https://files.example/a.mp3"])
    expect(() => answered(audio)).toThrow("there is no sound");
});
