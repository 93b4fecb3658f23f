import * as channels from "@tollgate/contract/channels";
import { readPage, type PageQuery } from "@tollgate/contract/envelope";
import { listBuiltInModels, listGroups } from "@tollgate/contract/groups";
import * as logs from "@tollgate/contract/logs";
import * as session from "@tollgate/contract/session";
import { getStatus, type Status } from "@tollgate/contract/status";
import * as tokens from "@tollgate/contract/tokens";
import { buildChannel, buildSelf, buildStatus, buildToken } from "./factories.ts";
import { answerTop, createFakeServer, FakeRefusal, type FakeServer } from "./fake-server.ts";

/** What the fake server remembers; tests read and change it. */
export interface FakeState {
  status: Status;
  self: session.Self;
  password: string;
  channels: channels.Channel[];
  tokens: tokens.Token[];
  logs: logs.Log[];
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
    tokens: [],
    logs: [],
    ...part,
  };
  serveSession(server, state);
  serveChannels(server, state);
  serveTokens(server, state);
  serveLogs(server, state);
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
  const find = ({ type = 0, model_name = "", token_name = "" }: LogQuery) =>
    state.logs.filter(
      (log) =>
        (type === 0 || log.type === type) &&
        (model_name === "" || log.model_name === model_name) &&
        (token_name === "" || log.token_name === token_name),
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
}

interface LogQuery {
  type?: number | undefined;
  model_name?: string | undefined;
  token_name?: string | undefined;
}

/** Without the keys that are undefined: an absent key changes nothing. */
function clean<Value extends object>(value: Value) {
  // Removing undefined values is what this type says.
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as {
    [Key in keyof Value]-?: Exclude<Value[Key], undefined>;
  };
}
