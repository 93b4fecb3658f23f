import { describe, expect, test } from "bun:test";
import { BOT_DIALECTS } from "../../src/relay/formats/chat/chat-dialect.ts";
import { FormatError } from "../../src/relay/formats/chat/chat-error.ts";
import type { Loss } from "../../src/relay/formats/chat/chat-loss.ts";
import type { ChatTarget } from "../../src/relay/formats/chat/chat-target.ts";
import { UPSTREAM_FORMATS } from "../../src/relay/lanes/chat-formats.ts";
import { conformanceScenarios } from "./conformance-scenarios.ts";
import { decodeContext } from "./conformance-travel.ts";
import { sampleRequest } from "./conformance-scenario.ts";
import { goldenValue } from "./golden-file.ts";

const TARGET: ChatTarget = { model: "model-1", coze: { botId: "bot-1" }, library: { id: "library-1" } };

/** Dialects that no client speaks: what is asked of them is said or told as lost. */
for (const dialect of BOT_DIALECTS) {
  const format = UPSTREAM_FORMATS[dialect];
  const encoded = ({ request }: (typeof conformanceScenarios)[number]) => {
    const { body, losses } = format.encodeRequest(request, TARGET);
    return { body: JSON.parse(JSON.stringify(body)), losses };
  };

  describe(dialect, () => {
    test.each(conformanceScenarios)("$name: nothing of the request is dropped in silence", (scenario) => {
      const { body, losses } = encoded(scenario);
      const said = JSON.stringify(body);
      const silent = leavesOf("", scenario.request).filter(
        ({ path, value }) => !isTold(path, losses) && !isSaid(value, said),
      );
      expect(silent).toEqual([]);
    });

    test("the wire is as it was agreed", async () => {
      const written = Object.fromEntries(
        conformanceScenarios.map((scenario) => [scenario.name, encoded(scenario)]),
      );
      expect(written).toEqual(Object(await goldenValue(`bots/${dialect}`, written)));
    });

    test("nonsense from an upstream is an error or no answer, and throws nothing else", () => {
      const request = sampleRequest();
      for (const value of NONSENSE) {
        const data = JSON.stringify(value);
        const decoder = format.createStreamDecoder(decodeContext(request));
        structuredClone([decoder.push({ data }), decoder.push({ event: "error", data }), decoder.end()]);
        expect(format.decodeError(500, value).message).not.toBe("");
        try {
          format.decodeAnswer(value, decodeContext(request));
        } catch (error) {
          expect(error).toBeInstanceOf(FormatError);
        }
      }
    });
  });
}

const NONSENSE: readonly unknown[] = [
  null,
  7,
  "x",
  [],
  {},
  { answer: 7, event: "message", result: 7, choices: 7, Choices: [null], Response: { Error: 7 } },
  { event: "message_end", metadata: 7, usage: { prompt_tokens: "x" }, is_end: true, finish: true },
  { event: "workflow_finished", data: 7, content: {}, documents: [null, { url: 7 }], errCode: 0 },
  { error_code: "x", error_msg: 7, code: 1, msg: {}, success: false, ErrorMsg: { Code: {} } },
  { events: [null, { data: 7 }], function_call: { name: 7 }, Usage: [], answer: "" },
  { toString: 7, constructor: 7, event: "__proto__", result: "", finish_reason: "constructor" },
];

interface Leaf {
  readonly path: string;
  readonly value: string | number | boolean;
}

/** What every dialect says in its own way: the kinds of things, who speaks, and ids that tie a result to its call. */
const STRUCTURE = new Set([
  "model",
  "stream",
  "wantsUsage",
  "type",
  "role",
  "kind",
  "callId",
  "id",
  "mode",
  "mediaType",
]);

function leavesOf(path: string, value: unknown): Leaf[] {
  if (Array.isArray(value)) return value.flatMap((inner, index) => leavesOf(`${path}[${index}]`, inner));
  if (typeof value === "object" && value !== null)
    return Object.entries(value)
      .filter(([name]) => !STRUCTURE.has(name))
      .flatMap(([name, inner]) => leavesOf(path === "" ? name : `${path}.${name}`, inner));
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? [{ path, value }]
    : [];
}

/** A loss tells of its own place and of all within it. */
function isTold(path: string, losses: readonly Loss[]): boolean {
  return losses.some(
    ({ path: lost }) => path === lost || path.startsWith(`${lost}.`) || path.startsWith(`${lost}[`),
  );
}

/** The body may hold a text within a text, escaped twice. */
function isSaid(value: Leaf["value"], body: string): boolean {
  const text = typeof value === "string" ? JSON.stringify(value).slice(1, -1) : String(value);
  return body.includes(text) || body.includes(JSON.stringify(text).slice(1, -1));
}
