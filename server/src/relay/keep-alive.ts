import type { ClientDialect } from "./formats/chat/chat-dialect.ts";
import type { ClientRequest } from "./formats/client-request.ts";
import { watchIdle } from "./idle-watch.ts";

const encoder = new TextEncoder();
const COMMENT = encoder.encode(": PING\n\n");

/** Source of Anthropic's own event: https://platform.claude.com/docs/en/build-with-claude/streaming */
const PINGS: Readonly<Record<ClientDialect, Uint8Array>> = {
  "openai-chat": COMMENT,
  "openai-responses": COMMENT,
  anthropic: encoder.encode('event: ping\ndata: {"type": "ping"}\n\n'),
  gemini: COMMENT,
};

/** How a stream's client hears that it is not forgotten. */
export interface KeepAlive {
  readonly everyMs: number;
  readonly bytes: Uint8Array;
}

/** The keep-alive of a client's dialect; undefined when it is switched off (0) or an array, which has no such thing. */
export function keepAliveFor(
  { dialect, framing }: Pick<ClientRequest, "dialect" | "framing">,
  everyMs: number,
): KeepAlive | undefined {
  return everyMs > 0 && framing === "sse" ? { everyMs, bytes: PINGS[dialect] } : undefined;
}

/** Calls `beat` again and again while nothing else was sent for so long. It knows nothing of the upstream. */
export function startBeat(
  everyMs: number,
  beat: () => void,
): { /** Something was sent. */ touch(): void; stop(): void } {
  const again = () => {
    beat();
    watch = watchIdle(everyMs, again);
  };
  let watch = watchIdle(everyMs, again);
  return { touch: () => watch.touch(), stop: () => watch.stop() };
}
