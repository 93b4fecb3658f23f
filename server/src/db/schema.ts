import type { Generated } from "kysely";

/**
 * Every table as Kysely sees it. Flags are 0/1 integers, times are unix seconds unless the name says otherwise,
 * amounts are whole quota units in 64-bit columns, JSON is text: the same on both engines.
 */
export interface Schema {
  meta: { key: string; value: string };
  options: { key: string; value: string };
  users: UsersTable;
  sessions: SessionsTable;
  tokens: TokensTable;
  redemptions: RedemptionsTable;
  pending_grants: PendingGrantsTable;
  quota_readings: { reader_id: number; user_id: number; quota: number; read_at: number };
  channels: ChannelsTable;
  abilities: AbilitiesTable;
  logs: LogsTable;
  log_segments: LogSegmentsTable;
  logs_by_user: LogsByUserTable;
  /** A price that charges were made at, as JSON, under the hash of its content. */
  charge_rates: { version: string; rate: string };
  nodes: { id: string; started_at: number; seen_at: number };
  channel_incidents: ChannelIncidentsTable;
  channel_breakers: ChannelBreakersTable;
  channel_upstream_models: ChannelUpstreamModelsTable;
  channel_runs: ChannelRunsTable;
  limit_counts: LimitCountsTable;
  /** When work that only one of several nodes does was begun last, and by whom. */
  scheduled_work: { name: string; begun_at_ms: number; node_id: string };
  ledger_accounts: LedgerAccountsTable;
  /** What the books say: on SQLite the accounts with the journal over them. A view. */
  ledger_balances: LedgerAccountsTable;
  ledger_journal: LedgerJournalTable;
  ledger_holds: LedgerHoldsTable;
  ledger_entries: LedgerEntriesTable;
  ledger_checkpoints: LedgerCheckpointsTable;
  ledger_checkpoint_sums: LedgerCheckpointSumsTable;
}

export interface UsersTable {
  id: Generated<number>;
  username: string;
  password_hash: string;
  display_name: string;
  role: number;
  status: number;
  email: string;
  group: string;
  /** Keyed hash of the system access token; null when none was made. */
  access_token_hash: string | null;
  aff_code: string;
  aff_count: number;
  /** Units that invitations ever earned; what is left of them is the affiliate account's. */
  aff_history: Generated<number>;
  inviter_id: number;
  github_id: string;
  wechat_id: string;
  telegram_id: string;
  linux_do_id: string;
  setting: string;
  created_at: number;
  last_login_at: number;
  deleted_at: number | null;
}

export interface SessionsTable {
  /** Keyed hash of the cookie's secret. */
  id_hash: string;
  user_id: number;
  created_at: number;
  expires_at: number;
  ip: string;
  user_agent: string;
}

export interface TokensTable {
  id: Generated<number>;
  user_id: number;
  name: string;
  /** Keyed hash of the key: how a request's key is looked up. */
  key_hash: string;
  /** The key, encrypted: how its owner can see it again. */
  key_sealed: string;
  status: number;
  created_time: number;
  accessed_time: number;
  expired_time: number;
  unlimited_quota: number;
  model_limits_enabled: number;
  model_limits: string;
  allow_ips: string;
  group: string;
  /** Comma list. */
  auto_groups: Generated<string>;
  cross_group_retry: Generated<number>;
  deleted_at: number | null;
}

export interface RedemptionsTable {
  id: Generated<number>;
  /** Who made it. */
  user_id: number;
  name: string;
  /** Keyed hash of the code: how a code that somebody enters is looked up. */
  key_hash: string;
  /** The code, encrypted: how administrators can see it again. */
  key_sealed: string;
  status: number;
  quota: number;
  created_time: number;
  redeemed_time: number;
  used_user_id: number;
  /** 0 = never. */
  expired_time: number;
  deleted_at: number | null;
}

/** Grants that a committed transaction has promised. A row goes, and its log row comes, once the ledger has the entry. */
export interface PendingGrantsTable {
  /** The key of the ledger's entry. */
  key: string;
  account: number;
  amount: number;
  note: string;
  user_id: number;
  username: string;
  log_type: number;
  log_content: string;
  created_at: number;
}

export interface ChannelsTable {
  id: Generated<number>;
  name: string;
  type: number;
  key_hash: string;
  key_sealed: string;
  base_url: string;
  status: number;
  group: string;
  models: string;
  model_mapping: string;
  other: string;
  tag: string;
  priority: number;
  weight: number;
  test_model: string;
  auto_ban: number;
  setting: string;
  status_code_mapping: string;
  openai_organization: string;
  response_time: number;
  test_time: number;
  created_time: number;
  used_quota: number;
  balance: number;
  balance_updated_time: number;
  other_info: string;
}

/** Which channel serves which model for which group; rewritten with its channel. */
export interface AbilitiesTable {
  group: string;
  model: string;
  channel_id: number;
}

