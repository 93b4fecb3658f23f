/**
 * Reads HTTP/1.1 answers from bytes as they arrive and tells exactly when one is whole, which ready-made clients
 * hide: the crash test must know what a client received before the server died. Push bytes; `onBody` gets the body
 * without its framing; `onEnd` gets `{ status, headers }` once the last byte has been read.
 */
export function createAnswerReader({ onBody, onEnd }) {
  let pending = Buffer.alloc(0);
  let state = "head";
  let answer;
  let left = 0;

  const end = () => {
    state = "head";
    onEnd(answer);
  };
  const readHead = () => {
    const at = pending.indexOf("\r\n\r\n");
    if (at < 0) return false;
    answer = parseHead(pending.latin1Slice(0, at));
    pending = pending.subarray(at + 4);
    if (answer.headers["transfer-encoding"] === "chunked") state = "size";
    else {
      left = Number(answer.headers["content-length"] ?? 0);
      state = "body";
      if (left === 0) end();
    }
    return true;
  };
  const readBody = (next) => {
    if (pending.length === 0) return false;
    const part = pending.subarray(0, left);
    pending = pending.subarray(part.length);
    left -= part.length;
    onBody(part);
    if (left === 0) next();
    return true;
  };
  const readLine = (use) => {
    const at = pending.indexOf("\r\n");
    if (at < 0) return false;
    const line = pending.latin1Slice(0, at);
    pending = pending.subarray(at + 2);
    use(line);
    return true;
  };
  const steps = {
    head: readHead,
    body: () => readBody(end),
    size: () =>
      readLine((line) => {
        left = Number.parseInt(line, 16);
        state = left === 0 ? "trailer" : "chunk";
      }),
    chunk: () => readBody(() => (state = "chunk-end")),
    "chunk-end": () => readLine(() => (state = "size")),
    trailer: () => readLine((line) => line === "" && end()),
  };

  return (bytes) => {
    pending = pending.length === 0 ? bytes : Buffer.concat([pending, bytes]);
    while (steps[state]()) if (pending.length === 0) break;
  };
}

function parseHead(text) {
  const [statusLine, ...lines] = text.split("\r\n");
  const headers = {};
  for (const line of lines) {
    const colon = line.indexOf(":");
    headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
  }
  return { status: Number(statusLine.split(" ")[1]), headers };
}
