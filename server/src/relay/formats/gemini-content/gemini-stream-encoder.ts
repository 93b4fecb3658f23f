import { withKeptFields } from "../chat/body-fields.ts";
import type { Usage } from "../../../pricing/usage.ts";
import type { LogprobsEvent, StartEvent } from "../chat/chat-event.ts";
import type { ChatStreamEncoder, EncodeContext } from "../chat/chat-format.ts";
import { createLossList } from "../chat/chat-loss.ts";
import type { LossList } from "../chat/chat-loss.ts";
import { sseText } from "../chat/sse-text.ts";
import { fieldsOf } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";
import { createChoiceWriter } from "./gemini-choice-writer.ts";
import type { ChoiceWriter } from "./gemini-choice-writer.ts";
import { encodeGeminiError } from "./gemini-error.ts";
import { blockedFinish } from "./gemini-finish.ts";
import { writeLogprobs } from "./gemini-logprobs.ts";
import { writeTier } from "./gemini-service-tier.ts";
import { writeUsage } from "./gemini-usage-writer.ts";

const START_WRITTEN = new Set(["type", "id", "createdAtSeconds", "model", "serviceTier", "extensions"]);

/** Writes `streamGenerateContent`, as events or, without `alt=sse`, as the elements of one JSON array. */
export function createGeminiStreamEncoder(context: EncodeContext): ChatStreamEncoder {
  const losses = createLossList();
  const chunks = createChunks(context, losses);
  const choices = new Map<number, ChoiceWriter>();
  let usage: Usage | undefined;

  const writerOf = (choice: number): ChoiceWriter => {
    let writer = choices.get(choice);
    if (writer === undefined) choices.set(choice, (writer = createChoiceWriter(choice, losses)));
    return writer;
  };

  const candidate = (index: number, parts: readonly Fields[]): string =>
    parts.length === 0 ? "" : chunks.write({ candidates: [{ content: { parts, role: "model" }, index }] });

  return {
    push(event) {
      switch (event.type) {
        case "start":
          chunks.start(event);
          return "";
        case "usage":
          usage = event.usage ?? usage;
          return "";
        case "error":
          // The gateway ends the stream with `fail`.
          return "";
        case "finish":
          return candidate(event.choice, writerOf(event.choice).finish(event));
        case "logprobs":
          return writeLogprobsEvent(event, chunks, losses);
        default:
          return candidate(event.choice, writerOf(event.choice).write(event));
      }
    },
    end() {
      const writers = [...choices].sort(([one], [other]) => one - other).map(([, writer]) => writer);
      const hasCandidates = !chunks.isBlocked() || writers.some((writer) => writer.hasWritten());
      const last = chunks.write({
        ...(hasCandidates && { candidates: writers.map((writer) => writer.end()) }),
        ...(usage && { usageMetadata: { ...writeUsage(usage, losses), ...chunks.tier() } }),
      });
      return last + chunks.close();
    },
    fail: (error, requestId) => chunks.fail(encodeGeminiError(error, requestId)),
    losses: () => losses.list(),
  };
}

function writeLogprobsEvent({ choice, of, tokens }: LogprobsEvent, chunks: Chunks, losses: LossList): string {
  const path = `choices[${choice}].logprobs.${of}`;
  if (of === "text")
    return chunks.write({
      candidates: [{ index: choice, logprobsResult: writeLogprobs(tokens, path, losses) }],
    });
  losses.leftOut(path, "gemini has them of its text only");
  return "";
}

/** The responses that a stream consists of. */
interface Chunks {
  start(event: StartEvent): void;
  /** The tier of the answer, which stands with its usage. */
  tier(): Fields;
  /** Google itself refused the prompt. */
  isBlocked(): boolean;
  write(body: Fields): string;
  fail(body: Fields): string;
  close(): string;
}

/** Each chunk repeats the answer's id and model; its unknown fields go with the first. */
function createChunks(context: EncodeContext, losses: LossList): Chunks {
  const frame = createFraming(context.framing ?? "sse");
  let head: Fields = { modelVersion: context.request.model, responseId: context.requestId };
  let kept: Fields | undefined;
  let serviceTier: string | undefined;
  let isBlocked = false;
  return {
    start(event) {
      losses.unwritten("", event, START_WRITTEN, "gemini");
      head = { modelVersion: event.model, responseId: event.id };
      ({ serviceTier } = event);
      kept = losses.extensions("", event.extensions, "gemini");
      isBlocked = blockedFinish(fieldsOf(kept?.["promptFeedback"])) !== undefined;
    },
    tier() {
      const word = writeTier(serviceTier, losses);
      return word === undefined ? {} : { serviceTier: word };
    },
    isBlocked: () => isBlocked,
    write(body) {
      const text = frame.element(withKeptFields({ ...body, ...head }, kept));
      kept = undefined;
      return text;
    },
    fail: (body) => frame.element(body) + frame.close(),
    close: () => frame.close(),
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
