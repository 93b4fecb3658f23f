import type { EndReason } from "@tollgate/contract/logs";
import type { RawAnswer } from "../attempt.ts";
import type { ClientPresence } from "../client-presence.ts";
import { faultReason } from "../upstream-fault.ts";
import { RelayError } from "../relay-error.ts";

export interface RawEnd {
  readonly reason: EndReason;
  /** What the upstream failed with, also where its client has left. */
  readonly error?: string | undefined;
}

export interface RawParts {
  readonly answer: Pick<RawAnswer, "first" | "upstream" | "abort" | "idle" | "timedOut">;
  readonly client: ClientPresence;
  /** When the client leaves, the upstream is read to its end instead of stopped. */
  readonly drains: boolean;
  /** Answers what of a piece the client may see. */
  hear(chunk: Uint8Array): Uint8Array;
  /** Charges and logs the call, once. The last piece waits for it; when it throws, the client sees the answer break off. */
  finish(end: RawEnd): Promise<void>;
}

/**
 * The upstream's bytes as they come, pulled only as fast as the client reads. One piece is always held back, so that the
 * answer is whole to its client only when the charge is committed; an upstream that breaks off breaks the answer off.
 */
export function rawBody({ answer, client, drains, hear, finish }: RawParts): ReadableStream<Uint8Array> {
  const { upstream } = answer;
  let held = hear(answer.first);
  let ending: Promise<void> | undefined;
  let isReading = false;
  let hasLeft = false;

  const end = (result: RawEnd): Promise<void> => {
    ending ??= (async () => {
      answer.idle.stop();
      client.unwatch();
      if (result.reason !== "done") answer.abort();
      await finish(result);
    })();
    return ending;
  };
  const drain = async (): Promise<void> => {
    let next = await read();
    for (; next instanceof Uint8Array; next = await read()) hear(next);
    await end(leftBy(next));
  };
  const leave = () => {
    if (hasLeft) return;
    hasLeft = true;
    const ended = drains ? !isReading && drain() : end({ reason: "client_gone" });
    // Nobody is left to hear of what cannot be charged; `finish` has told it.
    if (ended) ended.catch(() => {});
  };
  const read = async (): Promise<Uint8Array | RawEnd | undefined> => {
    try {
      const chunk = await upstream.read();
      answer.idle.touch();
      return chunk;
    } catch (error) {
      return { reason: answer.timedOut() ? "timeout" : "upstream_truncated", error: faultReason(error) };
    }
  };

  client.watch(leave);
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        isReading = true;
        const next = await read();
        isReading = false;
        if (ending) return controller.close();
        if (next instanceof Uint8Array) {
          const heard = hear(next);
          if (hasLeft) return drain();
          controller.enqueue(held);
          held = heard;
          return;
        }
        await end(hasLeft ? leftBy(next) : (next ?? { reason: "done" }));
        if (next) throw new RelayError("upstream.truncated");
        controller.enqueue(held);
        controller.close();
      },
      cancel: leave,
    },
    { highWaterMark: 0 },
  );
}

/** How an answer ended whose client has left; `failure`: what its upstream broke off with. */
function leftBy(failure: RawEnd | undefined): RawEnd {
  return failure
    ? { reason: "client_gone", error: failure.error ?? failure.reason }
    : { reason: "client_gone" };
}
