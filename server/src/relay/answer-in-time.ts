import type { ClientDialect } from "./formats/chat/chat-dialect.ts";
import { CHAT_FORMATS } from "./lanes/chat-formats.ts";
import { lastWords } from "./lanes/passing-stream.ts";
import type { KeepAlive } from "./keep-alive.ts";

/** Who waits for an answer, and what happens when there is none to wait for. */
export interface WaitingClient {
  readonly dialect: ClientDialect;
  readonly requestId: string;
  /** The headers of a stream that begins before its answer. */
  readonly headers: Readonly<Record<string, string>>;
  /** The refusal that an error inside the gateway becomes. */
  refuse(error: unknown): Response;
  /** Told once when the answer, that came too late for a status of its own, is no stream. */
  leave(): void;
}

/**
 * The answer or, when it takes longer than one keep-alive, a stream that keeps the connection alive until it comes.
 * Channels are tried on meanwhile: comments are no part of an answer. The status is then 200 whatever comes, so a failure
 * is told as the error event of the client's dialect. Rejects as `answering` does, but only in time.
 */
export async function answerInTime(
  answering: Promise<Response>,
  { everyMs, bytes }: KeepAlive,
  client: WaitingClient,
): Promise<Response> {
  const firstBeat = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => firstBeat.resolve(undefined), everyMs);
  try {
    const inTime = await Promise.race([answering, firstBeat.promise]);
    if (inTime) return inTime;
  } finally {
    clearTimeout(timer);
  }
  const late = answering
    .catch((error: unknown) => client.refuse(error))
    .then((answer) => bodyOf(answer, client));
  return new Response(waitingBody(late, { everyMs, bytes }), { headers: client.headers });
}

type Reader = ReturnType<typeof readerOf>;

/** The answer's own stream, or its error as one. */
async function bodyOf(answer: Response, client: WaitingClient): Promise<Reader> {
  if (answer.ok && answer.body) return readerOf(answer.body);
  client.leave();
  const error = CHAT_FORMATS[client.dialect].decodeError(
    answer.status,
    await answer.json().catch(() => undefined),
  );
  // Some dialects write the id into the sentence; it is written again here.
  const message = error.message.replace(` (request id: ${client.requestId})`, "");
  const words = lastWords(
    client.dialect,
    { requestId: client.requestId, createdAtSeconds: 0 },
    { ...error, message },
  );
  return readerOf(new Blob([words]).stream());
}

function readerOf(body: ReadableStream<Uint8Array>) {
  return body.getReader();
}

/** Keep-alives until the answer's body is there, then that. Pulled by the client's reading. */
function waitingBody(late: Promise<Reader>, { everyMs, bytes }: KeepAlive): ReadableStream<Uint8Array> {
  let reader: Reader | undefined;
  let isFirst = true;
  let isLeft = false;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (!reader) {
          const beat = Promise.withResolvers<undefined>();
          const timer = setTimeout(() => beat.resolve(undefined), isFirst ? 0 : everyMs);
          isFirst = false;
          reader = await Promise.race([late, beat.promise]);
          clearTimeout(timer);
          if (isLeft) return;
          if (!reader) return controller.enqueue(bytes);
        }
        const { done, value } = await reader.read();
        if (isLeft) return;
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        isLeft = true;
        const left = await late;
        await left.cancel();
      },
    },
    { highWaterMark: 0 },
  );
}
