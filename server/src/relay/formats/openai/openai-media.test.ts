import { expect, test } from "bun:test";
import { readMediaPart } from "./openai-media.ts";

const URL = "https://example.com/cat.png";

test.each([
  [
    "OpenAI's picture",
    { type: "image_url", image_url: { url: URL, detail: "low" } },
    { url: URL, detail: "low" },
  ],
  ["a picture given as its address", { type: "image_url", image_url: URL }, { url: URL, detail: undefined }],
  [
    "the Responses API's",
    { type: "input_image", image_url: URL, detail: "high" },
    { url: URL, detail: "high" },
  ],
  ["a picture of unknown shape", { type: "image", source: {} }, { url: undefined, detail: undefined }],
])("%s is read", (_, part, image) => {
  expect(readMediaPart(part)).toEqual({ kind: "image", ...image });
});

test("sound is read with its format, other media as files of a length", () => {
  const sound = { type: "input_audio", input_audio: { data: "AAAA", format: "wav" } };
  expect(readMediaPart(sound)).toEqual({ kind: "audio", base64: "AAAA", format: "wav" });
  expect(readMediaPart({ type: "audio_url", audio_url: { url: URL } })).toEqual({
    kind: "audio",
    base64: undefined,
    format: undefined,
  });
  expect(readMediaPart({ type: "file", file: { file_data: "AAAAAAAA" } })).toEqual({
    kind: "file",
    bytes: 6,
  });
  expect(readMediaPart({ type: "file", file: { file_id: "file-1" } })).toEqual({
    kind: "file",
    bytes: undefined,
  });
  expect(readMediaPart({ type: "video_url", video_url: { url: URL } })).toEqual({
    kind: "file",
    bytes: undefined,
  });
  expect(readMediaPart(null)).toEqual({ kind: "file", bytes: undefined });
});
