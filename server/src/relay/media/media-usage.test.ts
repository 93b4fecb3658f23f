import { describe, expect, test } from "bun:test";
import { callRate, tokenRate } from "../../pricing/rate-fixtures.ts";
import { usageOf } from "../../pricing/usage.ts";
import type { MediaRequest } from "../formats/media-request.ts";
import { expectedMediaUsage, mediaUsage } from "./media-usage.ts";
import { readMediaRequest } from "./read-media-request.ts";

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
  query: undefined,
  ...parts,
});
const NO_BODY = { body: undefined, contentType: "", bytes: 0 };
const JSON_ANSWER = { contentType: "application/json", bytes: 1 };

describe("pictures", () => {
  const pictures = media({
    operation: "images/generations",
    pictures: { count: 3, size: "1024x1024", quality: "low" },
  });
  test("are as many as the answer has, and as were asked for before it came", () => {
    const reported = usageOf({ requests: 1, output: { image: 272 } });
    const body = { data: [{}, {}] };
    expect(mediaUsage(pictures, { model: "m", rate }, reported, { ...JSON_ANSWER, body })).toMatchObject({
      images: 2,
      output: { image: 272 },
      source: "upstream",
    });
    expect(expectedMediaUsage(pictures, "m", rate)).toMatchObject({ images: 3, output: { image: 816 } });
  });
  test("of a stream that was left are as many as had come", () => {
    const left = (made: number | undefined) =>
      mediaUsage(pictures, { model: "m", rate }, undefined, { ...NO_BODY, pictures: made });
    expect([left(0), left(1), left(undefined)].map(({ images }) => images)).toEqual([0, 1, 3]);
    expect(left(1).output.image).toBe(272);
  });
  test("are none where the answer holds none", () => {
    const told = { model: "dall-e-3", rate };
    expect(mediaUsage(pictures, told, undefined, { ...NO_BODY, body: { data: [] } })).toMatchObject({
      images: 0,
      output: { image: 0 },
    });
  });
  test("are counted where zeros are all that is reported of them", () => {
    const told = { model: "gpt-image-1", rate };
    const answer = { ...NO_BODY, body: { data: [{}] } };
    expect(mediaUsage(pictures, told, usageOf({ requests: 1 }), answer)).toEqual(
      mediaUsage(pictures, told, undefined, answer),
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
    const speech = media({ text });
    expect(expectedMediaUsage(speech, "tts-1", rate)).toMatchObject({
      seconds: 1,
      input: { uncached: 15 },
      output: { audio: 20 },
      source: "counted",
    });
    expect(expectedMediaUsage(speech, "gpt-4o-mini-tts", rate).input.uncached).toBeLessThan(10);
  });
  test("of a format with one rate is as long as its bytes", () => {
    const secondsOf = (contentType: string) =>
      mediaUsage(media({ text }), { model: "m", rate }, undefined, { ...NO_BODY, contentType, bytes: 96_000 })
        .seconds;
    expect(["audio/pcm", "audio/wav", "audio/x-wav;rate=24000"].map(secondsOf)).toEqual([2, 2, 2]);
    // What was asked for as bare sound may come as something else, or in events.
    expect(["audio/mpeg", "text/event-stream", ""].map(secondsOf)).toEqual([1, 1, 1]);
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
    const answer = { ...JSON_ANSWER, body: { text: "hello" } };
    const usage = mediaUsage(heard, { model: "gpt-4o-transcribe", rate }, undefined, answer);
    expect(usage.input.audio).toBe(25);
    expect(usage.output.text).toBeGreaterThan(0);
  });
});

describe("a report that leaves out what the price is by", () => {
  const bySecond = { model: "m", rate: callRate({ per: "second" }) };
  const tokens = usageOf({ requests: 1, input: { uncached: 30 }, output: { text: 5 } });
  test("is filled up with the length of the recording, or of the speech", () => {
    const heard = media({ operation: "audio/transcriptions", seconds: 90 });
    expect(mediaUsage(heard, bySecond, tokens, NO_BODY)).toEqual(usageOf({ ...tokens, seconds: 90 }));
    const spoken = media({ text: "Fifteen letters" });
    expect(mediaUsage(spoken, bySecond, tokens, NO_BODY)).toEqual(usageOf({ ...tokens, seconds: 1 }));
    expect(mediaUsage(heard, { model: "m", rate }, tokens, NO_BODY)).toEqual(tokens);
  });
  test("of nothing at all is none: what was used is counted", () => {
    const nothing = usageOf({ requests: 1 });
    const price = { model: "m", rate };
    const heard = media({ operation: "audio/transcriptions", seconds: 90 });
    expect(mediaUsage(heard, price, nothing, NO_BODY)).toMatchObject({ source: "counted", seconds: 90 });
    const pictures = media({
      operation: "images/generations",
      pictures: { count: 2, size: "", quality: "" },
    });
    expect(mediaUsage(pictures, price, nothing, NO_BODY)).toMatchObject({ source: "counted", images: 2 });
    const none = usageOf({ ...nothing, images: 0 });
    expect(mediaUsage(pictures, price, none, NO_BODY)).toMatchObject({ source: "upstream", images: 0 });
  });
});

test("a rerank counts the searches that are billed, and its words", () => {
  const rerank = media({ operation: "rerank", text: "document" });
  const body = { meta: { billed_units: { search_units: 3 } } };
  const usage = mediaUsage(rerank, { model: "m", rate }, undefined, { ...JSON_ANSWER, body });
  expect(usage).toMatchObject({ requests: 3, source: "counted" });
  expect(usage.input.uncached).toBeGreaterThan(0);
});

test("a rerank's query is read with each text, without being written out as often", () => {
  const query = "word ".repeat(100_000);
  const documents = Array.from({ length: 5000 }, () => "d");
  const body = new TextEncoder().encode(JSON.stringify({ model: "m", query, documents }));
  const { media: rerank } = readMediaRequest("rerank", body, null);
  expect(rerank?.text).toHaveLength(2 * documents.length - 1);
  if (!rerank) throw new Error("it is no call for media");
  const tokens = (text: string, times: number) =>
    expectedMediaUsage({ ...rerank, text, query: { text: query, times } }, "m", rate).input.uncached;
  expect(expectedMediaUsage(rerank, "m", rate).input.uncached).toBe(
    tokens("", 5000) + tokens(rerank.text, 0),
  );
  expect(tokens("", 5000)).toBe(5000 * tokens("", 1));
  expect(tokens("", 1e9)).toBe(1e9);
});
