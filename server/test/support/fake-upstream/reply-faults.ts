import type { Behaviour, Fault, ReplyFault } from "./behaviour.ts";
import type { BodyReply, Dialect, Reply, StreamReply } from "./dialect.ts";

interface FaultContext {
  readonly behaviour: Behaviour;
  readonly dialect: Dialect;
}

type BendReply = (reply: Reply, context: FaultContext) => Reply;

const BROKEN_EVENTS =
  'data: {"id":"broken","choices":[{"index":0,"delta":{"content":"\n\nno field in this line\n\n';

const replyFaults: Readonly<Record<ReplyFault, BendReply>> = {
  "malformed-sse": (reply) =>
    reply.kind === "body"
      ? { ...reply, body: reply.body.subarray(0, -1) }
      : { ...reply, events: [...firstHalf(reply), BROKEN_EVENTS, ...secondHalf(reply)] },
  "no-done": (reply) => (reply.kind === "body" ? reply : { ...reply, terminator: "" }),
  "ends-early": (reply) =>
    reply.kind === "body" ? reply : { ...reply, events: firstHalf(reply), closing: "", terminator: "" },
  "error-event": (reply) =>
    reply.kind === "body"
      ? reply
      : { ...reply, events: [...firstHalf(reply), reply.errorEvent], closing: "", terminator: "" },
  "html-error": (_reply, { behaviour }) => htmlError(behaviour.status ?? 502),
  redirect: (_reply, { behaviour }) => redirect(behaviour),
  "wrong-content-type": (reply) => ({
    ...reply,
    headers: { ...reply.headers, "content-type": "text/plain" },
  }),
  "error-in-200": (_reply, { behaviour, dialect }) => ({
    ...dialect.errorReply(behaviour.status ?? 500, behaviour.error ?? {}),
    status: 200,
  }),
};

/** The reply as the behaviour's fault makes it; unchanged if the fault is one of the wire's or there is none. */
export function bendReply(reply: Reply, context: FaultContext): Reply {
  const fault = context.behaviour.fault;
  return fault !== undefined && isReplyFault(fault) ? replyFaults[fault](reply, context) : reply;
}

function isReplyFault(fault: Fault): fault is ReplyFault {
  return Object.hasOwn(replyFaults, fault);
}

function firstHalf(reply: StreamReply): readonly string[] {
  return reply.events.slice(0, Math.ceil(reply.events.length / 2));
}

function secondHalf(reply: StreamReply): readonly string[] {
  return reply.events.slice(Math.ceil(reply.events.length / 2));
}

function htmlError(status: number): BodyReply {
  const title = `${status} Bad Gateway`;
  const html = `<html>\r\n<head><title>${title}</title></head>\r\n<body>\r\n<center><h1>${title}</h1></center>\r\n</body>\r\n</html>\r\n`;
  return { kind: "body", status, headers: { "content-type": "text/html" }, body: Buffer.from(html) };
}

function redirect(behaviour: Behaviour): BodyReply {
  return {
    kind: "body",
    status: behaviour.status ?? 302,
    headers: { location: behaviour.redirectTo ?? "/redirected", "content-type": "text/html" },
    body: Buffer.from("<html><body>Moved</body></html>"),
  };
}
