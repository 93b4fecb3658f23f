import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";

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

/** A real HTTP server on a free port that remembers its calls. A reply whose body fails cuts its connection. */
export async function startCloudServer(reply: CloudReply): Promise<CloudServer> {
  const calls: CloudCall[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = Buffer.concat(await Array.fromAsync(request, (piece: Uint8Array) => piece));
    const call = {
      method: request.method ?? "",
      target: request.url ?? "",
      headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, `${value}`])),
      body,
      json: jsonOf(body),
    };
    calls.push(call);
    const { status, headers, body: pieces } = await reply(call);
    response.writeHead(status, Object.fromEntries(headers));
    for await (const piece of pieces ?? []) response.write(piece);
    response.end();
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`,
    calls,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      const closed = once(server, "close");
      server.close();
      await closed;
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
