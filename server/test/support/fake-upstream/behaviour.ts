/** Faults that change what is answered. They are applied before the reply is laid out in bytes. */
export type ReplyFault =
  /** A stream with a broken JSON event and a line without a field in it; a JSON body without its end. */
  | "malformed-sse"
  /** A stream that is whole but for its terminator (`data: [DONE]`). */
  | "no-done"
  /** A stream that ends, as HTTP correctly, after half of its events: no finish reason, no usage. */
  | "ends-early"
  /** A stream in which an error event follows half of the events, and nothing after it. */
  | "error-event"
  /** A proxy's HTML page in place of the answer; status 502 or the behaviour's own. */
  | "html-error"
  /** 302 (or the behaviour's own status) to `redirectTo`. */
  | "redirect"
  /** The right body under `text/plain`. */
  | "wrong-content-type"
  /** Status 200 and JSON, but the body is an error object; also when a stream was asked for. */
  | "error-in-200";

/** Faults that change how the bytes travel. */
export type WireFault =
  /** A clean close (FIN) where the status line should be, as a keep-alive race gives. */
  | "close-before-headers"
  | "reset-before-headers"
  | "reset-after-headers"
  /** Half of the body (whole events of a stream), then a reset. */
  | "reset-mid-body"
  /** Some whole events and a piece of the next, then a reset. */
  | "reset-mid-event"
  /** A reset between two bytes of one character. */
  | "reset-mid-utf8"
  /** Half of the body, then a clean close (FIN), although the framing promised more. */
  | "close-mid-body"
  /** Content-Length promises more than comes; the connection is then closed. */
  | "content-length-too-long"
  /** Content-Length promises less than comes; the rest stays on the connection as rubbish. */
  | "content-length-too-short"
  /** Half of the body, then a chunk size that is not a number. */
  | "malformed-chunked"
  /** Head and body byte by byte, `tricklePaceMs` apart. */
  | "slow-loris"
  /** The request is read and never answered. */
  | "hang"
  /** Half of the body, then silence on an open connection. */
  | "hang-mid-stream"
  /** The body gzipped, whether or not the client accepts it; a stream is flushed event by event. */
  | "gzip"
  /** The same in the two younger codings; a stream is cut anywhere. */
  | "br"
  | "zstd";

export type Fault = ReplyFault | WireFault;

export interface ToolCallAnswer {
  readonly id?: string;
  readonly name: string;
  /** The arguments' JSON text. An array gives the fragments in which a stream sends it. */
  readonly argumentsJson: string | readonly string[];
}

export interface UpstreamError {
  readonly message?: string;
  readonly type?: string;
  readonly code?: string | null;
  readonly param?: string | null;
}

/** What the fake upstream does with one request. Everything left out is what a healthy upstream does. */
export interface Behaviour {
  /** Time before the first byte of the answer. */
  readonly latencyMs?: number;
  /** Time between the headers and the first byte of the body. */
  readonly firstChunkDelayMs?: number;
  /** Time between two events of a stream; without it events are sent together as fast as they are read. */
  readonly chunkPaceMs?: number;
  /** How many events carry text. Without `content` that many words are made up. */
  readonly chunkCount?: number;
  /** The text answered. An array gives the pieces in which a stream sends it. */
  readonly content?: string | readonly string[];
  /** A reasoning text before the answer, as `reasoning_content`. */
  readonly reasoningContent?: string;
  readonly refusal?: string;
  readonly toolCalls?: readonly ToolCallAnswer[];
  /** Default: what follows from the answer (`stop`, `tool_calls`). */
  readonly finishReason?: string;

  /** Default 10. */
  readonly promptTokens?: number;
  /** Default 20. */
  readonly completionTokens?: number;
  /** Part of `promptTokens`. Default 0. */
  readonly cachedTokens?: number;
  /** Part of `completionTokens`. Default 0. */
  readonly reasoningTokens?: number;
  /** Default 'when-asked': a stream reports usage if the request asked for it, a JSON answer always. */
  readonly usage?: "when-asked" | "always" | "never";
  /** Where a stream puts its usage: OpenAI's own last chunk (default) or, as others do, the finishing one. */
  readonly usagePlacement?: "own-chunk" | "finish-chunk";

  /** From 400 on, the dialect's error body is answered. */
  readonly status?: number;
  readonly error?: UpstreamError;
  /** Answered as it is, whatever the path: text or bytes unchanged, anything else as JSON. */
  readonly body?: unknown;
  /** Added to the answer's headers, or replacing them (`retry-after`, `content-type`). */
  readonly headers?: Readonly<Record<string, string>>;

  readonly fault?: Fault;
  /** The Location of the fault `redirect`. Default `/redirected`. */
  readonly redirectTo?: string;
  /** Time between two bytes of the fault `slow-loris`. Default 10. */
  readonly tricklePaceMs?: number;
}

/** Which requests a rule is for. All the fields given must match; `path` is without the query. */
export interface RequestMatch {
  readonly model?: string;
  readonly key?: string;
  readonly path?: string;
}
