import { connect, createServer } from "node:net";
import type { Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import type { TlsOptions } from "node:tls";
import { listen } from "../http-client/raw-upstream.fixture.ts";

export interface FakeProxyOptions {
  /** `user:password`; without it nobody has to sign in. */
  readonly credentials?: string;
  readonly tls?: TlsOptions;
  /** Sent to who asks for a connection, in place of one; then the proxy closes. */
  readonly refusal?: Uint8Array | string;
  /** Replies go out a byte at a time. */
  readonly drips?: boolean;
}

/** A real proxy, HTTP CONNECT and SOCKS5 on one port, at which every name is this machine. */
export interface FakeProxy extends AsyncDisposable {
  readonly port: number;
  /** Hosts and ports that were asked for, in order: `api.test:443`, `[::1]:80`. */
  readonly asked: string[];
  /** Connections that clients have made, and those of them that are open. */
  readonly accepted: () => number;
  readonly open: () => number;
}

export async function startFakeProxy(options: FakeProxyOptions = {}): Promise<FakeProxy> {
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  let accepted = 0;
  const onSocket = (socket: Socket) => {
    accepted += 1;
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
    void serve(socket, options, (place) => asked.push(place));
  };
  const server = options.tls ? createTlsServer(options.tls, onSocket) : createServer(onSocket);
  const port = await listen(server);
  return {
    port,
    asked,
    accepted: () => accepted,
    open: () => sockets.size,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

async function serve(
  socket: Socket,
  options: FakeProxyOptions,
  onAsked: (place: string) => void,
): Promise<void> {
  const reader = readerOf(socket);
  const say = async (bytes: Uint8Array | string) => {
    if (!options.drips) return void socket.write(bytes);
    for (const byte of Buffer.from(bytes)) {
      socket.write(Buffer.from([byte]));
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const first = await reader.take(1);
  const place =
    first[0] === 5 ? await socksPlace(reader, say, options) : await connectPlace(first, reader, options);
  if (place.host !== "") onAsked(`${place.host}:${place.port}`);
  if (place.problem !== undefined || options.refusal !== undefined) {
    await say(place.problem ?? options.refusal ?? "");
    socket.end();
    return;
  }
  const target = connect({ host: place.host === "[::1]" ? "::1" : "127.0.0.1", port: place.port });
  target.on("error", () => socket.destroy());
  // What is still on its way to the client arrives; what it still says is for nobody.
  target.on("close", () => socket.end().resume());
  socket.on("close", () => target.destroy());
  target.on("connect", async () => {
    await say(first[0] === 5 ? Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]) : "HTTP/1.1 200 OK\r\n\r\n");
    reader.pipeTo(target);
    target.pipe(socket);
  });
}

interface Place {
  readonly host: string;
  readonly port: number;
  readonly problem?: Uint8Array | string | undefined;
}

type Reader = ReturnType<typeof readerOf>;

async function connectPlace(first: Buffer, reader: Reader, options: FakeProxyOptions): Promise<Place> {
  let head = first.toString("latin1");
  while (!head.endsWith("\r\n\r\n")) head += (await reader.take(1)).toString("latin1");
  const [, host = "", port = "0"] = /^CONNECT (\S+):(\d+) HTTP/.exec(head) ?? [];
  const given = /^proxy-authorization: Basic (\S+)/im.exec(head)?.[1] ?? "";
  const isKnown =
    options.credentials === undefined || Buffer.from(given, "base64").toString() === options.credentials;
  const problem = "HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 6\r\n\r\nnobody";
  return { host, port: Number(port), problem: isKnown ? undefined : problem };
}

async function socksPlace(
  reader: Reader,
  say: (bytes: Uint8Array) => Promise<void>,
  options: FakeProxyOptions,
): Promise<Place> {
  const methods = await reader.take((await reader.take(1))[0] ?? 0);
  const method = options.credentials === undefined ? 0 : 2;
  if (!methods.includes(method)) return { host: "", port: 0, problem: Buffer.from([5, 255]) };
  await say(Buffer.from([5, method]));
  if (method === 2) {
    await reader.take(1);
    const name = await reader.take((await reader.take(1))[0] ?? 0);
    const password = await reader.take((await reader.take(1))[0] ?? 0);
    if (`${name.toString()}:${password.toString()}` !== options.credentials)
      return { host: "", port: 0, problem: Buffer.from([1, 1]) };
    await say(Buffer.from([1, 0]));
  }
  const [, , , type] = await reader.take(4);
  const host = await socksHost(type, reader);
  const [high = 0, low = 0] = await reader.take(2);
  return { host, port: high * 256 + low };
}

async function socksHost(type: number | undefined, reader: Reader): Promise<string> {
  if (type === 1) return [...(await reader.take(4))].join(".");
  if (type === 3) return (await reader.take((await reader.take(1))[0] ?? 0)).toString("latin1");
  const bytes = await reader.take(16);
  return bytes.equals(Buffer.from([...Array.from({ length: 15 }, () => 0), 1])) ? "[::1]" : "[?]";
}

/** Reads a socket in portions of a known size, then hands the rest on. */
function readerOf(socket: Socket) {
  let pending = Buffer.alloc(0);
  let waiting: { length: number; resolve: (bytes: Buffer) => void } | undefined;
  const serveWaiting = () => {
    if (waiting === undefined || pending.length < waiting.length) return;
    const { length, resolve } = waiting;
    waiting = undefined;
    const bytes = pending.subarray(0, length);
    pending = pending.subarray(length);
    resolve(bytes);
  };
  const onData = (data: Buffer) => {
    pending = Buffer.concat([pending, data]);
    serveWaiting();
  };
  socket.on("data", onData);
  return {
    take(length: number): Promise<Buffer> {
      return new Promise((resolve) => {
        waiting = { length, resolve };
        serveWaiting();
      });
    },
    pipeTo(target: Socket) {
      socket.off("data", onData);
      if (pending.length > 0) target.write(pending);
      socket.pipe(target);
    },
  };
}
