import { withKeptFields } from "../chat/body-fields.ts";
import type { Usage } from "../../../pricing/usage.ts";
import type { ChatEvent, StartEvent } from "../chat/chat-event.ts";
import type { ChatStreamEncoder, EncodeContext } from "../chat/chat-format.ts";
import { createLossList } from "../chat/chat-loss.ts";
import { sseText } from "../chat/sse-text.ts";
import { fieldsOf } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";
import { createChoiceWriter } from "./gemini-choice-writer.ts";
import type { ChoiceWriter } from "./gemini-choice-writer.ts";
import { encodeGeminiError } from "./gemini-error.ts";
import { blockedFinish } from "./gemini-finish.ts";
import { writeLogprobs } from "./gemini-logprobs.ts";
import { writeUsage } from "./gemini-usage-writer.ts";

const START_WRITTEN = new Set(["type", "id", "createdAtSeconds", "model", "extensions"]);

/** Writes `streamGenerateContent`, as events or, without `alt=sse`, as the elements of one JSON array. */
export function createGeminiStreamEncoder(context: EncodeContext): ChatStreamEncoder {
  const losses = createLossList();
  const frame = createFraming(context.framing ?? "sse");
  const choices = new Map<number, ChoiceWriter>();
  let head: Fields = { modelVersion: context.request.model, responseId: context.requestId };
  let kept: Fields | undefined;
  let isBlocked = false;
  let usage: Usage | undefined;

  const start = (event: StartEvent): void => {
    losses.unwritten("", event, START_WRITTEN, "gemini");
    head = { modelVersion: event.model, responseId: event.id };
    kept = losses.extensions("", event.extensions, "gemini");
    isBlocked = blockedFinish(fieldsOf(kept?.["promptFeedback"])) !== undefined;
  };

  /** The unknown fields of the answer go with its first chunk. */
  const chunk = (body: Fields): string => {
    const text = frame.element(withKeptFields({ ...body, ...head }, kept));
    kept = undefined;
    return text;
  };

  const writerOf = (choice: number): ChoiceWriter => {
    let writer = choices.get(choice);
    if (writer === undefined) choices.set(choice, (writer = createChoiceWriter(choice, losses)));
    return writer;
  };

  const candidate = (index: number, parts: readonly Fields[]): string =>
    parts.length === 0 ? "" : chunk({ candidates: [{ content: { parts, role: "model" }, index }] });

  const push = (event: ChatEvent): string => {
    switch (event.type) {
      case "start":
        start(event);
        return "";
      case "usage":
        usage = event.usage ?? usage;
        return "";
      case "error":
        // The gateway ends the stream with `fail`.
        return "";
      case "finish":
        return candidate(event.choice, writerOf(event.choice).finish(event));
      case "logprobs": {
        const path = `choices[${event.choice}].logprobs.${event.of}`;
        if (event.of === "text") {
          const logprobsResult = writeLogprobs(event.tokens, path, losses);
          return chunk({ candidates: [{ index: event.choice, logprobsResult }] });
        }
        losses.leftOut(path, "gemini has them of its text only");
        return "";
      }
      default:
        return candidate(event.choice, writerOf(event.choice).write(event));
    }
  };

  return {
    push,
    end() {
      const writers = [...choices].sort(([one], [other]) => one - other).map(([, writer]) => writer);
      const hasCandidates = !isBlocked || writers.some((writer) => writer.hasWritten());
      const body = {
        ...(hasCandidates && { candidates: writers.map((writer) => writer.end()) }),
        ...(usage && { usageMetadata: writeUsage(usage, losses) }),
      };
      return chunk(body) + frame.close();
    },
    fail: (error, requestId) => frame.element(encodeGeminiError(error, requestId)) + frame.close(),
    losses: () => losses.list(),
  };
}

/** The array's brackets are syntax, not a mark of a whole answer: clients go by the finish reason or the error in it. */
function createFraming(framing: "sse" | "json-array") {
  if (framing === "sse") return { element: (body: Fields) => sseText(body), close: () => "" };
  let isFirst = true;
  return {
    element(body: Fields) {
      const text = `${isFirst ? "[" : ",\r\n"}${JSON.stringify(body)}`;
      isFirst = false;
      return text;
    },
    close: () => "]",
  };
}
