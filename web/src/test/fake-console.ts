import * as channels from "@tollgate/contract/channels";
import { readPage, type PageQuery } from "@tollgate/contract/envelope";
import { listBuiltInModels, listGroups } from "@tollgate/contract/groups";
import * as logs from "@tollgate/contract/logs";
import * as redemptions from "@tollgate/contract/redemptions";
import * as session from "@tollgate/contract/session";
import { getStatus, type Status } from "@tollgate/contract/status";
import * as tokens from "@tollgate/contract/tokens";
import * as users from "@tollgate/contract/users";
import * as wallet from "@tollgate/contract/wallet";
import { serveChannelCare, type FakeChannelState } from "./fake-channel-care.ts";
import { buildChannel, buildRedemption, buildSelf, buildStatus, buildToken, buildUser } from "./factories.ts";
import { answerTop, createFakeServer, FakeRefusal, type FakeServer } from "./fake-server.ts";

/** What the fake server remembers; tests read and change it. */
export interface FakeState extends FakeChannelState {
  status: Status;
  self: session.Self;
  password: string;
  tokens: tokens.Token[];
  users: users.User[];
  redemptions: redemptions.Redemption[];
  logs: logs.Log[];
  /** The charges of log rows that can be explained. */
  explanations: logs.ChargeExplanation[];
}

export interface FakeConsole {
  server: FakeServer;
  state: FakeState;
}

/** A fake server with the behaviour of the real one, over lists in memory. */
export function createFakeConsole(part: Partial<FakeState> = {}): FakeConsole {
  const server = createFakeServer();
  const state: FakeState = {
    status: buildStatus(),
    self: buildSelf(),
    password: "correct horse",
    channels: [],
    troubles: [],
    incidents: [],
    keys: [],
    modelDifferences: {},
    tokens: [],
    users: [],
    redemptions: [],
    logs: [],
    explanations: [],
    ...part,
  };
  serveSession(server, state);
  serveChannels(server, state);
  serveChannelCare(server, state);
  serveTokens(server, state);
  serveLogs(server, state);
  serveUsers(server, state);
  serveRedemptions(server, state);
  serveWallet(server, state);
  return { server, state };
}

function pageOf<Item>(items: Item[], query: PageQuery) {
  const { page, pageSize, offset } = readPage(query);
  return { items: items.slice(offset, offset + pageSize), page, page_size: pageSize, total: items.length };
}

function byId<Item extends { id: number }>(items: Item[], id: number, missing: string): Item {
  const item = items.find((candidate) => candidate.id === id);
  if (item === undefined) throw new FakeRefusal(missing);
  return item;
}

function serveSession(server: FakeServer, state: FakeState): void {
  server.on(getStatus, () => state.status);
  server.on(session.login, ({ body }) => {
    if (body.username !== state.self.username || body.password !== state.password) {
      throw new FakeRefusal("user.sign-in-wrong");
    }
    const { id, username, display_name, role, status, group } = state.self;
    return { id, username, display_name, role, status, group, default_password: state.password === "123456" };
  });
  server.on(session.logout, () => undefined);
  server.on(session.getSelf, () => state.self);
  server.on(session.updateSelf, ({ body }) => {
    if (body.original_password !== undefined && body.original_password !== state.password) {
      throw new FakeRefusal("password.original-wrong");
    }
    state.password = body.password ?? state.password;
  });
  server.on(session.newAccessToken, () => "tollgate-access-token-0001");
  server.on(session.getOwnModels, () => [...new Set(state.channels.flatMap((channel) => channel.models))]);
  server.on(session.getOwnGroups, () => ({
    default: { ratio: 1, desc: "默认分组" },
    vip: { ratio: 0.8, desc: "VIP 分组" },
  }));
  server.on(listGroups, () => ["default", "vip"]);
  server.on(listBuiltInModels, () => ({
    "1": ["gpt-4o", "gpt-4o-mini", "o3-mini", "text-embedding-3-small"],
  }));
}

