import type { Usage } from "../../../pricing/usage.ts";
import type { ChatFinish } from "./chat-answer.ts";
import type { ChatAnnotation } from "./chat-annotation.ts";
import type { ChatError } from "./chat-error.ts";
import type { ChatEvent, PartEvent } from "./chat-event.ts";
import type { ChatStreamDecoder, DecodeContext, StreamMessage } from "./chat-format.ts";

/** What an upstream says of its answer before it says anything else. */
export interface AnswerHead {
  readonly id?: string;
  readonly createdAtSeconds?: number;
  readonly model?: string;
}

/**
 * Makes the events of one answer for decoders of dialects without blocks: numbers them, begins with the start, ends with
 * the first failure.
 */
export interface AnswerWriter {
  /** Only the first one counts; without it the answer begins with its first words. */
  begin(head: AnswerHead): void;
  text(piece: string): void;
  thought(piece: string): void;
  /** A whole call of a tool. */
  call(id: string, name: string, callArguments: string): void;
  part(part: PartEvent["part"]): void;
  /** Of the text that was written last. */
  annotate(annotation: ChatAnnotation): void;
  usage(raw: unknown, usage: Usage | undefined): void;
  /** Only the first one counts; told at the end, since usage may come after it. */
  finish(finish: ChatFinish): void;
  fail(error: ChatError): void;
}

type BlockKind = "text" | "reasoning" | "other";

/** A decoder that is told by `read` what each message says. */
export function createWritingDecoder(
  context: DecodeContext,
  read: (message: StreamMessage, writer: AnswerWriter) => void,
): ChatStreamDecoder {
  let events: ChatEvent[] = [];
  let hasStarted = false;
  let hasFailed = false;
  let finish: ChatFinish | undefined;
  let block = -1;
  let kind: BlockKind | undefined;

  const begin = (head: AnswerHead): void => {
    if (hasStarted) return;
    hasStarted = true;
    const { id, createdAtSeconds, model } = head;
    events.push({
      type: "start",
      id: id || context.requestId,
      createdAtSeconds: createdAtSeconds ?? context.createdAtSeconds,
      model: model || context.model,
    });
  };
  const inBlock = (next: BlockKind): { choice: number; block: number } => {
    begin({});
    if (kind !== next || next === "other") block++;
    kind = next;
    return { choice: 0, block };
  };
  const writer: AnswerWriter = {
    begin,
    text(text) {
      if (text !== "") events.push({ type: "text-delta", ...inBlock("text"), text });
    },
    thought(text) {
      if (text !== "") events.push({ type: "reasoning-delta", ...inBlock("reasoning"), text });
    },
    call(id, name, callArguments) {
      const place = inBlock("other");
      events.push({ type: "tool-call-start", ...place, id, name });
      events.push({ type: "tool-call-delta", ...place, arguments: callArguments });
    },
    part: (part) => void events.push({ type: "part", ...inBlock("other"), part }),
    annotate: (annotation) => void events.push({ type: "annotation", ...inBlock("text"), annotation }),
    usage(raw, usage) {
      begin({});
      events.push({ type: "usage", raw, ...(usage && { usage }) });
    },
    finish: (said) => void (finish ??= said),
    fail(error) {
      hasFailed = true;
      events.push({ type: "error", error });
    },
  };
  const take = (): ChatEvent[] => {
    const taken = events;
    events = [];
    return taken;
  };
  return {
    push(message) {
      if (!hasFailed && message.data !== "") read(message, writer);
      return take();
    },
    end() {
      if (hasFailed || !finish) return { events: take(), isWhole: false };
      begin({});
      events.push({ type: "finish", choice: 0, finish });
      return { events: take(), isWhole: true };
    },
  };
}
