import type { ChatAnswer } from "../../src/relay/formats/chat/chat-answer.ts";
import { answerEvents } from "../../src/relay/formats/chat/answer-events.ts";
import { collectAnswer } from "../../src/relay/formats/chat/collect-answer.ts";
import type { ChatEvent } from "../../src/relay/formats/chat/chat-event.ts";
import type {
  ChatFormat,
  DecodeContext,
  EncodeContext,
  StreamMessage,
} from "../../src/relay/formats/chat/chat-format.ts";
import type { Loss } from "../../src/relay/formats/chat/chat-loss.ts";

/** A stream as it stands on a wire. */
export interface WireStream {
  /** What each push gave, and the last words. */
  readonly pieces: readonly string[];
  readonly losses: readonly Loss[];
}

/** What a decoder made of a stream. */
export interface ReadStream {
  readonly events: readonly ChatEvent[];
  readonly isWhole: boolean;
}

export function writeStream(
  format: ChatFormat,
  events: readonly ChatEvent[],
  context: EncodeContext,
): WireStream {
  const encoder = format.createStreamEncoder(context);
  const pieces = events.map((event) => encoder.push(event));
  pieces.push(encoder.end());
  return { pieces, losses: encoder.losses() };
}

export function readStream(
  format: ChatFormat,
  messages: readonly StreamMessage[],
  context: DecodeContext,
): ReadStream {
  const decoder = format.createStreamDecoder(context);
  const events = messages.flatMap((message) => decoder.push(message));
  const { events: last, isWhole } = decoder.end();
  return { events: [...events, ...last], isWhole };
}

/** The server-sent events in a text. Throws when it is not made of whole ones. */
export function streamMessages(text: string): StreamMessage[] {
  if (text !== "" && !text.endsWith("\n\n")) throw new Error(`half an event: ${text.slice(-80)}`);
  return text
    .split("\n\n")
    .filter((block) => block !== "")
    .map(messageIn);
}

function messageIn(block: string): StreamMessage {
  const lines = block.split("\n");
  const field = (name: string) =>
    lines.filter((line) => line.startsWith(`${name}: `)).map((line) => line.slice(name.length + 2));
  const [event] = field("event");
  const data = field("data").join("\n");
  return event === undefined ? { data } : { data, event };
}

/** The events of an answer as a model streams it: texts and arguments in small pieces. */
export function streamedEvents(answer: ChatAnswer, pieceLength = 7): ChatEvent[] {
  return answerEvents(answer).flatMap((event) => piecesOf(event, pieceLength));
}

function piecesOf(event: ChatEvent, pieceLength: number): ChatEvent[] {
  const pieces: ChatEvent[] = [];
  if (event.type === "tool-call-delta") {
    for (const piece of cut(event.arguments, pieceLength)) pieces.push({ ...event, arguments: piece });
  } else if (event.type === "text-delta" || event.type === "refusal-delta") {
    for (const text of cut(event.text, pieceLength)) pieces.push({ ...event, text });
  } else if (event.type === "reasoning-delta") {
    const { type, choice, block } = event;
    const [first = "", ...others] = cut(event.text, pieceLength);
    pieces.push({ ...event, text: first });
    for (const text of others) pieces.push({ type, choice, block, text });
  } else pieces.push(event);
  return pieces;
}

/** Pieces never cut a character in two, as no vendor does. */
function cut(text: string, length: number): string[] {
  const characters = [...text];
  const pieces: string[] = [];
  for (let from = 0; from < characters.length; from += length)
    pieces.push(characters.slice(from, from + length).join(""));
  return pieces.length === 0 ? [""] : pieces;
}

/** The answer in a stream; fails the test when there is none. */
export function answerIn(events: readonly ChatEvent[]): ChatAnswer {
  const answer = collectAnswer(events);
  if (answer === undefined) throw new Error(`no answer in ${JSON.stringify(events)}`);
  return answer;
}
