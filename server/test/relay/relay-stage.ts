import { afterEach, spyOn } from "bun:test";
import type { LogOther } from "@tollgate/contract/logs";
import type { OptionKey } from "@tollgate/contract/options";
import { tokenAccount, userAccount } from "../../src/ledger/account.ts";
import type { LogRow } from "../../src/resources/logs/log-record.ts";
import { buildChannel, buildToken, buildUser } from "../support/factories.ts";
import type { ChannelFacts, TokenFacts, UserFacts } from "../support/factories.ts";
import type { FakeUpstream } from "../support/fake-upstream/fake-upstream.ts";
import { createTestApp } from "../support/test-app.ts";
import type { TestApp, TestAppOptions } from "../support/test-app.ts";

/** Prices of the stage's models, chosen so that every charge can be computed by hand: 1 unit = one ratio-1 token. */
const STAGE_OPTIONS = {
  ModelRatio: { chat: 2, embed: 0.5, instruct: 1, other: 2 },
  CompletionRatio: { chat: 3, instruct: 2 },
  CacheRatio: { chat: 0.25 },
  /** 0.002 USD × 500,000 units = 1,000 units a call. */
  ModelPrice: { flat: 0.002 },
  GroupRatio: { default: 1, vip: 0.5 },
  /** A call that names no limit holds its prompt alone: figures stay small enough to follow. */
  PreConsumedOutputTokens: 0,
} as const satisfies Partial<Record<OptionKey, object | number>>;

export const STAGE_MODELS = ["chat", "flat", "embed", "instruct"];
/** The secret of the stage's channel: nobody but the upstream may ever see it. */
export const CHANNEL_KEY = "sk-upstream-secret-0123456789";
/** What a call at the price of the model `flat` costs. */
export const FLAT_QUOTA = 1000;
export const HELLO = [{ role: "user" as const, content: "Hello" }];

const START_QUOTA = 1_000_000;
const START_TOKEN_QUOTA = 500_000;
const CONNECTION_CLOSED_WITHIN_MS = 1000;

export interface StageOptions extends Omit<TestAppOptions, "options"> {
  /** Added to the stage's own. */
  options?: Partial<Record<OptionKey, string>>;
  user?: UserFacts;
  token?: Omit<TokenFacts, "userId">;
  /** The stage's first channel; false for none. */
  channel?: ChannelFacts | false;
}

/** A log row with its `other` read. */
export type StageLog = Omit<LogRow, "other"> & { other: LogOther };

/** What has been spent since the stage was set up. */
export interface StageSpending {
  /** By how much the user's balance and the token's have gone down. */
  user: number;
  token: number;
  /** How many charges the user has. */
  charges: number;
  /** What is set aside at the moment. */
  held: number;
}

/** A gateway on a real port with one user, one token, and one channel that leads to a fake upstream. */
export interface RelayStage {
  readonly app: TestApp;
  readonly upstream: FakeUpstream;
  readonly url: string;
  readonly userId: number;
  readonly tokenId: number;
  /** With `sk-`. */
  readonly apiKey: string;
  readonly channelId: number;
  addChannel(facts?: ChannelFacts): Promise<number>;
  addToken(facts?: Partial<TokenFacts>): Promise<{ id: number; apiKey: string }>;
  /** Resolves when the routing table shows every change made so far. */
  routed(): Promise<void>;
  /** A call with the stage's key; `body` is sent as JSON unless it is text. */
  post(path: string, body: unknown, init?: RequestInit): Promise<Response>;
  chat(body?: object, init?: RequestInit): Promise<Response>;
  /** The log, oldest first, when everything that was submitted is decided. */
  logs(): Promise<StageLog[]>;
  /** Resolves with the log as soon as it has `count` rows: for charges that are made after the client has left. */
  waitForLogs(count: number): Promise<StageLog[]>;
  spending(): Promise<StageSpending>;
}

/**
 * Makes stages for the tests of a suite. After each test the audit must be zero, no hold may be open, and no upstream
 * may still be answering a call.
 */
export function useRelayStages(): { create(options: StageOptions): Promise<RelayStage> } {
  const stages: RelayStage[] = [];
  afterEach(async () => {
    const problems: unknown[] = [];
    for (const stage of stages.splice(0)) {
      try {
        await upstreamAtRest(stage.upstream);
      } catch (problem) {
        problems.push(problem);
      }
      try {
        await stage.app[Symbol.asyncDispose]();
      } catch (problem) {
        problems.push(problem);
      }
    }
    if (problems.length > 0) throw problems[0];
  });
  return {
    async create(options) {
      const stage = await createRelayStage(options);
      stages.push(stage);
      return stage;
    },
  };
}

