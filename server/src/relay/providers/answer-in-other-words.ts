import type { UpstreamAnswer, UpstreamHeaders } from "../../lib/egress/upstream-exchange.ts";

/** An answer whose whole body is written anew when it is read; `undefined` from `rewrite` leaves it as it came. */
export function rewrittenAnswer(
  answer: UpstreamAnswer,
  rewrite: (bytes: Uint8Array) => Uint8Array | undefined,
): UpstreamAnswer {
  const { status, ok } = answer;
  return {
    status,
    ok,
    headers: withContentType(answer.headers, "application/json"),
    async bytes(maxBytes) {
      const bytes = await answer.bytes(maxBytes);
      return rewrite(bytes) ?? bytes;
    },
    read: () => answer.read(),
  };
}

/** An answer that comes in pieces of another form. `read` as in UpstreamAnswer. */
export function retoldStream(
  answer: UpstreamAnswer,
  contentType: string,
  read: UpstreamAnswer["read"],
): UpstreamAnswer {
  const { status, ok } = answer;
  return {
    status,
    ok,
    headers: withContentType(answer.headers, contentType),
    bytes: (maxBytes) => answer.bytes(maxBytes),
    read,
  };
}

function withContentType(headers: UpstreamHeaders, contentType: string): UpstreamHeaders {
  return {
    get: (name) => (name === "content-type" ? contentType : headers.get(name)),
    has: (name) => headers.has(name),
  };
}
