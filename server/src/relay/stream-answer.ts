import type { EndReason } from "@tollgate/contract/logs";
import type { StreamedAnswer } from "./attempt.ts";
import type { ClientPresence } from "./client-presence.ts";
import type { AnswerStream } from "./lanes/answer-stream.ts";
import { startBeat } from "./keep-alive.ts";
import type { KeepAlive } from "./keep-alive.ts";
import { faultReason, withoutKey } from "./upstream-fault.ts";

/** How a stream ended, told exactly once. */
export interface StreamEnd {
  readonly reason: EndReason;
  readonly error?: string | undefined;
}

export interface StreamParts {
  readonly answer: StreamedAnswer;
  readonly stream: AnswerStream;
  readonly client: ClientPresence;
  /** Undefined: the client hears nothing while the upstream is silent. */
  readonly keepAlive: KeepAlive | undefined;
  /** When the client leaves, the upstream is read to its end instead of stopped. */
  readonly drains: boolean;
  /** Charges and logs the call. The stream's last bytes wait for it; when it throws, the client gets an error instead. */
  finish(end: StreamEnd): Promise<void>;
  /** An error event of the client's dialect; `fault`: what `finish` has thrown. */
  errorEvent(reason: EndReason, fault?: unknown): Uint8Array;
}

/**
 * The body that the client receives: the upstream's events as they come, each whole, pulled only as fast as the client
 * reads. The closing event is held back until the charge is committed. An upstream that breaks off ends in an error
 * event, never in an invented closing mark. When the client leaves, the upstream is stopped at once and what was
 * produced is charged.
 */
