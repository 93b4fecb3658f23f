import { describe, expect, test } from "bun:test";
import { createLossList } from "../chat/chat-loss.ts";
import { embeddingsAnswer } from "./embeddings-answer.ts";
import type { MediaQuestion } from "./media-codec.ts";
import {
  documentTexts,
  loseMask,
  namedFields,
  numberIn,
  ownFields,
  pictureAddresses,
  sentPictures,
  textsIn,
} from "./media-fields.ts";
import { aspectRatioOf, loseQuality, picturesAnswer, picturesTold, pixelsOf } from "./picture-answer.ts";
import { refuseEvents, soundFormat, speechAnswer, voiceOf } from "./speech-answer.ts";
import { refuseSubtitles, transcriptionAnswer } from "./transcription-answer.ts";

const asked = (fields: object, files: MediaQuestion["files"] = []): MediaQuestion => ({
  model: "m",
  fields: { ...fields },
  files,
  createdAtSeconds: 1,
});
const file = (field: string) => ({ field, fileName: "a", mediaType: "", bytes: new Uint8Array([1]) });
const text = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);

describe("what a client sends", () => {
  test("pictures are files or data addresses, and nothing that somebody would have to fetch", () => {
    expect(
      sentPictures(asked({}, [file("image"), file("image[]"), file("image[1]"), file("mask")])),
    ).toHaveLength(3);
    const data = "data:image/webp;base64,AQ==";
    const pictures = sentPictures(asked({ images: [data, { image_url: data }] }));
    expect(pictures).toEqual(Array.from({ length: 2 }, () => ({ mediaType: "image/webp", base64: "AQ==" })));
    for (const fields of [{}, { image: "https://files.example/a.png" }, { image: 5 }, { images: [null] }])
      expect(() => sentPictures(asked(fields))).toThrow("image");
    const address = "https://files.example/a.png";
    expect(pictureAddresses(asked({ image: address }, [file("image")]))).toEqual([
      "data:image/png;base64,AQ==",
      address,
    ]);
    expect(() => pictureAddresses(asked({ image: "file:///etc/passwd" }))).toThrow("an address");
  });
  test("a mask is told as lost, whichever way it comes", () => {
    for (const question of [asked({ mask: "data:" }), asked({}, [file("mask")])]) {
      const losses = createLossList();
      loseMask(question, losses);
      expect(losses.list()).toMatchObject([{ path: "mask" }]);
    }
  });
  test("a form's own fields are numbers and truths again, but for what people write", () => {
    const fields = { seed: "7", scale: "-1.5", watermark: "false", prompt: "1984", size: "2K", n: "1" };
    expect(ownFields(asked(fields, [file("image")]), new Set(["n"]))).toEqual({
      seed: 7,
      scale: -1.5,
      watermark: false,
      prompt: "1984",
      size: "2K",
    });
    expect(namedFields(asked(fields, [file("image")]), ["seed", "none"])).toEqual({ seed: 7 });
    expect(ownFields(asked({ seed: "7" }), new Set())).toEqual({ seed: "7" });
  });
  test("texts are texts, and numbers numbers, or refused", () => {
    expect(textsIn({ input: ["a", "b"] }, "input")).toEqual(["a", "b"]);
    expect(() => textsIn({ input: [[1, 2]] }, "input")).toThrow("text only");
    expect([numberIn({ n: "2" }, "n"), numberIn({ n: "x" }, "n"), numberIn({ n: "1e999" }, "n")]).toEqual([
      2,
      undefined,
      undefined,
    ]);
  });
});

test.each([
  ["1024x1024", "1:1"],
  ["1792x1024", "16:9"],
  ["832*1248", "3:4"],
  ["16:9", "16:9"],
] as const)("a size of %s is nearest to the shape %s", (size, shape) => {
  const losses = createLossList();
  expect(aspectRatioOf(size, ["1:1", "16:9", "3:4"], losses)).toBe(shape);
  expect(losses.list()).toHaveLength(size === shape ? 0 : 1);
});

