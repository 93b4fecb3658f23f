import { describe, expect, test } from "bun:test";
import { FormatError } from "../../src/relay/formats/chat/chat-error.ts";
import { conformanceFormats } from "./conformance-formats.ts";
import { conformanceScenarios } from "./conformance-scenarios.ts";
import { sampleRequest } from "./conformance-scenario.ts";
import { BROKEN_STREAM, decodeContext, encodeContext } from "./conformance-travel.ts";
import { streamedEvents, streamMessages, writeStream } from "./stream-travel.ts";

const NONSENSE: readonly unknown[] = [
  null,
  7,
  -1.5,
  "x",
  "",
  true,
  [],
  {},
  [null],
  [[]],
  { toString: 7 },
  "constructor",
  "__proto__",
];

/** Those whose bodies hold every kind of part; the others are made of the same. */
const SPOILED: ReadonlySet<string> = new Set([
  "text",
  "stop-sequences",
  "parallel-tools",
  "reasoning",
  "citation",
  "many-settings",
  "sound",
  "picture-made",
  "allowed-tools",
  "failed-tool",
]);

/** Every body that comes of `body` when one value in it is replaced by `nonsense`. */
function spoiled(body: unknown, nonsense: unknown): unknown[] {
  if (Array.isArray(body))
    return [nonsense].concat(
      body.flatMap((inner, index) => spoiled(inner, nonsense).map((other) => body.with(index, other))),
    );
  if (typeof body !== "object" || body === null) return [nonsense];
  return [nonsense].concat(
    Object.entries(body).flatMap(([name, inner]) =>
      spoiled(inner, nonsense).map((other) => Object.assign({}, body, { [name]: other })),
    ),
  );
}

/** Bodies of upstreams and clients are not trusted: nothing but a FormatError may come of them. */
for (const format of conformanceFormats) {
  describe(format.dialect, () => {
    test("a spoiled error in a stream is read", () => {
      const request = sampleRequest();
      const error: unknown = JSON.parse(JSON.stringify(format.encodeError(BROKEN_STREAM, "R1")));
      const found = thrownBy(error, (other) => {
        const decoder = format.createStreamDecoder(decodeContext(request));
        return [decoder.push({ event: "error", data: JSON.stringify(other) }), decoder.end()];
      });
      expect(found).toEqual([]);
    });

    for (const { name, request, answer } of conformanceScenarios.filter(({ name }) => SPOILED.has(name))) {
      const context = decodeContext(request);

      test(`${name}: a spoiled request is read or refused`, () => {
        const { body } = format.encodeRequest(request, { model: request.model });
        expect(thrownBy(JSON.parse(JSON.stringify(body)), (other) => format.decodeRequest(other))).toEqual(
          [],
        );
      });

      test(`${name}: a spoiled answer is read or is none`, () => {
        const { body } = format.encodeAnswer(answer, encodeContext(request));
        const wire: unknown = JSON.parse(JSON.stringify(body));
        expect(thrownBy(wire, (other) => format.decodeAnswer(other, context))).toEqual([]);
        expect(thrownBy(wire, (other) => format.decodeError(500, other))).toEqual([]);
      });

      test(`${name}: a spoiled stream is read`, () => {
        const { pieces } = writeStream(format, streamedEvents(answer, 50), encodeContext(request));
        const messages = streamMessages(pieces.join(""));
        const found = messages.flatMap((message, place) => {
          if (!message.data.startsWith("{")) return [];
          return thrownBy(JSON.parse(message.data), (other) => {
            const decoder = format.createStreamDecoder(context);
            const read = messages.map(({ data, ...rest }, index) =>
              decoder.push(Object.assign(rest, { data: index === place ? JSON.stringify(other) : data })),
            );
            return [read, decoder.end()];
          });
        });
        expect(found).toEqual([]);
      });
    }
  });
}

/** What `read` throws beside FormatErrors. */
function thrownBy(body: unknown, read: (body: unknown) => unknown): string[] {
  const thrown = new Set<string>();
  for (const nonsense of NONSENSE) {
    for (const other of spoiled(body, nonsense)) {
      try {
        // What comes of it is plain data: no function that a name like "constructor" finds.
        structuredClone(read(other));
      } catch (error) {
        if (!(error instanceof FormatError))
          thrown.add(`${String(error)}: ${JSON.stringify(other).slice(0, 300)}`);
      }
    }
  }
  return [...thrown].slice(0, 3);
}
