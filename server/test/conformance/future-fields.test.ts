import { describe, expect, test } from "bun:test";
import type { Loss } from "../../src/relay/formats/chat/chat-loss.ts";
import { conformanceFormats } from "./conformance-formats.ts";
import { conformanceScenarios } from "./conformance-scenarios.ts";
import { encodeContext } from "./conformance-travel.ts";
import { futureValues } from "./future-fields.ts";

/** A field that joins the shared form later is told as lost by each codec that does not know it. */
for (const format of conformanceFormats) {
  describe(format.dialect, () => {
    for (const { name, request, answer } of conformanceScenarios) {
      test(`${name}: an unknown field of a request is told`, () => {
        const untold = futureValues(request).filter(({ value, path }) => {
          const { losses } = format.encodeRequest(value, { model: request.model });
          return !isTold(path, losses);
        });
        expect(untold.map(({ path }) => path)).toEqual([]);
      });

      test(`${name}: an unknown field of an answer is told`, () => {
        const untold = futureValues(answer).filter(({ value, path }) => {
          const { losses } = format.encodeAnswer(value, encodeContext(request));
          return !isTold(path, losses);
        });
        expect(untold.map(({ path }) => path)).toEqual([]);
      });
    }
  });
}

/** Itself, or something that holds it. */
function isTold(path: string, losses: readonly Loss[]): boolean {
  return losses.some(
    ({ path: lost }) => path === lost || path.startsWith(`${lost}.`) || path.startsWith(`${lost}[`),
  );
}
