/**
 * The upstream that every subject is measured against, run by Bun on its own core: raw sockets, fixed answers, so
 * that it is never what limits a measurement (about 190,000 answers a second, wrk on the same core included).
 *
 *   bun mock-upstream.mjs PORT
 *   POST …/chat/completions   1 KB of JSON; a stream when the body says "stream": true
 *   POST …/messages, …/responses, …:generateContent, …:streamGenerateContent   the same in the other dialects
 *   POST …/embeddings         one vector
 *   PUT  /mock/knobs?chunks=200&paceMs=10&firstMs=0
 *   GET  /mock/counters       { answers, streams, openStreams, brokenStreams }
 */
import { monotonicNs } from "./lib/monotonic-clock.mjs";
import { dialectAnswers } from "./mock/dialect-answers.mjs";
import {
  chatAnswer,
  createStreamChunk,
  embeddingsAnswer,
  jsonAnswer,
  streamEnd,
  STREAM_HEAD,
} from "./mock/mock-answers.mjs";

const CHAT = chatAnswer();
const EMBEDDINGS = embeddingsAnswer();
const STREAM_ENDS = { plain: streamEnd(false), withUsage: streamEnd(true) };
const chunk = createStreamChunk();
/** `chunks` a stream, `paceMs` apart (0: all at once), the first after `firstMs`. */
const knobs = { chunks: 20, paceMs: 0, firstMs: 0 };
const counters = { answers: 0, streams: 0, openStreams: 0, brokenStreams: 0 };

Bun.listen({
  hostname: "127.0.0.1",
  port: Number(process.argv[2]),
  socket: {
    open(socket) {
      socket.data = { received: "", unsent: undefined, stopStream: undefined };
    },
    data(socket, bytes) {
      const { data } = socket;
      data.received += bytes.toString("latin1");
      for (let end = requestEnd(data.received); end > 0; end = requestEnd(data.received)) {
        const request = data.received.slice(0, end);
        data.received = data.received.slice(end);
        answer(socket, request);
      }
    },
    drain(socket) {
      const rest = socket.data.unsent;
      socket.data.unsent = undefined;
      if (rest) send(socket, rest);
    },
    close(socket) {
      if (!socket.data.stopStream) return;
      counters.brokenStreams += 1;
      socket.data.stopStream();
    },
    error() {
      // The peer went away: `close` follows.
    },
  },
});
console.log("ready");

/** Where the first request in the text ends, or 0 when it is not whole yet. */
function requestEnd(text) {
  const headEnd = text.indexOf("\r\n\r\n");
  if (headEnd < 0) return 0;
  const bodyStart = headEnd + 4;
  const head = text.slice(0, headEnd);
  const length = /\r\ncontent-length: *(\d+)/i.exec(head);
  if (length) return text.length >= bodyStart + Number(length[1]) ? bodyStart + Number(length[1]) : 0;
  if (!/\r\ntransfer-encoding: *chunked/i.test(head)) return bodyStart;
  const last = text.indexOf("\r\n0\r\n\r\n", headEnd);
  return last < 0 ? 0 : last + 7;
}

function answer(socket, request) {
  const path = request.slice(request.indexOf(" ") + 1, request.indexOf(" HTTP/"));
  if (path.startsWith("/mock/")) return send(socket, control(path));
  counters.answers += 1;
  if (path.endsWith("/embeddings")) return send(socket, EMBEDDINGS);
  const other = dialectAnswers(path);
  if (other)
    return /"stream": *true/.test(request) || path.includes(":stream")
      ? stream(socket, { begin: other.begin, nextChunk: () => other.chunk, end: other.end(knobs.chunks) })
      : send(socket, other.whole);
  if (!path.endsWith("/chat/completions"))
    return send(socket, jsonAnswer('{"error":{"message":"no such path"}}', "404 Not Found"));
  if (!/"stream": *true/.test(request)) return send(socket, CHAT);
  const end = /"include_usage": *true/.test(request) ? STREAM_ENDS.withUsage : STREAM_ENDS.plain;
  return stream(socket, { begin: undefined, nextChunk: () => chunk.stamp(monotonicNs()), end });
}

function control(path) {
  const { pathname, searchParams } = new URL(path, "http://mock");
  if (pathname === "/mock/knobs")
    for (const name of Object.keys(knobs))
      if (searchParams.has(name)) knobs[name] = Number(searchParams.get(name));
  return jsonAnswer(JSON.stringify(pathname === "/mock/counters" ? counters : knobs));
}

function stream(socket, { begin: opening, nextChunk, end }) {
  const { chunks, paceMs, firstMs } = knobs;
  counters.streams += 1;
  counters.openStreams += 1;
  send(socket, STREAM_HEAD);
  let left = chunks;
  let timer;
  const finish = () => {
    clearTimeout(timer);
    clearInterval(timer);
    counters.openStreams -= 1;
    socket.data.stopStream = undefined;
  };
  const next = () => {
    send(socket, nextChunk());
    left -= 1;
    if (left > 0) return;
    send(socket, end);
    finish();
  };
  const begin = () => {
    if (opening) send(socket, opening);
    if (paceMs > 0) {
      timer = setInterval(next, paceMs);
      next();
    } else while (left > 0) next();
  };
  socket.data.stopStream = finish;
  if (firstMs + paceMs > 0) {
    // Each stream has its own phase, so that chunks arrive spread over time as from real upstreams.
    timer = setTimeout(begin, firstMs + Math.random() * paceMs);
  } else begin();
}

/** Writes all of it: what the socket does not take now follows when it drains. `bytes` may change after the call. */
function send(socket, bytes) {
  if (socket.data.unsent) {
    socket.data.unsent = Buffer.concat([socket.data.unsent, bytes]);
    return;
  }
  const written = socket.write(bytes);
  if (written >= 0 && written < bytes.length) socket.data.unsent = Buffer.from(bytes.subarray(written));
}
