import type { Server } from "bun";
import { CLIENT_SOCKETS } from "../relay/realtime/client-socket.ts";
import type { ClientSocketListener } from "../relay/realtime/client-socket.ts";
import type { Logger } from "../lib/logger.ts";
import { StartError } from "../start-error.ts";

/** A body this many times over the limit is cut off without an explanation; up to it the sender is told why. */
const HARD_LIMIT_FACTOR = 2;
/** How long answers that are being written may take once nothing is worked on any more. */
const LAST_BYTES_MS = 1000;

export interface WebServerOptions {
  host: string;
  port: number;
  maxRequestBodyBytes: number;
  fetch: (request: Request, server: Server<ClientSocketListener>) => Response | Promise<Response>;
  logger: Logger;
}

export interface WebServer {
  readonly url: string;
  readonly port: number;
  /** Takes no new connections; those that are open stay. */
  stopAccepting(): void;
  /** Ends the connections that are left, after a moment for answers that are being written. */
  close(): Promise<void>;
}

/** Listens. Silent connections live on: a model may think for minutes. Throws StartError when the port is taken. */
export function startWebServer(options: WebServerOptions): WebServer {
  const { host, port, maxRequestBodyBytes, fetch, logger } = options;
  const server = listen(host, port, {
    idleTimeout: 0,
    maxRequestBodySize: maxRequestBodyBytes * HARD_LIMIT_FACTOR,
    development: false,
    // Bun shares the port with other processes unless told otherwise outside development: a second gateway would
    // start without a word and take half of the calls.
    reusePort: false,
    fetch,
    websocket: CLIENT_SOCKETS,
    error(error: Error) {
      logger.error("a request failed outside any handler", { error });
      return new Response("Internal Server Error", { status: 500 });
    },
  });
  let stopped: Promise<void> | undefined;
  return {
    url: `http://${urlHost(host)}:${server.port}`,
    port: server.port ?? port,
    stopAccepting() {
      stopped ??= server.stop();
    },
    async close() {
      stopped ??= server.stop();
      await Promise.race([stopped, Bun.sleep(LAST_BYTES_MS)]);
      await server.stop(true);
    },
  };
}

type ServeOptions = Pick<
  Bun.Serve.HostnamePortServeOptions<ClientSocketListener>,
  "idleTimeout" | "maxRequestBodySize" | "development" | "reusePort"
> & {
  fetch: WebServerOptions["fetch"];
  websocket: Bun.WebSocketHandler<ClientSocketListener>;
  error: (error: Error) => Response;
};

function listen(hostname: string, port: number, options: ServeOptions) {
  try {
    return Bun.serve({ hostname, port, ...options });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code === "EADDRINUSE")
      throw new StartError(
        `port ${port} is in use: stop what listens there, or choose another port with --port`,
      );
    if (code === "EACCES")
      throw new StartError(`port ${port} may not be used by this user: choose another port with --port`);
    throw new StartError(
      `it is not possible to listen on ${hostname} port ${port}: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** An address that a browser on this machine can open. */
function urlHost(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}
