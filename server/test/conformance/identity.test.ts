import { describe, expect, test } from "bun:test";
import type { DecodeContext } from "../../src/relay/formats/chat/chat-format.ts";
import { comparableAnswer } from "./answer-form.ts";
import { conformanceFormats } from "./conformance-formats.ts";
import { conformanceScenarios } from "./conformance-scenarios.ts";
import {
  BROKEN_STREAM,
  decodeContext,
  encodeContext,
  faultOf,
  SAMPLE_ERRORS,
  sentRequest,
} from "./conformance-travel.ts";
import { unexplainedDifferences } from "./equal-up-to.ts";
import { answerIn, readStream, streamedEvents, streamMessages, writeStream } from "./stream-travel.ts";

/** Each dialect by itself: what is decoded is what was encoded, but for what was reported as lost. */
for (const format of conformanceFormats) {
  describe(format.dialect, () => {
    for (const { name, request, answer } of conformanceScenarios) {
      const context: DecodeContext = decodeContext(request);

      test(`${name}: a request comes back`, () => {
        const { request: received, losses } = sentRequest(format, request);
        expect(unexplainedDifferences(request, received, losses)).toEqual([]);
      });

      test(`${name}: a request that came back stays as it is`, () => {
        const { request: once } = sentRequest(format, request);
        const { request: twice, losses } = sentRequest(format, once);
        expect(unexplainedDifferences(once, twice, losses)).toEqual([]);
      });

      test(`${name}: a whole answer comes back`, () => {
        const { body, losses } = format.encodeAnswer(answer, encodeContext(request));
        const received = comparableAnswer(format.decodeAnswer(JSON.parse(JSON.stringify(body)), context));
        expect(unexplainedDifferences(comparableAnswer(answer), received, losses)).toEqual([]);
      });

      for (const pieceLength of [1, 7, 10_000]) {
        test(`${name}: a streamed answer comes back from pieces of ${pieceLength}`, () => {
          const written = writeStream(format, streamedEvents(answer, pieceLength), encodeContext(request));
          const read = readStream(format, streamMessages(written.pieces.join("")), context);
          expect(read.isWhole).toBe(true);
          const received = comparableAnswer(answerIn(read.events));
          expect(unexplainedDifferences(comparableAnswer(answer), received, written.losses)).toEqual([]);
        });
      }

      test(`${name}: a stream is whole events at every cut, and never whole before its end`, () => {
        const { pieces } = writeStream(format, streamedEvents(answer), encodeContext(request));
        for (let cut = 0; cut < pieces.length; cut++) {
          const messages = streamMessages(pieces.slice(0, cut).join(""));
          const { events, isWhole } = readStream(format, messages, context);
          expect({ cut, isWhole }).toEqual({ cut, isWhole: false });
          expect(events.filter(({ type }) => type === "error")).toEqual([]);
        }
      });

      test(`${name}: a broken stream ends in an error and never as whole`, () => {
        const events = streamedEvents(answer);
        for (let cut = 0; cut <= events.length; cut++) {
          const encoder = format.createStreamEncoder(encodeContext(request));
          const begun = events.slice(0, cut).map((event) => encoder.push(event));
          const text = begun.join("") + encoder.fail(BROKEN_STREAM, "R1");
          const read = readStream(format, streamMessages(text), context);
          expect({ cut, isWhole: read.isWhole }).toEqual({ cut, isWhole: false });
          expect(read.events.at(-1)).toMatchObject({
            type: "error",
            error: { message: expect.stringContaining("broke off") },
          });
        }
      });
    }

    for (const error of SAMPLE_ERRORS) {
      test(`an error of the kind ${error.kind} comes back`, () => {
        const received = format.decodeError(error.status, format.encodeError(error, "R1"));
        expect(faultOf(received)).toBe(faultOf(error));
        expect(received.message).toContain(error.message);
      });
    }
  });
}