test("a size or a quality that a vendor cannot be told is reported, unless the choice is left to it", () => {
  for (const size of ["huge", "2K", "0x1024", "1024 x 1024", "999999x1"]) {
    const losses = createLossList();
    expect([pixelsOf(size, losses), aspectRatioOf(size, ["1:1"], losses)]).toEqual([undefined, undefined]);
    loseQuality({ quality: size }, losses);
    expect(losses.list().map(({ path }) => path)).toEqual(["size", "quality"]);
  }
  for (const left of ["", "auto"]) {
    const losses = createLossList();
    expect([pixelsOf(left, losses), aspectRatioOf(left, ["1:1"], losses)]).toEqual([undefined, undefined]);
    loseQuality({ quality: left }, losses);
    expect(losses.list()).toEqual([]);
  }
});

test("documents are texts, or objects with one", () => {
  expect(documentTexts({ documents: ["a", { text: "b", id: 1 }] })).toEqual(["a", "b"]);
  for (const documents of [undefined, "a", [], [{ image: "data:" }], [{ text: { toString: 1 } }], [null]])
    expect(() => documentTexts({ documents })).toThrow("documents");
});

describe("an answer", () => {
  test("of embeddings has one of numbers for each text", () => {
    const question = asked({ input: ["a", "b"] });
    expect(embeddingsAnswer([[0.5], [1]], 0, question).body["data"]).toHaveLength(2);
    for (const vectors of [[], [[0.5]], [[0.5], [1], [2]], [[0.5], "x"], [[0.5], []], [[0.5], [null]]])
      expect(() => embeddingsAnswer(vectors, 0, question)).toThrow("data");
    expect(embeddingsAnswer([[0.5]], 0, asked({ input: "a" })).body["data"]).toHaveLength(1);
  });
  test("of pictures without one is none", () => {
    expect(() => picturesAnswer([], asked({}))).toThrow("no picture");
    for (const data of [undefined, [], [{ error: { code: "x" } }]])
      expect(() => picturesTold({ data }, asked({}))).toThrow("no picture");
    expect(() => speechAnswer(new Uint8Array(), "mp3", asked({}))).toThrow("no sound");
  });
  test("that a client reads as a stream comes as events", () => {
    const { file: events } = transcriptionAnswer("Hello", asked({ stream: "true" }));
    expect(events?.contentType).toBe("text/event-stream");
    expect(text(events?.bytes)).toContain('{"type":"transcript.text.done","text":"Hello"}');
    const data = [{ url: "https://files.example/a.png" }, { error: { code: "x" } }];
    const { file: pictures } = picturesTold({ data }, asked({ stream: true }));
    expect(text(pictures?.bytes).match(/data: .*/g)).toEqual([
      `data: ${JSON.stringify({ type: "image_generation.completed", created_at: 1, ...data[0] })}`,
    ]);
  });
  test("of text alone is text", () => {
    expect(text(transcriptionAnswer("Hello", asked({ response_format: "text" })).file?.bytes)).toBe("Hello");
    expect(() => refuseSubtitles(asked({ response_format: "vtt" }), createLossList())).toThrow("text alone");
  });
  test("of sound has a format and a voice that the vendor has", () => {
    const losses = createLossList();
    expect(soundFormat(asked({ response_format: "opus" }), ["mp3", "wav"], "wav", losses)).toBe("wav");
    expect(voiceOf(asked({ voice: "alloy" }), "Kore", losses)).toBe("Kore");
    expect(voiceOf(asked({ voice: { id: "voice_1" } }), "Kore", losses)).toBe("voice_1");
    expect(losses.list().map(({ path }) => path)).toEqual(["response_format", "voice"]);
    expect(() => refuseEvents(asked({ stream_format: "sse" }))).toThrow("stream_format");
  });
});