/** What happened to channels, as whichever node saw it. `key` names the incident, so that it is told again under one row. */
export interface ChannelIncidentsTable {
  id: Generated<number>;
  key: string;
  kind: string;
  at_ms: number;
  first_at_ms: number;
  times: number;
  channel_id: number;
  key_index: number | null;
  model: string | null;
  cause: string | null;
  status: number | null;
  text: string;
  answers: number;
  failures: number;
  until_ms: number | null;
  away_ms: number | null;
}

/** What keeps requests away from a channel, a key or a model of it; closed ones until they are forgotten. */
export interface ChannelBreakersTable {
  channel_id: number;
  scope: string;
  /** Keyed hash of the channel's key; empty where the breaker is not about one. */
  key_hash: string;
  /** Empty where it is not about one. */
  model: string;
  cause: string;
  is_open: number;
  opened_at_ms: number;
  renewed_at_ms: number;
  open_until_ms: number;
  closed_at_ms: number;
  cool_down_ms: number;
  level: number;
  /** 0 = no probe is under way. */
  probing_since_ms: number;
  changed_at_ms: number;
  /** Who changed it last. */
  node_id: string;
}

/** What was found when a channel's vendor was asked for its models last. The lists are JSON arrays of names. */
export interface ChannelUpstreamModelsTable {
  channel_id: number;
  checked_at: number;
  /** Listed and not served, still to be decided. */
  added: string;
  /** Served and not listed, still to be decided. */
  gone: string;
  /** Differences that somebody has seen and left as they are. */
  ignored: string;
}

/** The newest run of each kind of work over all channels, at whichever node. `failures` is JSON. */
export interface ChannelRunsTable {
  kind: string;
  run_id: string;
  /** Where it goes on. */
  node_id: string;
  started_at: number;
  /** When its node stored something of it last. */
  seen_at_ms: number;
  /** 0 = it goes on, as long as its node is heard of. */
  finished_at: number;
  cancelled: number;
  total: number;
  done: number;
  failed: number;
  switched_off: number;
  switched_on: number;
  failures: string;
}

/** What a node that shares no Redis has counted against its limits, for after its restart. */
export interface LimitCountsTable {
  node_id: string;
  key: string;
  window_ms: number;
  /** Of the window that `current` counts in, since 1970. */
  window_number: number;
  current: number;
  previous: number;
}

export interface LogsTable {
  id: Generated<number>;
  created_at: number;
  type: number;
  user_id: number;
  username: string;
  channel_id: number;
  token_id: number;
  token_name: string;
  model_name: string;
  group: string;
  is_stream: number;
  use_time: number;
  prompt_tokens: number;
  completion_tokens: number;
  quota: number;
  content: string;
  ip: string;
  request_id: string;
  other: string;
}

/** Rows of the log with consecutive ids that `logs_by_user` has. */
export interface LogSegmentsTable {
  segment: number;
  first_id: number;
  /** The next segment begins above it; what is above the last one's is in no segment yet. */
  last_id: number;
  /** The earliest and the latest time in it. */
  first_at: number;
  last_at: number;
}

/** What lists and sums of one user's log look at, in the order segment, user, id. */
export type LogsByUserTable = { segment: number; id: number } & Pick<LogsTable, OwnLogColumn>;
type OwnLogColumn =
  | "user_id"
  | "created_at"
  | "type"
  | "quota"
  | "prompt_tokens"
  | "completion_tokens"
  | "token_name"
  | "model_name"
  | "group";

/** One row an account. `id` is computed from kind and owner (ledger/account.ts), so no look-up is needed. */
export interface LedgerAccountsTable {
  id: number;
  posted: number;
  held: number;
  /** Units charged in total, and how many charges. */
  used: number;
  requests: number;
}

/** On SQLite only: balances as commits have left them, not yet in their rows. */
export interface LedgerJournalTable {
  number: number;
  /** JSON: `[[account, posted, used, requests], …]`. */
  balances: string;
}

/** Open holds only: a resolved hold is gone. */
export interface LedgerHoldsTable {
  id: string;
  payer: number;
  /** The token's account, or null. */
  limit: number | null;
  amount: number;
  node_id: string;
  created_at_ms: number;
}

/** Append-only. One movement, which touches one or two accounts. `key` makes a replay harmless; a charge's begins with its time. */
export interface LedgerEntriesTable {
  key: string;
  kind: string;
  account: number;
  amount: number;
  second_account: number | null;
  second_amount: number;
  note: string;
  created_at_ms: number;
}

/** One a run of the archive: charges whose keys are below `before_key` are in `file`, and their sums are kept. */
export interface LedgerCheckpointsTable {
  id: Generated<number>;
  /** `20260101`: the beginning of the keys of the first charges that stay. */
  before_key: string;
  file: string;
  /** How much of the file has been committed; what lies behind it was written by a run that was cut off. */
  file_bytes: number;
  entries: number;
  /** SHA-256 of the file's text (unpacked), in hexadecimal. */
  digest: string;
  /** That of the checkpoint before this one; empty for the first. */
  previous_digest: string;
  started_at: number;
  /** Null while it is being written. */
  finished_at: number | null;
}

/** What the archived charges of a checkpoint add up to for one account. */
export interface LedgerCheckpointSumsTable {
  checkpoint_id: number;
  account: number;
  amount: number;
  charges: number;
}
