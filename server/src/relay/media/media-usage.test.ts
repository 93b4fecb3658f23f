import { describe, expect, test } from "bun:test";
import { callRate, tokenRate } from "../../pricing/rate-fixtures.ts";
import { usageOf } from "../../pricing/usage.ts";
import type { MediaRequest } from "../formats/media-request.ts";
import { expectedMediaUsage, mediaUsage } from "./media-usage.ts";

const rate = tokenRate({ modelRatio: 1 });
const media = (parts: Partial<MediaRequest>): MediaRequest => ({
  operation: "audio/speech",
  contentType: undefined,
  isRaw: true,
  bytesFor: () => new Uint8Array(),
  fields: () => ({}),
  files: () => [],
  pictures: undefined,
  seconds: undefined,
  text: "",
  soundFormat: undefined,
  ...parts,
});
const NO_BODY = { body: undefined, bytes: 0 };

describe("pictures", () => {
  const pictures = media({
    operation: "images/generations",
    pictures: { count: 3, size: "1024x1024", quality: "low" },
  });
  test("are as many as the answer has, and as were asked for before it came", () => {
    const reported = usageOf({ requests: 1, output: { image: 272 } });
    const body = { data: [{}, {}] };
    expect(mediaUsage(pictures, { model: "m", rate }, reported, { body, bytes: 1 })).toMatchObject({
      images: 2,
      output: { image: 272 },
      source: "upstream",
    });
    expect(expectedMediaUsage(pictures, "m", rate)).toMatchObject({ images: 3, output: { image: 816 } });
  });
  test("are none where the answer holds none", () => {
    const told = { model: "dall-e-3", rate };
    expect(mediaUsage(pictures, told, undefined, { body: { data: [] }, bytes: 0 })).toMatchObject({
      images: 0,
      output: { image: 0 },
    });
  });
  test("are counted where zeros are all that is reported of them", () => {
    const told = { model: "gpt-image-1", rate };
    const body = { data: [{}] };
    const zeros = usageOf({ requests: 1 });
    expect(mediaUsage(pictures, told, zeros, { body, bytes: 0 })).toEqual(
      mediaUsage(pictures, told, undefined, { body, bytes: 0 }),
    );
  });
  test("of an unknown quality are held for the best, so that a hold is enough", () => {
    const auto = media({ operation: "images/edits", pictures: { count: 1, size: "auto", quality: "auto" } });
    expect(expectedMediaUsage(auto, "m", rate).output.image).toBe(6240);
  });
});

describe("speech", () => {
  const text = "Fifteen letters";
  test("counts letters, or tokens for models that do, and a second for fifteen letters", () => {
    const speech = media({ text, soundFormat: "mp3" });
    expect(expectedMediaUsage(speech, "tts-1", rate)).toMatchObject({
      seconds: 1,
      input: { uncached: 15 },
      output: { audio: 20 },
      source: "counted",
    });
    expect(expectedMediaUsage(speech, "gpt-4o-mini-tts", rate).input.uncached).toBeLessThan(10);
  });
  test("of a format with one rate is as long as its bytes", () => {
    const speech = media({ text, soundFormat: "pcm" });
    const usage = mediaUsage(speech, { model: "m", rate }, undefined, { body: undefined, bytes: 96_000 });
    expect(usage).toMatchObject({ seconds: 2, output: { audio: 40 } });
  });
  test("in Chinese is slower", () => {
    expect(expectedMediaUsage(media({ text: "一二三四五六七八九" }), "m", rate).seconds).toBe(2);
  });
});

describe("transcriptions", () => {
  const heard = media({ operation: "audio/transcriptions", seconds: 2.5 });
  test("count a second as a token, where the price is by the token and nothing else is reported", () => {
    const reported = usageOf({ requests: 1, seconds: 11.2 });
    const price = { model: "whisper-1", rate };
    expect(mediaUsage(heard, price, reported, NO_BODY)).toMatchObject({
      seconds: 11.2,
      input: { uncached: 12 },
    });
    expect(mediaUsage(heard, price, undefined, NO_BODY)).toMatchObject({
      source: "counted",
      input: { uncached: 3 },
    });
    const bySecond = { ...price, rate: callRate({ per: "second" }) };
    expect(mediaUsage(heard, bySecond, reported, NO_BODY)).toMatchObject({
      seconds: 11.2,
      input: { uncached: 0 },
    });
  });
  test("of models by the token count ten a second, and what was written", () => {
    const answer = { body: { text: "hello" }, bytes: 1 };
    const usage = mediaUsage(heard, { model: "gpt-4o-transcribe", rate }, undefined, answer);
    expect(usage.input.audio).toBe(25);
    expect(usage.output.text).toBeGreaterThan(0);
  });
});

test("a rerank counts the searches that are billed, and its words", () => {
  const rerank = media({ operation: "rerank", text: "query\ndocument" });
  const body = { meta: { billed_units: { search_units: 3 } } };
  const usage = mediaUsage(rerank, { model: "m", rate }, undefined, { body, bytes: 1 });
  expect(usage).toMatchObject({ requests: 3, source: "counted" });
  expect(usage.input.uncached).toBeGreaterThan(0);
});
