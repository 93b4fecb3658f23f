import type { UpstreamDialect } from "./formats/chat/chat-dialect.ts";
import { collectedBody, failureIn } from "./formats/chat/collected-body.ts";
import type { CollectedBody } from "./formats/chat/collected-body.ts";
import { UPSTREAM_FORMATS } from "./lanes/chat-formats.ts";
import { RelayError } from "./relay-error.ts";
import { createSseSplitter, readMessage } from "./sse-events.ts";

/** A stream in place of a whole answer. Throws upstream.truncated where it says neither why it ended nor what failed. */
export function collectedAnswer(dialect: UpstreamDialect, bytes: Uint8Array): CollectedBody {
  const splitter = createSseSplitter();
  const events = [...splitter.push(bytes), splitter.rest()];
  const body = collectedBody(
    UPSTREAM_FORMATS[dialect],
    events.flatMap((event) => readMessage(event) ?? []),
  );
  if (!body.isWhole && !failureIn(body)) throw new RelayError("upstream.truncated");
  return body;
}