function serveChannels(server: FakeServer, state: FakeState): void {
  server.on(channels.listChannels, ({ query }) => pageOf(state.channels, query));
  server.on(channels.searchChannels, ({ query }) => {
    const { keyword = "", group = "", model = "", status = 0 } = query;
    const found = state.channels.filter(
      (channel) =>
        (String(channel.id) === keyword || channel.name.includes(keyword)) &&
        (group === "" || channel.group.includes(group)) &&
        channel.models.some((name) => name.includes(model)) &&
        (status === 0 || channel.status === status),
    );
    return pageOf(found, query);
  });
  server.on(channels.getChannel, ({ id }) => byId(state.channels, id, "channel.not-found"));
  server.on(channels.listChannelModels, () =>
    ["gpt-4o", "gpt-4o-mini", "o3-mini", "claude-sonnet-4", "gemini-2.5-pro"].map((id) => ({ id })),
  );
  server.on(channels.createChannel, ({ body }) => {
    const { key, ...values } = body;
    const keys = key.split("\n").filter((line) => line.trim() !== "");
    const made = keys.map((_, index) =>
      buildChannel({ ...clean(values), tag: values.tag ?? "", id: state.channels.length + index + 1 }),
    );
    state.channels = [...made, ...state.channels];
  });
  server.on(channels.updateChannel, ({ body }) => {
    const { id, key: _key, ...values } = body;
    const before = byId(state.channels, id, "channel.not-found");
    const after = { ...before, ...clean(values), tag: values.tag ?? before.tag };
    state.channels = state.channels.map((channel) => (channel.id === id ? after : channel));
    return after;
  });
  const remove = (ids: number[]) => {
    state.channels = state.channels.filter((channel) => !ids.includes(channel.id));
  };
  server.on(channels.deleteChannel, ({ id }) => remove([id]));
  server.on(channels.deleteChannels, ({ body }) => {
    remove(body.ids);
    return body.ids.length;
  });
  server.on(channels.copyChannel, ({ id }) => {
    const source = byId(state.channels, id, "channel.not-found");
    const copy = { ...source, id: 1000 + id, name: `${source.name}_复制`, status: 2 };
    state.channels = [copy, ...state.channels];
    return copy.id;
  });
  server.on(channels.testChannel, ({ id }) => {
    const channel = byId(state.channels, id, "channel.not-found");
    channel.response_time = 640;
    channel.test_time = 1_763_700_000;
    return answerTop({ time: 0.64 });
  });
}

function serveTokens(server: FakeServer, state: FakeState): void {
  server.on(tokens.listTokens, ({ query }) => pageOf(state.tokens, query));
  server.on(tokens.searchTokens, ({ query }) => {
    const { keyword = "", token = "" } = query;
    const key = token.replace(/^sk-/, "");
    const found = state.tokens.filter(
      (item) => item.name.includes(keyword) && (key === "" || item.key === key),
    );
    return pageOf(found, query);
  });
  server.on(tokens.getToken, ({ id }) => byId(state.tokens, id, "token.not-found"));
  server.on(tokens.createToken, ({ body }) => {
    const { count, ...values } = body;
    for (let index = 0; index < count; index++) {
      const name = index === 0 ? values.name : `${values.name}-a1B2c${index}`;
      state.tokens = [buildToken({ ...clean(values), name, id: 100 + state.tokens.length }), ...state.tokens];
    }
  });
  server.on(tokens.updateToken, ({ body }) => {
    const before = byId(state.tokens, body.id, "token.not-found");
    if (body.status === 1 && before.status === 3) throw new FakeRefusal("token.expired");
    const after = { ...before, ...clean(body) };
    state.tokens = state.tokens.map((token) => (token.id === body.id ? after : token));
    return after;
  });
  const remove = (ids: number[]) => {
    state.tokens = state.tokens.filter((token) => !ids.includes(token.id));
  };
  server.on(tokens.deleteToken, ({ id }) => remove([id]));
  server.on(tokens.deleteTokens, ({ body }) => {
    remove(body.ids);
    return body.ids.length;
  });
}

function serveLogs(server: FakeServer, state: FakeState): void {
  const find = ({ type = 0, model_name = "", token_name = "", request_id = "" }: LogQuery) =>
    state.logs.filter(
      (log) =>
        (type === 0 || log.type === type) &&
        (model_name === "" || log.model_name === model_name) &&
        (token_name === "" || log.token_name === token_name) &&
        (request_id === "" || log.request_id === request_id),
    );
  const total = (query: LogQuery) => ({
    quota: find(query).reduce((sum, log) => sum + log.quota, 0),
    rpm: 12,
    tpm: 34_500,
  });
  server.on(logs.listLogs, ({ query }) => pageOf(find(query), query));
  server.on(logs.listOwnLogs, ({ query }) => pageOf(find(query), query));
  server.on(logs.getLogStat, ({ query }) => total(query));
  server.on(logs.getOwnLogStat, ({ query }) => total(query));
  server.on(logs.explainLog, ({ query }) => byId(state.explanations, query.id, "log.not-explainable"));
  server.on(logs.explainOwnLog, ({ query }) => {
    const { upstream_usage: _, ...own } = byId(state.explanations, query.id, "log.not-explainable");
    return { ...own, attempts: [] };
  });
}

