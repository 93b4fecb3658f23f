import type { ChannelRun } from "@tollgate/contract/channel-operations";
import type { Channel } from "@tollgate/contract/channels";
import type { ChargeExplanation, Log } from "@tollgate/contract/logs";
import type { Redemption } from "@tollgate/contract/redemptions";
import { Role } from "@tollgate/contract/roles";
import type { Self } from "@tollgate/contract/session";
import type { Status } from "@tollgate/contract/status";
import type { Token } from "@tollgate/contract/tokens";
import type { User } from "@tollgate/contract/users";

/** Records as the server answers them, complete and plausible; give only what a test is about. */

export function buildStatus(part: Partial<Status> = {}): Status {
  return {
    version: "0.1.0",
    start_time: 1_763_700_000,
    system_name: "Tollgate",
    logo: "",
    footer_html: "",
    server_address: "https://gate.example.com",
    quota_per_unit: 500_000,
    display_in_currency: true,
    enable_drawing: false,
    enable_task: false,
    enable_data_export: false,
    data_export_default_time: "hour",
    default_collapse_sidebar: false,
    mj_notify_enabled: false,
    chats: [],
    chat_link: "",
    chat_link2: "",
    docs_link: "",
    top_up_link: "",
    price: 7.3,
    min_topup: 1,
    enable_online_topup: false,
    email_verification: false,
    register_enabled: true,
    password_login_enabled: true,
    password_register_enabled: true,
    github_oauth: false,
    github_client_id: "",
    linuxdo_oauth: false,
    linuxdo_client_id: "",
    telegram_oauth: false,
    telegram_bot_name: "",
    wechat_login: false,
    wechat_qrcode: "",
    turnstile_check: false,
    turnstile_site_key: "",
    demo_site_enabled: false,
    self_use_mode_enabled: false,
    setup: true,
    ...part,
  };
}

export function buildSelf(part: Partial<Self> = {}): Self {
  return {
    id: 1,
    username: "root",
    display_name: "Root User",
    role: Role.root,
    status: 1,
    email: "",
    group: "default",
    quota: 100_000_000,
    used_quota: 1_250_000,
    request_count: 4321,
    aff_code: "aBcD",
    aff_count: 0,
    aff_quota: 0,
    aff_history_quota: 0,
    inviter_id: 0,
    github_id: "",
    wechat_id: "",
    telegram_id: "",
    linux_do_id: "",
    setting: "",
    ...part,
  };
}

export function buildChannel(part: Partial<Channel> = {}): Channel {
  return {
    id: 1,
    name: "OpenAI 主线路",
    type: 1,
    base_url: "",
    status: 1,
    group: ["default"],
    models: ["gpt-4o", "gpt-4o-mini"],
    model_mapping: "",
    other: "",
    tag: "",
    priority: 0,
    weight: 0,
    test_model: "",
    auto_ban: true,
    setting: "",
    status_code_mapping: "",
    openai_organization: "",
    response_time: 0,
    test_time: 0,
    created_time: 1_763_000_000,
    used_quota: 0,
    balance: 0,
    balance_updated_time: 0,
    other_info: "",
    ...part,
  };
}

/** Work over all channels; none unless told otherwise. */
export function buildRun(part: Partial<ChannelRun> = {}): ChannelRun {
  return {
    running: false,
    total: 0,
    done: 0,
    failed: 0,
    switched_off: 0,
    switched_on: 0,
    cancelled: false,
    started_at: 0,
    finished_at: 0,
    failures: [],
    ...part,
  };
}

export function buildToken(part: Partial<Token> = {}): Token {
  return {
    id: 1,
    user_id: 1,
    name: "默认令牌",
    key: "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKL",
    status: 1,
    remain_quota: 500_000,
    used_quota: 0,
    unlimited_quota: false,
    created_time: 1_763_000_000,
    accessed_time: 0,
    expired_time: -1,
    model_limits_enabled: false,
    auto_groups: [],
    cross_group_retry: false,
    model_limits: [],
    allow_ips: [],
    group: "",
    ...part,
  };
}

