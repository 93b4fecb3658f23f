import { isObject } from "@tollgate/contract/json-object";
import { fieldsOf, objectsIn, textOf } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";

/**
 * Reading the events of a realtime session, in the words of the beta and of the API as it is now.
 * Source: https://platform.openai.com/docs/api-reference/realtime-server-events
 */

const OPENING_BRACE = 0x7b;
const SPACES: ReadonlySet<number | undefined> = new Set([0x20, 0x09, 0x0a, 0x0d]);
const decoder = new TextDecoder();

/**
 * A message as an event; undefined when it is none. There are servers, gateways above all, that read a frame of bytes like
 * one of text, and so is it read here.
 */
export function parseRealtimeEvent(message: string | Uint8Array): Fields | undefined {
  // Bare sound is not worth decoding.
  if (typeof message !== "string" && !beginsAsObject(message)) return undefined;
  try {
    const value: unknown = JSON.parse(typeof message === "string" ? message : decoder.decode(message));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function beginsAsObject(bytes: Uint8Array): boolean {
  return bytes.find((byte) => !SPACES.has(byte)) === OPENING_BRACE;
}

/** Which response a server's event is about. */
export function responseIdOf(event: Fields): string {
  return textOf(event["response_id"]) || textOf(fieldsOf(event["response"])["id"]);
}

/** What a client's event says the model is to be: undefined where it says nothing. */
export function wishedModel({ type, session }: Fields): string | undefined {
  const model = type === "session.update" ? fieldsOf(session)["model"] : undefined;
  return typeof model === "string" ? model : undefined;
}

/** What a server says of its session. */
export interface SessionFacts {
  /** As the server names it: a snapshot's name, maybe. */
  readonly model: string | undefined;
  /** The model that writes down what is heard; undefined where none does. */
  readonly transcriptionModel: string | undefined;
  readonly heardBytesPerSecond: number;
  readonly spokenBytesPerSecond: number;
}

const PCM_BYTES_PER_SECOND = 48_000;
const TELEPHONE_BYTES_PER_SECOND = 8_000;

export const SESSION_AT_FIRST: SessionFacts = {
  model: undefined,
  transcriptionModel: undefined,
  heardBytesPerSecond: PCM_BYTES_PER_SECOND,
  spokenBytesPerSecond: PCM_BYTES_PER_SECOND,
};

/** The facts in `session.created` and `session.updated`; undefined for other events. */
export function sessionFactsOf(event: Fields): SessionFacts | undefined {
  const { type } = event;
  if (typeof type !== "string" || !/^(?:transcription_)?session\.(?:created|updated)$/.test(type))
    return undefined;
  const session = fieldsOf(event["session"]);
  const input = fieldsOf(fieldsOf(session["audio"])["input"]);
  const output = fieldsOf(fieldsOf(session["audio"])["output"]);
  const transcription = fieldsOf(input["transcription"] ?? session["input_audio_transcription"]);
  return {
    model: textOf(session["model"]) || undefined,
    transcriptionModel: textOf(transcription["model"]) || undefined,
    heardBytesPerSecond: bytesPerSecond(input["format"] ?? session["input_audio_format"]),
    spokenBytesPerSecond: bytesPerSecond(output["format"] ?? session["output_audio_format"]),
  };
}

/** `audio/pcmu` in an object now, `g711_ulaw` as a word in the beta. */
function bytesPerSecond(format: unknown): number {
  const name = typeof format === "string" ? format : textOf(fieldsOf(format)["type"]);
  return /pcm[ua]$|g711/.test(name) ? TELEPHONE_BYTES_PER_SECOND : PCM_BYTES_PER_SECOND;
}

/** A piece of text or of sound. */
export interface Piece {
  readonly text: string;
  readonly audioBytes: number;
}

const NO_PIECE: Piece = { text: "", audioBytes: 0 };

/** What a server's event adds to a response. */
export function producedPiece({ type, delta }: Fields): Piece {
  if (typeof type !== "string" || typeof delta !== "string" || !type.startsWith("response.")) return NO_PIECE;
  return type.endsWith("audio.delta") ? soundOf(delta) : { text: delta, audioBytes: 0 };
}

/** What a client's event gives the model to read or hear. */
export function givenPiece(event: Fields): Piece {
  switch (event["type"]) {
    case "input_audio_buffer.append":
      return soundOf(event["audio"]);
    case "session.update":
      return { text: textOf(fieldsOf(event["session"])["instructions"]), audioBytes: 0 };
    case "response.create":
      return { text: textOf(fieldsOf(event["response"])["instructions"]), audioBytes: 0 };
    case "conversation.item.create":
      return itemPiece(fieldsOf(event["item"]));
    default:
      return NO_PIECE;
  }
}

function itemPiece(item: Fields): Piece {
  const parts = objectsIn(item["content"]);
  return {
    text: textOf(item["output"]) + parts.map((part) => textOf(part["text"])).join(""),
    audioBytes: parts.reduce((bytes, part) => bytes + soundOf(part["audio"]).audioBytes, 0),
  };
}

function soundOf(base64: unknown): Piece {
  return { text: "", audioBytes: typeof base64 === "string" ? (base64.length * 3) / 4 : 0 };
}
