import { describe, expect, test } from "bun:test";
import type { ChatFormat } from "../../src/relay/formats/chat/chat-format.ts";
import { comparableAnswer } from "./answer-form.ts";
import { clientFormats, conformanceFormats } from "./conformance-formats.ts";
import type { ConformanceScenario } from "./conformance-scenario.ts";
import { conformanceScenarios } from "./conformance-scenarios.ts";
import { decodeContext, encodeContext, faultOf, SAMPLE_ERRORS, sentRequest } from "./conformance-travel.ts";
import { unexplainedDifferences } from "./equal-up-to.ts";
import { goldenValue } from "./golden-file.ts";
import { answerIn, readStream, streamedEvents, streamMessages, writeStream } from "./stream-travel.ts";

/** Long enough that the files stay short. */
const GOLDEN_PIECE_LENGTH = 40;

/** Each client's dialect before each upstream's: what arrives is what was said, but for what was reported as lost. */
for (const client of clientFormats) {
  for (const upstream of conformanceFormats) {
    describe(`a client of ${client.dialect} and an upstream of ${upstream.dialect}`, () => {
      for (const scenario of conformanceScenarios) {
        const { name } = scenario;

        test(`${name}: the request arrives`, () => {
          const { request: said } = sentRequest(client, scenario.request);
          const { request: received, losses } = sentRequest(upstream, said);
          expect(unexplainedDifferences(said, received, losses)).toEqual([]);
        });

        test(`${name}: the whole answer arrives`, () => {
          const { said, received, losses } = wholeAnswer(client, upstream, scenario);
          expect(unexplainedDifferences(comparableAnswer(said), comparableAnswer(received), losses)).toEqual(
            [],
          );
        });

        test(`${name}: the streamed answer arrives, event by event`, () => {
          const { said, received, losses } = streamedAnswer(client, upstream, scenario);
          expect(unexplainedDifferences(comparableAnswer(said), comparableAnswer(received), losses)).toEqual(
            [],
          );
        });

        test(`${name}: the streamed answer says the same as the whole one`, () => {
          const whole = wholeAnswer(client, upstream, scenario);
          const streamed = streamedAnswer(client, upstream, scenario);
          const losses = [whole, streamed].flatMap((way) => way.upstreamLosses.concat(way.losses));
          const [one, other] = [comparableAnswer(whole.received), comparableAnswer(streamed.received)];
          expect(unexplainedDifferences(one, other, losses)).toEqual([]);
        });

        test(`${name}: the wire is as it was agreed`, async () => {
          const written = JSON.parse(JSON.stringify(wireOf(client, upstream, scenario)));
          const path = `${client.dialect}-to-${upstream.dialect}/${name}`;
          expect(written).toEqual(await goldenValue(path, written));
        });
      }

      for (const error of SAMPLE_ERRORS) {
        test(`an error of the kind ${error.kind} arrives`, () => {
          const said = upstream.decodeError(error.status, upstream.encodeError(error, "R1"));
          const received = client.decodeError(said.status, client.encodeError(said, "R2"));
          expect(faultOf(received)).toBe(faultOf(error));
          expect(received.message).toContain(error.message);
        });
      }
    });
  }
}

/** The upstream's whole answer on its way to the client. */
function wholeAnswer(client: ChatFormat, upstream: ChatFormat, { request, answer }: ConformanceScenario) {
  const asked = sentRequest(client, request).request;
  const { body: upstreamBody, losses: upstreamLosses } = upstream.encodeAnswer(
    answer,
    encodeContext(request),
  );
  const said = upstream.decodeAnswer(onTheWire(upstreamBody), decodeContext(asked));
  const { body, losses } = client.encodeAnswer(said, encodeContext(asked));
  const received = client.decodeAnswer(onTheWire(body), decodeContext(asked));
  return { said, received, losses, upstreamLosses, body };
}

/** The same as a stream: each event of the upstream's is written for the client before the next one is read. */
function streamedAnswer(
  client: ChatFormat,
  upstream: ChatFormat,
  { request, answer }: ConformanceScenario,
  pieceLength?: number,
) {
  const asked = sentRequest(client, { ...request, stream: true }).request;
  const sent = writeStream(upstream, streamedEvents(answer, pieceLength), encodeContext(request));
  const upstreamMessages = streamMessages(sent.pieces.join(""));
  const { events, isWhole } = readStream(upstream, upstreamMessages, decodeContext(asked));
  expect(isWhole).toBe(true);
  const written = writeStream(client, events, encodeContext(asked));
  const messages = written.pieces.flatMap((piece) => streamMessages(piece));
  const read = readStream(client, messages, decodeContext(asked));
  expect(read.isWhole).toBe(true);
  return {
    said: answerIn(events),
    received: answerIn(read.events),
    losses: written.losses,
    upstreamLosses: sent.losses,
    clientText: written.pieces.join(""),
  };
}

/**
 * What comes of the pair: the upstream's request, the client's answer and stream, and the losses. What the other side
 * says is in the files of each dialect with itself.
 */
function wireOf(client: ChatFormat, upstream: ChatFormat, scenario: ConformanceScenario) {
  const asked = sentRequest(client, scenario.request);
  const { body, losses } = sentRequest(upstream, asked.request);
  const whole = wholeAnswer(client, upstream, scenario);
  const streamed = streamedAnswer(client, upstream, scenario, GOLDEN_PIECE_LENGTH);
  return {
    request: { body, losses },
    answer: { body: whole.body, losses: whole.losses },
    stream: { events: streamed.clientText.trimEnd().split("\n\n"), losses: streamed.losses },
  };
}

function onTheWire(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body));
}
