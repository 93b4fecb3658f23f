import { Hono } from "hono";
import type { Server } from "bun";
import { openParts } from "./app-parts.ts";
import type { AppParts } from "./app-parts.ts";
import { appRoutes } from "./app-routes.ts";
import type { Config } from "./config.ts";
import { createClientIp } from "./http/client-ip.ts";
import { createConsoleFiles } from "./http/console-files.ts";
import { consoleFolderPath, openConsoleFolder } from "./http/console-folder.ts";
import type { HttpApp, HttpEnv } from "./http/http-env.ts";
import { createMemoryRateCounter, createRateLimiter } from "./http/rate-limit.ts";
import { createRedisRateCounter } from "./http/rate-limit-redis.ts";
import type { Route } from "./http/route.ts";
import { mountConsoleApi } from "./http/router.ts";
import { startWebServer } from "./http/web-server.ts";
import type { WebServer } from "./http/web-server.ts";
import { languageOf } from "@tollgate/contract/errors";
import { refusalResponse } from "./http/envelope-response.ts";
import { AppError } from "./lib/app-error.ts";
import { createRelay } from "./app-relay.ts";
import type { Relay } from "./app-relay.ts";
import { startCare } from "./app-care.ts";
import type { ChannelCare } from "./resources/channels/channel-care.ts";
import type { ClientSocketListener } from "./relay/realtime/client-socket.ts";
import { isRelayPath } from "./relay/relay-routes.ts";
import { newRequestId } from "./relay/request-id.ts";
import { systemClock } from "./lib/clock.ts";
import type { Clock } from "./lib/clock.ts";
import type { OpenExchange } from "./lib/egress/upstream-exchange.ts";
import { createLogger } from "./lib/logger.ts";
import type { Logger } from "./lib/logger.ts";
import { openSharedRedis } from "./lib/shared-redis.ts";
import type { SharedRedis } from "./lib/shared-redis.ts";
import { ensureRoot } from "./resources/users/root-user.ts";
import type { PasswordOptions } from "./secrets/passwords.ts";
import { redactSecrets } from "./secrets/redact-secrets.ts";

/** The whole product in one object. Disposing of it drains: running answers finish and are charged, then all closes. */
export interface App extends AsyncDisposable {
  readonly parts: AppParts;
  /** Set when this start made the root user with a random password: show it once, it is stored nowhere. */
  readonly randomRootPassword: string | undefined;
  fetch(request: Request, server?: Server<ClientSocketListener>): Response | Promise<Response>;
  /** Opens the port. Throws StartError when it is taken. */
  listen(): { url: string; port: number };
}

/** What tests replace. */
export interface AppOverrides {
  clock?: Clock;
  logger?: Logger;
  passwords?: PasswordOptions;
  onLeaseLost?: () => void;
  /** Where the built console lies. */
  consoleFolder?: string;
  /** How often it is seen whether a channel that was switched off may be tested again. */
  recoveryIntervalMs?: number;
  /** Routes in place of the product's. */
  routes?: (parts: AppParts, relay: Relay, care: ChannelCare) => Route[];
  /** How often it is seen whether work over all channels is due. */
  careIntervalMs?: number;
  /** The way out to files that requests refer to. */
  openMedia?: OpenExchange;
}

const RECOVERY_INTERVAL_MS = 20_000;
const CARE_INTERVAL_MS = 15_000;

/** The composition root. Throws StartError or SecretError, whose messages are for the operator; nothing stays open. */
export async function createApp(config: Config, overrides: AppOverrides = {}): Promise<App> {
  await using stack = new AsyncDisposableStack();
  const clock = overrides.clock ?? systemClock;
  const logger = overrides.logger ?? stderrLogger(config, clock);
  const passwords = overrides.passwords ?? {};
  const onLeaseLost = overrides.onLeaseLost ?? (() => endLost(logger));
  const parts = await openParts(config, { clock, logger, passwords, onLeaseLost }, stack);
  const randomRootPassword = await ensureRoot(parts, config.rootPassword);

  const http: HttpApp = new Hono<HttpEnv>({ strict: false });
  const clientIp = createClientIp(config.trustedProxies);
  const redis = await openRedis(config, logger, stack);
  const relay = await createRelay(parts, stack, {
    recoveryIntervalMs: overrides.recoveryIntervalMs ?? RECOVERY_INTERVAL_MS,
    redis,
    openMedia: overrides.openMedia,
  });
  const care = await startCare(parts, relay, stack, overrides.careIntervalMs ?? CARE_INTERVAL_MS);
  mountConsoleApi(http, (overrides.routes ?? appRoutes)(parts, relay, care), {
    ...parts,
    lookupHash: parts.secrets.lookupHash,
    clientIp,
    rateLimiter: createRateLimiter(
      config.rateLimits,
      redis ? createRedisRateCounter(redis) : createMemoryRateCounter(),
      clock,
    ),
    sessionCookieSecure: config.sessionCookieSecure,
  });
  const consoleFiles = createConsoleFiles(openConsoleFolder(overrides.consoleFolder ?? consoleFolderPath()));
  http.notFound((context) => consoleFiles(context.req.raw));

  let isStopping = false;
  let webServer: WebServer | undefined;
  const fetch: App["fetch"] = (request, server) => {
    const path = pathOf(request.url);
    const peerAddress = server?.requestIP(request)?.address ?? "127.0.0.1";
    if (isRelayPath(path))
      return relay.answer({ request, path, ip: clientIp(request.headers, peerAddress), server });
    if (isStopping && path.startsWith("/api/")) return stoppingAnswer(request, clock);
    return http.fetch(request, { peerAddress, server });
  };
  stack.defer(async () => {
    isStopping = true;
    webServer?.stopAccepting();
    await relay.drain(config.shutdownTimeoutMs);
    await webServer?.close();
    await relay.settled();
  });
  const resources = stack.move();
  return {
    parts,
    randomRootPassword,
    fetch,
    listen() {
      const { host, port, maxRequestBodyBytes } = config;
      webServer = startWebServer({ host, port, maxRequestBodyBytes, fetch, logger });
      return { url: webServer.url, port: webServer.port };
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** The path of an absolute URL as it was sent. */
function pathOf(url: string): string {
  const start = url.indexOf("/", "https://".length);
  const end = url.indexOf("?", start);
  return start < 0 ? "/" : url.slice(start, end < 0 ? url.length : end);
}

function stoppingAnswer(request: Request, clock: Clock): Response {
  const response = refusalResponse(new AppError("server.unavailable", {}, { status: 503 }), {
    requestId: newRequestId(clock),
    language: languageOf(request.headers.get("accept-language")),
  });
  response.headers.set("connection", "close");
  return response;
}

/** Nothing may be settled any more, so there is nothing to wait for. */
function endLost(logger: Logger): never {
  logger.error(
    "the database could not be reached for so long that other nodes take this one for dead: ending",
  );
  process.exit(1);
}

/** Undefined: there is one node, which counts in its memory. */
async function openRedis(
  { redisUrl }: Config,
  logger: Logger,
  stack: AsyncDisposableStack,
): Promise<SharedRedis | undefined> {
  if (redisUrl === null) return undefined;
  const redis = await openSharedRedis(redisUrl, logger);
  stack.defer(() => redis.close());
  return redis;
}

function stderrLogger({ logLevel }: Config, clock: Clock): Logger {
  const write = (line: string) => process.stderr.write(`${line}\n`);
  return createLogger({ level: logLevel, clock, write, redact: redactSecrets });
}
