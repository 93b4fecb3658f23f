import type { Socket } from "node:net";

import { createHttpRequestReader, type HttpRequest } from "./http-request-reader.ts";
import { HttpSyntaxError } from "./http-syntax-error.ts";
import { createResponseWriter, type AnswerEnd, type ResponseWriter } from "./response-writer.ts";

/** Answers one request through the writer and tells how that ended. */
export type AnswerRequest = (request: HttpRequest, writer: ResponseWriter) => Promise<AnswerEnd>;

export interface Connection {
  /** Ends the connection and whatever is being answered on it. */
  cut(): void;
  readonly isAnswering: boolean;
}

/** Serves the requests of one socket one after another. `onClosed` is called once, after the last event. */
export function serveConnection(socket: Socket, answer: AnswerRequest, onClosed: () => void): Connection {
  const reader = createHttpRequestReader();
  const writer = createResponseWriter(socket);
  let isAnswering = false;
  let isOver = false;

  async function serve(): Promise<void> {
    if (isAnswering || isOver) return;
    isAnswering = true;
    try {
      for (let request = reader.next(); request !== undefined && !isOver; request = reader.next()) {
        const end = await answer(request, writer);
        if (end !== "answered" || !request.keepAlive) isOver = true;
      }
      if (reader.takeExpectation()) socket.write("HTTP/1.1 100 Continue\r\n\r\n");
    } finally {
      isAnswering = false;
    }
  }

  function refuse(error: unknown): void {
    isOver = true;
    const status = error instanceof HttpSyntaxError ? "400 Bad Request" : "500 Internal Server Error";
    const text = error instanceof Error ? error.message : String(error);
    const headers = `content-type: text/plain\r\ncontent-length: ${Buffer.byteLength(text)}\r\nconnection: close`;
    socket.end(`HTTP/1.1 ${status}\r\n${headers}\r\n\r\n${text}`);
  }

  /** A client that closes its half is taken for gone: no HTTP client half-closes on purpose. */
  function leave(): void {
    isOver = true;
    writer.abandon("client-closed");
  }

  socket.on("data", (bytes) => {
    reader.push(typeof bytes === "string" ? Buffer.from(bytes) : bytes);
    serve().catch(refuse);
  });
  socket.on("end", leave);
  socket.on("error", leave);
  socket.on("close", () => {
    leave();
    onClosed();
  });

  return {
    cut() {
      isOver = true;
      writer.abandon("cut-by-upstream");
      socket.destroy();
    },
    get isAnswering() {
      return isAnswering;
    },
  };
}
