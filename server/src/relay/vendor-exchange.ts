import { systemClock } from "../lib/clock.ts";
import type { Clock } from "../lib/clock.ts";
import type { OpenOutbound } from "../lib/egress/outbound.ts";
import type { UpstreamAnswer, UpstreamExchange, UpstreamRequest } from "../lib/egress/upstream-exchange.ts";
import { UpstreamFault } from "../lib/egress/upstream-fault.ts";
import type { RelayChannel } from "../resources/channels/relay-channels.ts";
import type {
  FinishedCall,
  OutgoingRequest,
  Provider,
  ProviderCall,
  SendingContext,
} from "./providers/provider.ts";

export interface VendorExchangeDeps {
  openExchange: OpenOutbound;
  /** Dates of signatures and tokens. The system's where it is left out. */
  readonly clock?: Pick<Clock, "nowMs"> | undefined;
}

/**
 * Sends a call as its vendor wants it and reads the answer in its dialect's words. Most vendors want nothing special: their
 * request is on its way when this returns. `answer` also rejects with CredentialError.
 */
export function openVendorExchange(
  request: OutgoingRequest,
  provider: Provider,
  { channel, call }: { channel: RelayChannel; call: ProviderCall },
  { openExchange: open, clock = systemClock }: VendorExchangeDeps,
): UpstreamExchange {
  const { finish } = provider;
  const { proxy } = channel;
  const { url, headers, body } = request;
  if (!finish) return open({ method: "POST", url, headers, body, proxy });
  // Tokens are fetched the same way.
  const openExchange = (sent: UpstreamRequest) => open({ ...sent, proxy });
  const context: SendingContext = { channel, call, openExchange, nowMs: clock.nowMs };
  const stopped = Promise.withResolvers<never>();
  // Without a reader it must not count as unhandled.
  stopped.promise.catch(() => {});
  let running: UpstreamExchange | undefined;
  let isStopped = false;
  const send = async (): Promise<FinishedCall & { answer: UpstreamAnswer }> => {
    // A token may be shared with other calls: who stops does not wait for it, and does not stop it.
    const finished = await Promise.race([finish(request, context), stopped.promise]);
    if (isStopped) throw new UpstreamFault("aborted", "stopped");
    running = openExchange({ method: "POST", ...finished.request });
    return { ...finished, answer: await running.answer };
  };
  const run = async (): Promise<UpstreamAnswer> => {
    let sent = await send();
    if (sent.isWorthRepeating?.(sent.answer)) {
      await sent.answer.bytes(REFUSAL_MAX_BYTES);
      sent = await send();
    }
    return sent.unwrap ? sent.unwrap(sent.answer) : sent.answer;
  };
  return {
    answer: run(),
    abort() {
      isStopped = true;
      stopped.reject(new UpstreamFault("aborted", "stopped"));
      running?.abort();
    },
  };
}

const REFUSAL_MAX_BYTES = 64 * 1024;
