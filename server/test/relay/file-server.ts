import { createEgressPolicy } from "../../src/lib/egress/egress-policy.ts";
import { openExchange } from "../../src/lib/egress/upstream-exchange.ts";
import type { OpenExchange } from "../../src/lib/egress/upstream-exchange.ts";

export const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
export const WAV = Buffer.from("RIFF\u0024\0\0\0WAVEfmt ", "latin1");
export const PDF = Buffer.from("%PDF-1.7\n%%EOF", "latin1");

type Reply = () => Response | Promise<Response>;

/** A server on the web with files that requests refer to, and how a gateway is let out to it. */
export interface FileServer extends Disposable {
  /** As names see it: `http://files.test:1234`. */
  readonly origin: string;
  /** Paths that were asked for, in order. */
  readonly asked: string[];
  /** Headers of the last request. */
  lastHeaders(): Headers | undefined;
  /** What a path answers, where it is not one of the usual files. */
  on(path: string, reply: Reply): void;
  /** Names that end in `files.test` are this server; everything else is under the rule for users' addresses. */
  readonly openMedia: OpenExchange;
}

export function startFileServer(): FileServer {
  const asked: string[] = [];
  let headers: Headers | undefined;
  const replies = new Map<string, Reply>([
    ["/picture.png", () => new Response(PNG, { headers: { "content-type": "application/octet-stream" } })],
    ["/sound", () => new Response(WAV, { headers: { "content-type": "audio/x-unknown" } })],
    ["/paper", () => new Response(PDF, { headers: { "content-type": "application/pdf" } })],
  ]);
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch(request) {
      const { pathname } = new URL(request.url);
      asked.push(pathname);
      ({ headers } = request);
      return replies.get(pathname)?.() ?? new Response("no such file", { status: 404 });
    },
  });
  const here = createEgressPolicy("channel", { lookup: async () => ["127.0.0.1"] });
  const web = createEgressPolicy("user", {
    lookup: async (name) =>
      name === "inside.example.com" ? ["10.0.0.7"] : Promise.reject(new Error("none")),
  });
  return {
    origin: `http://files.test:${server.port}`,
    asked,
    lastHeaders: () => headers,
    on: (path, reply) => replies.set(path, reply),
    openMedia: (request) =>
      openExchange(request, new URL(request.url).hostname.endsWith("files.test") ? here : web),
    [Symbol.dispose]() {
      void server.stop(true);
      here.close();
      web.close();
    },
  };
}
