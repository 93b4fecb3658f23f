/** A call as a fake cloud has seen it. */
export interface CloudCall {
  readonly method: string;
  /** Path and query as on the wire. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** The body, when it is JSON. */
  readonly json: Record<string, unknown>;
}

export type CloudReply = (call: CloudCall) => Response | Promise<Response>;

export interface CloudServer extends AsyncDisposable {
  readonly url: string;
  readonly calls: readonly CloudCall[];
}

/** A real HTTP server on a free port that remembers its calls. */
export function startCloudServer(reply: CloudReply): CloudServer {
  const calls: CloudCall[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    idleTimeout: 0,
    async fetch(request) {
      const body = Buffer.from(await request.arrayBuffer());
      const call = {
        method: request.method,
        target: request.url.slice(new URL(request.url).origin.length),
        headers: Object.fromEntries(request.headers),
        body,
        json: jsonOf(body),
      };
      calls.push(call);
      return reply(call);
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}`,
    calls,
    async [Symbol.asyncDispose]() {
      await server.stop(true);
    },
  };
}

function jsonOf(body: Buffer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body.toString());
    return Object(value);
  } catch {
    return {};
  }
}

/** A body that comes piece by piece; `breaksOff`: its connection is cut after them. */
export function piecewise(pieces: readonly Uint8Array[], breaksOff = false): ReadableStream<Uint8Array> {
  let next = 0;
  return new ReadableStream({
    async pull(controller) {
      const piece = pieces[next++];
      if (piece) controller.enqueue(piece);
      else if (breaksOff) controller.error(new Error("the fake cloud breaks off"));
      else controller.close();
      await new Promise((resolve) => setImmediate(resolve));
    },
  });
}
