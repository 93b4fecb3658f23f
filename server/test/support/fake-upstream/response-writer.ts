import type { Socket } from "node:net";

import type { RequestState } from "./request-recorder.ts";
import type { WirePlan } from "./wire-plan.ts";
import { wireWrites } from "./wire-writes.ts";

/** A reset throws away what the client has not read yet; this long after the last byte it has. */
const RESET_DELAY_MS = 15;

export type AnswerEnd = Exclude<RequestState, "open">;

export interface ResponseWriter {
  /** Sends what the plan says and tells how it ended. Never rejects. */
  perform(plan: WirePlan, isKeptAlive: boolean, onPiecesSent: (count: number) => void): Promise<AnswerEnd>;
  /** Ends the performance at once, because the connection is gone or is going to be. */
  abandon(end: AnswerEnd): void;
}

/** Writes answers to one connection, honestly or not. It leaves no timer behind once abandoned. */
export function createResponseWriter(socket: Socket): ResponseWriter {
  let abandonedAs: AnswerEnd | undefined;
  let wake: (() => void) | undefined;

  /** Waits for `start` to call back, or for the end of the connection. */
  function waitUntil(start: (done: () => void) => () => void): Promise<void> {
    if (abandonedAs !== undefined) return Promise.resolve();
    return new Promise((resolve) => {
      function done(): void {
        stop();
        wake = undefined;
        resolve();
      }
      wake = done;
      const stop = start(done);
    });
  }

  function pause(durationMs: number): Promise<void> {
    return waitUntil((done) => {
      const timer = setTimeout(done, durationMs);
      return () => clearTimeout(timer);
    });
  }

  function drained(): Promise<void> {
    return waitUntil((done) => {
      socket.once("drain", done);
      return () => socket.off("drain", done);
    });
  }

  async function send(bytes: Buffer): Promise<void> {
    if (abandonedAs === undefined && !socket.write(bytes)) await drained();
  }

  async function trickle(bytes: Buffer, paceMs: number): Promise<void> {
    for (const byte of bytes) {
      if (abandonedAs !== undefined) return;
      await send(Buffer.of(byte));
      await pause(paceMs);
    }
  }

  async function finish(ending: WirePlan["ending"], isKeptAlive: boolean): Promise<AnswerEnd> {
    if (ending === "hang") await waitUntil(() => () => {});
    if (ending === "reset") await pause(RESET_DELAY_MS);
    if (abandonedAs !== undefined) return abandonedAs;
    if (ending === "reset") socket.resetAndDestroy();
    else if (ending === "close" || !isKeptAlive) socket.end();
    return ending === "complete" ? "answered" : "cut-by-upstream";
  }

  return {
    async perform(plan, isKeptAlive, onPiecesSent) {
      if (plan.latencyMs > 0) await pause(plan.latencyMs);
      for (const { delayMs, bytes, pieceCount } of wireWrites(plan)) {
        if (delayMs > 0) await pause(delayMs);
        if (plan.tricklePaceMs === undefined) await send(bytes);
        else await trickle(bytes, plan.tricklePaceMs);
        if (abandonedAs !== undefined) return abandonedAs;
        onPiecesSent(pieceCount);
      }
      return finish(plan.ending, isKeptAlive);
    },
    abandon(end) {
      abandonedAs ??= end;
      wake?.();
    },
  };
}
