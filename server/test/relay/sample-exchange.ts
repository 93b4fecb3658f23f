import { UpstreamFault } from "../../src/lib/egress/upstream-fault.ts";
import type { UpstreamAnswer, UpstreamExchange } from "../../src/lib/egress/upstream-exchange.ts";

/** A response as the relay's client would hand it over, read from `stop`'s moment on as aborted. */
export function answerOf(response: Response, stop: AbortSignal): UpstreamAnswer {
  const reader = response.body?.getReader();
  stop.addEventListener("abort", () => void reader?.cancel().catch(() => {}));
  const read = async () => {
    const part = await reader?.read();
    if (stop.aborted) throw new UpstreamFault("aborted", "stopped");
    return part?.value;
  };
  return {
    status: response.status,
    ok: response.ok,
    headers: response.headers,
    read,
    async bytes() {
      const parts: Uint8Array[] = [];
      for (let part = await read(); part; part = await read()) parts.push(part);
      return Buffer.concat(parts);
    },
  };
}

/** An exchange that is answered with a response, or fails, or waits until it is stopped. */
export function exchangeOf(
  answer: (signal: AbortSignal) => Response | Promise<Response>,
): UpstreamExchange & { signal: AbortSignal } {
  const controller = new AbortController();
  const { signal } = controller;
  return {
    signal,
    answer: (async () => answerOf(await answer(signal), signal))(),
    abort: () => controller.abort(),
  };
}
