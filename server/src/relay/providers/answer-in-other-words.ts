import type { UpstreamAnswer, UpstreamHeaders } from "../../lib/egress/upstream-exchange.ts";

/** The answer with some of its parts changed. Written out, because an answer's own methods do not survive spreading. */
export function changedAnswer(answer: UpstreamAnswer, changes: Partial<UpstreamAnswer>): UpstreamAnswer {
  return {
    status: answer.status,
    ok: answer.ok,
    headers: answer.headers,
    bytes: (maxBytes) => answer.bytes(maxBytes),
    read: () => answer.read(),
    ...changes,
  };
}

/** An answer whose whole body is written anew when it is read; `undefined` from `rewrite` leaves it as it came. */
export function rewrittenAnswer(
  answer: UpstreamAnswer,
  rewrite: (bytes: Uint8Array) => Uint8Array | undefined,
): UpstreamAnswer {
  return changedAnswer(answer, {
    headers: withContentType(answer.headers, "application/json"),
    async bytes(maxBytes) {
      const bytes = await answer.bytes(maxBytes);
      return rewrite(bytes) ?? bytes;
    },
  });
}

/** An answer that comes in pieces of another form. `read` as in UpstreamAnswer. */
export function retoldStream(
  answer: UpstreamAnswer,
  contentType: string,
  read: UpstreamAnswer["read"],
): UpstreamAnswer {
  return changedAnswer(answer, { headers: withContentType(answer.headers, contentType), read });
}

function withContentType(headers: UpstreamHeaders, contentType: string): UpstreamHeaders {
  return {
    get: (name) => (name === "content-type" ? contentType : headers.get(name)),
    has: (name) => headers.has(name),
  };
}
