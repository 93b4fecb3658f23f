import { expect, test } from "bun:test";
import {
  givenPiece,
  parseRealtimeEvent,
  producedPiece,
  responseIdOf,
  sessionFactsOf,
  wishedModel,
} from "./realtime-event.ts";

test("only an object is an event", () => {
  expect(parseRealtimeEvent('{"type":"x"}')).toEqual({ type: "x" });
  for (const text of ["", "{", "[]", '"x"', "null"]) expect(parseRealtimeEvent(text)).toBeUndefined();
});

test("bytes that hold an object are an event too", () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  expect(parseRealtimeEvent(bytes('\r\n {"type":"é"}'))).toEqual({ type: "é" });
  for (const text of ["", " ", "{", "[{}]", '"x"']) expect(parseRealtimeEvent(bytes(text))).toBeUndefined();
  expect(parseRealtimeEvent(Uint8Array.of(0x7b, 0xff, 0x7d))).toBeUndefined();
});

test("events name their response in one of two places", () => {
  expect(responseIdOf({ response_id: "a" })).toBe("a");
  expect(responseIdOf({ response: { id: "b" } })).toBe("b");
  expect(responseIdOf({ response: 3 })).toBe("");
});

test("text, transcripts and arguments are produced as text, sound by its length, in the beta's words too", () => {
  for (const name of [
    "output_text",
    "text",
    "output_audio_transcript",
    "audio_transcript",
    "function_call_arguments",
  ])
    expect(producedPiece({ type: `response.${name}.delta`, delta: "abcd" })).toEqual({
      text: "abcd",
      audioBytes: 0,
    });
  for (const name of ["output_audio", "audio"])
    expect(producedPiece({ type: `response.${name}.delta`, delta: "AAAA" })).toEqual({
      text: "",
      audioBytes: 3,
    });
  const transcript = { type: "conversation.item.input_audio_transcription.delta", delta: "abcd" };
  expect(producedPiece(transcript)).toEqual({ text: "", audioBytes: 0 });
});

test("what a client gives is read where its events have it", () => {
  expect(givenPiece({ type: "input_audio_buffer.append", audio: "AAAA" }).audioBytes).toBe(3);
  expect(givenPiece({ type: "session.update", session: { instructions: "Be kind" } }).text).toBe("Be kind");
  expect(givenPiece({ type: "response.create", response: { instructions: "Sing" } }).text).toBe("Sing");
  const content = [
    { type: "input_text", text: "Hello" },
    { type: "input_audio", audio: "AAAAAAAA" },
  ];
  const item = givenPiece({ type: "conversation.item.create", item: { type: "message", content } });
  expect(item).toEqual({ text: "Hello", audioBytes: 6 });
  const result = { type: "function_call_output", output: "12 degrees" };
  expect(givenPiece({ type: "conversation.item.create", item: result }).text).toBe("12 degrees");
  expect(givenPiece({ type: "response.cancel" })).toEqual({ text: "", audioBytes: 0 });
});

test("a session tells who writes down what is heard, and how sound is written", () => {
  const audio = {
    input: { format: { type: "audio/pcmu" }, transcription: { model: "gpt-4o-transcribe" } },
    output: { format: { type: "audio/pcm", rate: 24_000 } },
  };
  expect(sessionFactsOf({ type: "session.updated", session: { model: "m-1", audio } })).toEqual({
    model: "m-1",
    transcriptionModel: "gpt-4o-transcribe",
    heardBytesPerSecond: 8_000,
    spokenBytesPerSecond: 48_000,
  });
  const beta = { input_audio_transcription: { model: "whisper-1" }, output_audio_format: "g711_alaw" };
  expect(sessionFactsOf({ type: "session.created", session: beta })).toEqual({
    model: undefined,
    transcriptionModel: "whisper-1",
    heardBytesPerSecond: 48_000,
    spokenBytesPerSecond: 8_000,
  });
  expect(sessionFactsOf({ type: "session.update", session: beta })).toBeUndefined();
});

test("a client's wish for a model is read from its update alone", () => {
  expect(wishedModel({ type: "session.update", session: { model: "m" } })).toBe("m");
  expect(wishedModel({ type: "session.update", session: {} })).toBeUndefined();
  expect(wishedModel({ type: "response.create", session: { model: "m" } })).toBeUndefined();
});