export function buildLog(part: Partial<Log> = {}): Log {
  return {
    id: 1,
    created_at: 1_763_700_000,
    type: 2,
    user_id: 1,
    username: "root",
    channel: 1,
    channel_name: "OpenAI 主线路",
    token_id: 1,
    token_name: "默认令牌",
    model_name: "gpt-4o",
    group: "default",
    is_stream: true,
    use_time: 4,
    prompt_tokens: 1200,
    completion_tokens: 340,
    quota: 3200,
    content: "模型倍率 1.25，补全倍率 4.00，分组倍率 1.00",
    ip: "",
    request_id: "req_20261121085503abcd",
    other: JSON.stringify({
      model_ratio: 1.25,
      completion_ratio: 4,
      group_ratio: 1,
      frt: 620,
      admin_info: { use_channel: [1] },
    }),
    ...part,
  };
}

/** The charge of `buildLog`'s row: 1,200 tokens in, 340 out, after one failed attempt that cost the operator. */
export function buildExplanation(part: Partial<ChargeExplanation> = {}): ChargeExplanation {
  const model = { name: "modelRatio", value: 1.25, source: "default" };
  const completion = { name: "completionRatio", value: 4, source: "family" };
  const group = { name: "groupRatio", value: 1, source: "operator" };
  return {
    id: 1,
    request_id: "req_20261121085503abcd",
    created_at: 1_763_700_000,
    model_name: "gpt-4o",
    group: "default",
    price_version: "9f2c41d07b3ae865",
    rate: { kind: "tokens", modelRatio: 1.25, quotaPerUnit: 500_000 },
    usage: { input: { uncached: 1200 }, output: { text: 340 } },
    upstream_usage: { prompt_tokens: 1200, completion_tokens: 340 },
    lines: [
      { item: "input.uncached", quantity: 1200, factors: [model, group], quota: "1500" },
      { item: "output.text", quantity: 340, factors: [model, completion, group], quota: "1700.4" },
    ],
    exact_quota: "3200.4",
    rounding: "half-away",
    quota: 3200,
    charged_quota: 3200,
    matches: true,
    held_quota: 5000,
    payer: { user_id: 1, token_id: 1 },
    attempts: [
      {
        channel_id: 4,
        channel_name: "备用",
        status_code: 502,
        error: "bad gateway",
        duration_ms: 310,
        operator_quota: 40,
      },
      { channel_id: 1, channel_name: "OpenAI 主线路", status_code: 200, duration_ms: 3900 },
    ],
    end_reason: "done",
    local_count: false,
    ...part,
  };
}

export function buildUser(part: Partial<User> = {}): User {
  const quota = part.quota ?? 1_000_000;
  return {
    id: 2,
    username: "ann",
    display_name: "Ann",
    role: Role.user,
    status: 1,
    group: "default",
    quota,
    quota_seen: quota,
    used_quota: 250_000,
    request_count: 42,
    aff_code: "aB3d",
    aff_count: 0,
    aff_quota: 0,
    aff_history_quota: 0,
    inviter_id: 0,
    email: "",
    github_id: "",
    wechat_id: "",
    telegram_id: "",
    linux_do_id: "",
    created_at: 1_763_000_000,
    last_login_at: 1_763_700_000,
    DeletedAt: null,
    ...part,
  };
}

export function buildRedemption(part: Partial<Redemption> = {}): Redemption {
  return {
    id: 1,
    user_id: 1,
    name: "双十一",
    key: "8f14e45fceea167a5a36dedd4bea2543",
    status: 1,
    quota: 500_000,
    created_time: 1_763_000_000,
    redeemed_time: 0,
    used_user_id: 0,
    expired_time: 0,
    ...part,
  };
}