export function streamBody(parts: StreamParts): ReadableStream<Uint8Array> {
  const { answer, stream } = parts;
  let waiting: readonly Uint8Array[] = answer.firstEvents;
  let ending: Promise<void> | undefined;

  const end = (result: StreamEnd): Promise<void> => {
    ending ??= finishOnce(result);
    return ending;
  };
  const finishOnce = async (result: StreamEnd): Promise<void> => {
    answer.idle.stop();
    beat?.stop();
    parts.client.unwatch();
    if (result.reason === "done") void letEnd(answer);
    else answer.abort();
    await parts.finish(result);
  };
  let isReading = false;
  let isLeft = false;
  let beat: ReturnType<typeof startBeat> | undefined;
  const leave = () => {
    if (isLeft) return;
    isLeft = true;
    const ended = parts.drains ? !isReading && drain() : end({ reason: "client_gone" });
    // What cannot be charged is told by `finish`; nobody is left to hear of it.
    if (ended) void ended.catch(() => {});
  };
  /** Reads to the end for nobody, so that all of it is known and charged. */
  const drain = async (arrived?: Next): Promise<void> => {
    let next = arrived;
    for (;;) {
      if (next && next.kind !== "events")
        return end({ reason: "client_gone", error: next.kind === "broken" ? next.error : undefined });
      if (next) waiting = next.events;
      for (const event of waiting) {
        const verdict = stream.see(event);
        if (verdict === "end" || verdict === "error") return end({ reason: "client_gone" });
      }
      waiting = [];
      next = await readNext();
    }
  };
  /** Ends the stream towards the client: the charge first, then its last bytes. */
  const close = async (
    controller: ReadableStreamDefaultController<Uint8Array>,
    result: StreamEnd,
    last: readonly Uint8Array[],
  ): Promise<void> => {
    let bytes = last;
    try {
      await end(result);
    } catch (fault) {
      bytes = [parts.errorEvent("upstream_error", fault)];
    }
    if (bytes.length > 0) controller.enqueue(joined(bytes));
    controller.close();
  };

  const breakOff = (
    reason: EndReason,
    controller: ReadableStreamDefaultController<Uint8Array>,
    before: Uint8Array[],
    error?: string,
  ) => close(controller, { reason, error }, [...before, parts.errorEvent(reason)]);

  parts.client.watch(leave);
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        if (!parts.keepAlive) return;
        const { everyMs, bytes } = parts.keepAlive;
        beat = startBeat(everyMs, () => {
          // Only while the client waits for the upstream, and one at most for a client that does not read.
          if (isReading && !isLeft && (controller.desiredSize ?? -1) >= 0) controller.enqueue(bytes);
        });
      },
      async pull(controller) {
        for (;;) {
          const pass: Uint8Array[] = [];
          for (let index = 0; index < waiting.length; index += 1) {
            const event = waiting[index];
            if (!event) break;
            const verdict = stream.see(event);
            if (verdict === "end") {
              const last = stream.ending(waiting.slice(index));
              return close(controller, { reason: "done" }, [...pass, ...last]);
            }
            if (verdict === "error") {
              const error = withoutKey(stream.errorMessage() ?? "", answer.channel);
              const last = stream.failing(waiting.slice(index));
              return close(controller, { reason: "upstream_error", error }, [...pass, ...last]);
            }
            if (verdict === "pass") pass.push(stream.output(event));
          }
          waiting = [];
          if (pass.length > 0) {
            beat?.touch();
            return controller.enqueue(joined(pass));
          }
          isReading = true;
          let next: Next;
          // Not by `readNext`: an asynchronous function more for each piece of each stream.
          try {
            next = taken(await answer.upstream.read());
          } catch (error) {
            next = brokenBy(error);
          }
          isReading = false;
          if (ending) return controller.close();
          if (isLeft) return drain(next);
          if (next.kind === "events") waiting = next.events;
          else if (next.kind === "closed") return close(controller, { reason: "done" }, next.rest);
          else return breakOff(next.reason, controller, [], next.error);
        }
      },
      cancel() {
        leave();
      },
    },
    { highWaterMark: 0 },
  );

  type Next =
    | { kind: "events"; events: readonly Uint8Array[] }
    | { kind: "closed"; rest: readonly Uint8Array[] }
    | { kind: "broken"; reason: EndReason; error?: string };

  /** The events that end a whole answer, by what stood after the last separator; undefined where it is not whole. */
  function closingOf(rest: Uint8Array): Uint8Array[] | undefined {
    if (isBlank(rest)) return stream.finished() ? [rest] : undefined;
    const verdict = stream.see(rest);
    if (verdict === "end") return [rest];
    // Where nothing marks the end, the last event may lack its blank line.
    return answer.lane.dialect === "gemini" && verdict !== "error" && stream.finished() ? [] : undefined;
  }

  async function readNext(): Promise<Next> {
    try {
      return taken(await answer.upstream.read());
    } catch (error) {
      return brokenBy(error);
    }
  }

  function taken(chunk: Uint8Array | undefined): Next {
    if (chunk) {
      answer.idle.touch();
      return { kind: "events", events: answer.splitter.push(chunk) };
    }
    const rest = answer.splitter.rest();
    // Some vendors leave out the closing mark, or the blank line after it: an answer that has said why it finished is
    // whole.
    const closing = closingOf(rest);
    if (closing) return { kind: "closed", rest: stream.ending(closing) };
    return { kind: "broken", reason: answer.timedOut() ? "timeout" : "upstream_truncated" };
  }

  function brokenBy(error: unknown): Next {
    const reason = answer.timedOut() ? "timeout" : "upstream_truncated";
    return { kind: "broken", reason, error: faultReason(error) };
  }
}

/** How long an upstream may take to end its body after its last word. */
const LAST_BYTES_MS = 1000;

/** Reads the body's end, which makes the connection free for the next call; cuts an upstream that goes on. */
async function letEnd(answer: StreamedAnswer): Promise<void> {
  const timer = setTimeout(answer.abort, LAST_BYTES_MS);
  try {
    while (await answer.upstream.read());
  } catch {
    // The answer is whole: how its connection ends is nobody's concern.
  } finally {
    clearTimeout(timer);
  }
}

function isBlank(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0x0a || byte === 0x0d);
}

/** One write for all events that arrived together. */
function joined(events: readonly Uint8Array[]): Uint8Array {
  const [first] = events;
  return events.length === 1 && first ? first : Buffer.concat(events);
}
