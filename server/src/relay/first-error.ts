import { jsonObject } from "../lib/json-object.ts";
import type { UpstreamDialect } from "./formats/chat/chat-dialect.ts";
import type { ChatError } from "./formats/chat/chat-error.ts";
import type { StreamMessage } from "./formats/chat/chat-format.ts";
import { UPSTREAM_FORMATS } from "./lanes/chat-formats.ts";
import { readMessage } from "./sse-events.ts";

/** The error that a stream begins with, when its first event is one: another channel may still answer. */
export function firstError(
  events: readonly Uint8Array[],
  { dialect }: { readonly dialect: UpstreamDialect },
): { error: ChatError; body: Record<string, unknown> | undefined } | undefined {
  for (const event of events) {
    const message = readMessage(event);
    if (!message) continue;
    // The usual first event is not worth parsing twice.
    if (!UPSTREAM_FORMATS[dialect].isError && !MAY_BE_ERROR.test(message.data)) return undefined;
    const body = jsonObject(message.data);
    const error = eventError(dialect, message);
    return error && { error, body };
  }
  return undefined;
}

const MAY_BE_ERROR = /"(?:error|base_resp)"/;

function eventError(dialect: UpstreamDialect, message: StreamMessage): ChatError | undefined {
  const decoder = UPSTREAM_FORMATS[dialect].createStreamDecoder({
    requestId: "",
    createdAtSeconds: 0,
    model: "",
  });
  for (const event of decoder.push(message)) if (event.type === "error") return event.error;
  return undefined;
}
