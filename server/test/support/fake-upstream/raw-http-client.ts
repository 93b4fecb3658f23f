import { connect } from "node:net";

import { createConditionWaiter } from "./condition-waiter.ts";

const DEFAULT_TIMEOUT_MS = 3000;

/** How the server ended the connection: with FIN or with RST. */
export type RawEnding = "end" | "reset";

export interface RawHttpClient extends Disposable {
  /** All bytes received so far. */
  readonly received: Buffer;
  /** The sizes and times of what arrived together. */
  readonly arrivals: readonly { readonly atMs: number; readonly sizeBytes: number }[];
  write(bytes: string | Uint8Array): void;
  /** Sends a request with a JSON body, or a GET without one. */
  request(path: string, json?: unknown, headers?: Readonly<Record<string, string>>): void;
  /** Resolves with everything received as soon as that contains `text`. Rejects after `timeoutMs`. */
  waitForText(text: string, timeoutMs?: number): Promise<string>;
  /** Resolves when the server has ended the connection. Rejects after `timeoutMs`. */
  waitForEnding(timeoutMs?: number): Promise<RawEnding>;
  close(): void;
}

/** A client on the bare socket: it sees bytes, arrivals and resets as they are. */
export async function openRawHttpClient(port: number): Promise<RawHttpClient> {
  const waiter = createConditionWaiter();
  const arrivals: { atMs: number; sizeBytes: number }[] = [];
  let received: Buffer = Buffer.alloc(0);
  let ending: RawEnding | undefined;
  const socket = connect(port, "127.0.0.1");
  socket.setNoDelay(true);

  function end(how: RawEnding): void {
    ending ??= how;
    waiter.changed();
  }
  socket.on("data", (bytes) => {
    const piece = typeof bytes === "string" ? Buffer.from(bytes) : bytes;
    received = Buffer.concat([received, piece]);
    arrivals.push({ atMs: performance.now(), sizeBytes: piece.length });
    waiter.changed();
  });
  socket.on("error", () => end("reset"));
  socket.on("end", () => end("end"));
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("error", reject);
  });

  const client: RawHttpClient = {
    get received() {
      return received;
    },
    arrivals,
    write(bytes) {
      socket.write(bytes);
    },
    request(path, json, headers = {}) {
      const body = json === undefined ? "" : JSON.stringify(json);
      const lines = [`${json === undefined ? "GET" : "POST"} ${path} HTTP/1.1`, "Host: upstream"];
      if (json !== undefined) lines.push(`Content-Length: ${Buffer.byteLength(body)}`);
      for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
      socket.write(`${lines.join("\r\n")}\r\n\r\n${body}`);
    },
    waitForText(text, timeoutMs = DEFAULT_TIMEOUT_MS) {
      return waiter.until(`the text ${JSON.stringify(text)}`, timeoutMs, () => {
        const whole = received.toString();
        return whole.includes(text) ? whole : undefined;
      });
    },
    waitForEnding(timeoutMs = DEFAULT_TIMEOUT_MS) {
      return waiter.until("the end of the connection", timeoutMs, () => ending);
    },
    close() {
      socket.destroy();
    },
    [Symbol.dispose]() {
      socket.destroy();
    },
  };
  return client;
}

/** The body of a received answer: what follows its head. */
export function rawBody(received: Buffer): Buffer {
  return received.subarray(received.indexOf("\r\n\r\n") + 4);
}

/** The payload of a chunked body, as far as it has arrived whole. */
export function dechunked(body: Buffer): Buffer {
  const pieces: Buffer[] = [];
  let rest = body;
  for (;;) {
    const lineEnd = rest.indexOf("\r\n");
    const sizeBytes = Number.parseInt(rest.toString("latin1", 0, Math.max(lineEnd, 0)), 16);
    if (lineEnd === -1 || !(sizeBytes > 0)) return Buffer.concat(pieces);
    pieces.push(rest.subarray(lineEnd + 2, lineEnd + 2 + sizeBytes));
    rest = rest.subarray(lineEnd + 2 + sizeBytes + 2);
  }
}