async function createRelayStage(stageOptions: StageOptions): Promise<RelayStage> {
  const { options, user, token, channel, ...appOptions } = stageOptions;
  const app = await createTestApp({ ...appOptions, options: { ...stageOptionTexts(), ...options } });
  const upstream = await app.upstream();
  const { parts } = app;
  const routed = watchRouting(app);
  const addChannel: RelayStage["addChannel"] = async (facts) => {
    const id = await buildChannel(parts, {
      base_url: upstream.url,
      key: CHANNEL_KEY,
      models: STAGE_MODELS,
      ...facts,
    });
    await routed();
    return id;
  };
  const addToken: RelayStage["addToken"] = async (facts) => {
    const { id, key } = await buildToken(parts, { userId, ...facts });
    return { id, apiKey: `sk-${key}` };
  };

  const userId = await buildUser(parts, { quota: START_QUOTA, ...user });
  const { id: tokenId, apiKey } = await addToken({ remainQuota: START_TOKEN_QUOTA, ...token });
  const channelId = channel === false ? 0 : await addChannel(channel);
  const url = app.listen();
  const opening = await balancesOf(app, userId, tokenId);

  const post: RelayStage["post"] = (path, body, init = {}) =>
    fetch(`${url}${path}`, {
      method: "POST",
      ...init,
      headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json", ...init.headers },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
  const logs = async () => {
    await app.parts.ledger.idle();
    const rows = await app.parts.database.kysely.selectFrom("logs").selectAll().orderBy("id").execute();
    return rows.map(({ other, ...row }): StageLog => Object.assign(row, { other: JSON.parse(other) }));
  };

  return {
    app,
    upstream,
    url,
    userId,
    tokenId,
    apiKey,
    channelId,
    addChannel,
    addToken,
    routed,
    post,
    chat: (body, init) => post("/v1/chat/completions", { model: "chat", messages: HELLO, ...body }, init),
    logs,
    waitForLogs: (count) => waitForLogs(logs, count),
    async spending() {
      await app.parts.ledger.idle();
      const now = await balancesOf(app, userId, tokenId);
      return {
        user: opening.user.posted - now.user.posted,
        token: opening.token.posted - now.token.posted,
        charges: now.user.requests - opening.user.requests,
        held: now.user.held + now.token.held,
      };
    },
  };
}

function stageOptionTexts(): Partial<Record<OptionKey, string>> {
  return Object.fromEntries(Object.entries(STAGE_OPTIONS).map(([key, map]) => [key, JSON.stringify(map)]));
}

/** The routing table is rebuilt in the background: answers how to wait until it shows every change made so far. */
function watchRouting({ parts }: TestApp): () => Promise<void> {
  const loads = spyOn(parts.channels, "enabledRows");
  return async () => {
    for (let seen = -1; seen !== loads.mock.results.length;) {
      seen = loads.mock.results.length;
      await loads.mock.results.at(-1)?.value;
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
}

async function balancesOf({ parts }: TestApp, userId: number, tokenId: number) {
  const accounts = [userAccount(userId), tokenAccount(tokenId)];
  const [user, token] = [...(await parts.ledger.balances(accounts)).values()];
  if (user === undefined || token === undefined) throw new Error("an account is missing");
  return { user, token };
}

const LOGS_WITHIN_MS = 3000;

async function waitForLogs(read: () => Promise<StageLog[]>, count: number): Promise<StageLog[]> {
  const deadlineMs = performance.now() + LOGS_WITHIN_MS;
  for (;;) {
    const rows = await read();
    if (rows.length >= count) return rows;
    if (performance.now() > deadlineMs) throw new Error(`waited in vain for ${count} log rows`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Every call that the upstream has seen has ended: answered, cut by a fault, or closed by the gateway. */
async function upstreamAtRest(upstream: FakeUpstream): Promise<void> {
  for (const request of upstream.requests) {
    if (request.state !== "open") continue;
    await upstream
      .waitForClientClose(request.index, CONNECTION_CLOSED_WITHIN_MS)
      .catch((problem: unknown) => {
        if (request.state === "open")
          throw new Error(`the upstream call ${request.index} is still open`, { cause: problem });
      });
  }
}