function serveUsers(server: FakeServer, state: FakeState): void {
  server.on(users.listUsers, ({ query }) => pageOf(state.users, query));
  server.on(users.searchUsers, ({ query }) => {
    const { keyword = "", group = "" } = query;
    const found = state.users.filter(
      (user) =>
        (String(user.id) === keyword || user.username.includes(keyword)) &&
        (group === "" || user.group === group),
    );
    return pageOf(found, query);
  });
  server.on(users.getUser, ({ id }) => byId(state.users, id, "user.not-found"));
  server.on(users.createUser, ({ body }) => {
    const id = 100 + state.users.length;
    const { username, display_name = username } = body;
    state.users = [buildUser({ id, username, display_name, quota: 0 }), ...state.users];
    return id;
  });
  const replace = (id: number, part: Partial<users.User>) => {
    const after = { ...byId(state.users, id, "user.not-found"), ...part };
    state.users = state.users.map((user) => (user.id === id ? after : user));
    return after;
  };
  server.on(users.updateUser, ({ body }) => {
    const { id, quota, quota_seen, request_key: _key, password: _password, ...values } = body;
    const before = byId(state.users, id, "user.not-found");
    const after = before.quota + (quota === undefined ? 0 : quota - (quota_seen ?? before.quota));
    return replace(id, { ...clean(values), quota: after, quota_seen: after });
  });
  server.on(users.manageUser, ({ body }) => {
    const changes: Record<string, Partial<users.User>> = {
      disable: { status: 2 },
      enable: { status: 1 },
      promote: { role: 10 },
      demote: { role: 1 },
      delete: { DeletedAt: "2026-11-21T08:55:03Z" },
    };
    return replace(body.id, changes[body.action] ?? {});
  });
}

function serveRedemptions(server: FakeServer, state: FakeState): void {
  const missing = "redemption.not-found";
  server.on(redemptions.listRedemptions, ({ query }) => pageOf(state.redemptions, query));
  server.on(redemptions.searchRedemptions, ({ query }) => {
    const { keyword = "" } = query;
    const found = state.redemptions.filter(
      (code) => String(code.id) === keyword || code.name.includes(keyword),
    );
    return pageOf(found, query);
  });
  server.on(redemptions.getRedemption, ({ id }) => byId(state.redemptions, id, missing));
  server.on(redemptions.createRedemptions, ({ body }) => {
    const { count, ...values } = body;
    const made = Array.from({ length: count }, (_, index) =>
      buildRedemption({ ...values, id: 100 + state.redemptions.length + index, key: `code-${index + 1}` }),
    );
    state.redemptions = [...made, ...state.redemptions];
    return made.map((code) => code.key);
  });
  server.on(redemptions.updateRedemption, ({ body }) => {
    const after = { ...byId(state.redemptions, body.id, missing), ...clean(body) };
    state.redemptions = state.redemptions.map((code) => (code.id === body.id ? after : code));
    return after;
  });
  const keep = (isKept: (code: redemptions.Redemption) => boolean) => {
    const before = state.redemptions.length;
    state.redemptions = state.redemptions.filter(isKept);
    return before - state.redemptions.length;
  };
  server.on(redemptions.deleteRedemption, ({ id }) => void keep((code) => code.id !== id));
  server.on(redemptions.deleteInvalidRedemptions, () => keep((code) => code.status === 1));
}

function serveWallet(server: FakeServer, state: FakeState): void {
  server.on(wallet.redeemCode, ({ body }) => {
    const code = state.redemptions.find((candidate) => candidate.key === body.key);
    if (code === undefined) throw new FakeRefusal("redemption.invalid");
    if (code.status !== 1) throw new FakeRefusal("redemption.used");
    state.redemptions = state.redemptions.map((other) => (other === code ? { ...code, status: 3 } : other));
    state.self = { ...state.self, quota: state.self.quota + code.quota };
    return code.quota;
  });
  server.on(wallet.getAffiliateCode, () => state.self.aff_code);
  server.on(wallet.transferAffiliateQuota, ({ body }) => {
    const { quota, aff_quota } = state.self;
    if (body.quota > aff_quota) throw new FakeRefusal("affiliate.insufficient");
    state.self = { ...state.self, quota: quota + body.quota, aff_quota: aff_quota - body.quota };
  });
}

interface LogQuery {
  type?: number | undefined;
  model_name?: string | undefined;
  token_name?: string | undefined;
  request_id?: string | undefined;
}

/** Without the keys that are undefined: an absent key changes nothing. */
function clean<Value extends object>(value: Value) {
  // Removing undefined values is what this type says.
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as {
    [Key in keyof Value]-?: Exclude<Value[Key], undefined>;
  };
}
