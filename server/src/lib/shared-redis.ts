import { Redis } from "ioredis";
import type { Logger } from "./logger.ts";

/** The Redis server that the nodes share, which may be away at any time. */
export interface SharedRedis {
  /** Whether it is worth asking now. */
  readonly isReady: boolean;
  readonly client: Redis;
  /** A command has failed: told to the operator once, until it works again. */
  noticeFailure(reason: unknown): void;
  close(): void;
}

const ANSWER_TIMEOUT_MS = 500;
const RECONNECT_MAX_MS = 5000;

/**
 * Connects to Redis, and again whenever the connection is lost. Commands fail at once while it is away, and after half a
 * second when it does not answer. Resolves when Redis has been reached, or has failed to be.
 */
export async function openSharedRedis(redisUrl: string, logger: Logger): Promise<SharedRedis> {
  const client = new Redis(redisUrl, {
    commandTimeout: ANSWER_TIMEOUT_MS,
    connectTimeout: 2000,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(attempt * 200, RECONNECT_MAX_MS),
  });
  let isShared = true;
  let isClosed = false;
  const noticeState = (nowShared: boolean, reason?: unknown) => {
    if (nowShared === isShared || isClosed) return;
    isShared = nowShared;
    if (nowShared) logger.info("rate limits are shared through Redis again");
    else
      logger.warn("Redis cannot be reached: rate limits hold for each node on its own until it can", {
        reason: reason instanceof Error ? reason.message : String(reason),
      });
  };
  const { promise: hasAnswered, resolve: answered } = Promise.withResolvers<void>();
  client.on("error", (error) => {
    noticeState(false, error);
    answered();
  });
  client.on("close", () => {
    noticeState(false, "the connection was closed");
    answered();
  });
  client.on("ready", () => {
    noticeState(true);
    answered();
  });
  await hasAnswered;

  return {
    get isReady() {
      return client.status === "ready";
    },
    client,
    noticeFailure: (reason) => noticeState(false, reason),
    close() {
      isClosed = true;
      client.disconnect();
    },
  };
}
