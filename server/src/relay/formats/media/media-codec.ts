import type { UpstreamDialect } from "../chat/chat-dialect.ts";
import type { Loss } from "../chat/chat-loss.ts";
import type { Fields } from "../reported-usage.ts";
import type { MediaOperation } from "../media-request.ts";
import type { UsageDialect } from "../usage-dialect.ts";

/** Calls beside chats that a vendor may have in words of its own. */
export type CodedOperation = MediaOperation | "embeddings";

/** A file of a client's form. */
export interface MediaFile {
  readonly field: string;
  readonly fileName: string;
  /** What its bytes are, else as the client declares it; empty where neither is known. */
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/** What a client asks for in OpenAI's words, whichever way its body is written. */
export interface MediaQuestion {
  /** The name there, mapped already. */
  readonly model: string;
  /** A JSON body's members, or the plain fields of a form as texts. */
  readonly fields: Fields;
  readonly files: readonly MediaFile[];
  /** When the call began. */
  readonly createdAtSeconds: number;
}

/** A request in a vendor's own words. */
export interface EncodedMedia {
  /** JSON where it is a text. */
  readonly body: string | Uint8Array;
  /** Default `application/json`. */
  readonly contentType?: string;
  /** What the vendor is not told, or told otherwise. */
  readonly losses: readonly Loss[];
}

/** A file that is an answer: sound, or text that is no JSON. */
export interface AnsweredFile {
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** An answer in OpenAI's words. */
export interface DecodedMedia {
  /** The whole answer as JSON, from which it is also counted. */
  readonly body: Fields;
  /** What the client gets in its place. */
  readonly file?: AnsweredFile;
}

/**
 * A call that its vendor has in words of its own: OpenAI's request in, OpenAI's answer out. Pure; knows neither address nor
 * key. Vendors that speak OpenAI's words need none.
 */
export interface MediaCodec {
  /** In whose words the vendor tells of errors. Default OpenAI's. */
  readonly errorDialect?: UpstreamDialect;
  /** How it reports usage. Default as OpenAI does for the operation. */
  readonly usageDialect?: UsageDialect;
  /** Throws FormatError for what the vendor cannot do at all. */
  encodeRequest(question: MediaQuestion): EncodedMedia;
  /** Throws FormatError for what is no answer. */
  decodeAnswer(body: Fields, question: MediaQuestion): DecodedMedia;
  /** Why the vendor has made nothing although it answers: its own rules on what may be asked. Undefined for an answer. */
  refusalIn?(body: Fields): string | undefined;
  /** Whether an answer has something for the client: for vendors whose answers may also tell of an error, in a member `error`. */
  hasMade?(body: Fields): boolean;
  /** The answer is the sound itself and passes as it comes; else it is read whole, whatever it says that it is. */
  readonly passesSound?: true;
  /** What an answer that is no JSON says, as JSON: a bare file, events. Undefined for what it cannot be. */
  readBytes?(bytes: Uint8Array, contentType: string): Fields | undefined;
}

/** A call in a vendor's own words, and where it goes. */
export interface CodedCall {
  readonly codec: MediaCodec;
  /** What follows the vendor's address. */
  readonly path: string;
}
