import { describe, expect, test } from "bun:test";
import { comparableAnswer } from "./answer-form.ts";
import { clientFormats, conformanceFormats } from "./conformance-formats.ts";
import { decodeContext, encodeContext, sentRequest } from "./conformance-travel.ts";
import { unexplainedDifferences } from "./equal-up-to.ts";
import { generatedAnswer, generatedRequest } from "./generated-chat.ts";
import { answerIn, readStream, streamedEvents, streamMessages, writeStream } from "./stream-travel.ts";

const SEEDS = Array.from({ length: 60 }, (_, index) => 7919 * (index + 1));

/** Conversations and answers that nobody thought of, the same in every run. */
for (const client of clientFormats) {
  for (const upstream of conformanceFormats) {
    describe(`from ${client.dialect} to ${upstream.dialect}`, () => {
      test("requests arrive", () => {
        for (const seed of SEEDS) {
          const said = sentRequest(client, generatedRequest(seed)).request;
          const { request: received, losses } = sentRequest(upstream, said);
          expect({ seed, differences: unexplainedDifferences(said, received, losses) }).toEqual({
            seed,
            differences: [],
          });
        }
      });

      test("answers arrive, whole and streamed", () => {
        for (const seed of SEEDS) {
          const asked = sentRequest(client, generatedRequest(seed)).request;
          const sent = writeStream(upstream, streamedEvents(generatedAnswer(seed)), encodeContext(asked));
          const { events } = readStream(upstream, streamMessages(sent.pieces.join("")), decodeContext(asked));
          const said = answerIn(events);
          const whole = client.encodeAnswer(said, encodeContext(asked));
          const body: unknown = JSON.parse(JSON.stringify(whole.body));
          const written = writeStream(client, events, encodeContext(asked));
          const read = readStream(client, streamMessages(written.pieces.join("")), decodeContext(asked));
          const one = comparableAnswer(client.decodeAnswer(body, decodeContext(asked)));
          const other = comparableAnswer(answerIn(read.events));
          expect({
            seed,
            whole: unexplainedDifferences(comparableAnswer(said), one, whole.losses),
            streamed: unexplainedDifferences(comparableAnswer(said), other, written.losses),
          }).toEqual({ seed, whole: [], streamed: [] });
        }
      });
    });
  }
}
