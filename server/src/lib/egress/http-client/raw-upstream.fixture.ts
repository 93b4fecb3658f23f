import { createServer } from "node:net";
import type { Server, Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import type { TlsOptions } from "node:tls";
import { createEgressPolicy } from "../egress-policy.ts";

/** A request as it arrived, byte by byte. */
export interface RawRequest {
  readonly head: string;
  readonly body: Buffer;
  readonly socket: Socket;
  /** Which connection it came on, from 1. */
  readonly connection: number;
}

/** A server that sends exactly the bytes a test wants. */
export interface RawUpstream extends AsyncDisposable {
  readonly port: number;
  readonly origin: string;
  readonly requests: RawRequest[];
  readonly sockets: Socket[];
  readonly server: Server;
}

type Answer = (request: RawRequest) => void;

/** `answer` is called with each request once its body is whole. */
export async function startRawUpstream(answer: Answer, tls?: TlsOptions): Promise<RawUpstream> {
  const requests: RawRequest[] = [];
  const sockets: Socket[] = [];
  const onSocket = (socket: Socket) => {
    const connection = sockets.push(socket);
    socket.on("error", () => undefined);
    readRequests(socket, (head, body) => {
      const request = { head, body, socket, connection };
      requests.push(request);
      answer(request);
    });
  };
  const server = tls === undefined ? createServer(onSocket) : createTlsServer(tls, onSocket);
  const port = await listen(server);
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    requests,
    sockets,
    server,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** Listens at a free port. */
export async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

function readRequests(socket: Socket, onRequest: (head: string, body: Buffer) => void): void {
  let parts: Buffer[] = [];
  let size = 0;
  socket.on("data", (data: Buffer) => {
    parts.push(data);
    size += data.length;
    for (;;) {
      // A large body is joined once, when it is whole.
      const first =
        parts[0]?.indexOf("\r\n\r\n") === -1 ? Buffer.concat(parts) : (parts[0] ?? Buffer.alloc(0));
      const end = first.indexOf("\r\n\r\n");
      if (end < 0) return;
      const head = first.toString("latin1", 0, end);
      const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0);
      const total = end + 4 + length;
      if (size < total) return;
      const all = Buffer.concat(parts);
      parts = all.length > total ? [all.subarray(total)] : [];
      size = all.length - total;
      onRequest(head, all.subarray(end + 4, total));
      if (size === 0) return;
    }
  });
}

/** Reaches every name at this machine. */
export function localPolicy(addresses: readonly string[] = ["127.0.0.1"]) {
  return createEgressPolicy("channel", { lookup: async () => addresses });
}

/** A whole answer with a length. */
export function answerText(body: string, headers = ""): string {
  return `HTTP/1.1 200 OK\r\n${headers}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}
