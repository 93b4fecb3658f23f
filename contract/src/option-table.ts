import { callLimitMap, requestPairMap } from "./call-limits.ts";
import {
  address,
  choice,
  flag,
  nameList,
  namedTextList,
  nestedRatioMap,
  number,
  ratioMap,
  secret,
  statusRanges,
  text,
  textMap,
  whole,
} from "./option-kinds.ts";
import { MAX_QUOTA } from "./quota.ts";
import { tieredPriceMap } from "./tiered-prices.ts";

/**
 * Every option key with its type, default and section. Keys and defaults: the spec, section 3, and the names that
 * databases of this product family carry. Only options that differ from their default are stored. The price maps
 * hold the operator's own entries; shipped prices are merged underneath.
 */
export const OPTION_TABLE = {
  SystemName: text("site", "Tollgate", { max: 100 }),
  Logo: text("site", "", { max: 2000 }),
  Footer: text("site"),
  Notice: text("site"),
  About: text("site", "", { max: 100_000 }),
  HomePageContent: text("site", "", { max: 100_000 }),
  ServerAddress: address("site"),
  WorkerUrl: address("site"),
  WorkerValidKey: secret("site"),
  DocsLink: address("site"),
  DemoSiteEnabled: flag("site", false),
  SelfUseModeEnabled: flag("site", false),

  PasswordLoginEnabled: flag("accounts", true),
  PasswordRegisterEnabled: flag("accounts", true),
  RegisterEnabled: flag("accounts", true),
  EmailVerificationEnabled: flag("accounts", false),
  EmailDomainRestrictionEnabled: flag("accounts", false, { requires: ["EmailDomainWhitelist"] }),
  EmailAliasRestrictionEnabled: flag("accounts", false),
  EmailDomainWhitelist: text(
    "accounts",
    "gmail.com,163.com,126.com,qq.com,outlook.com,hotmail.com,icloud.com,yahoo.com,foxmail.com",
  ),

  TurnstileCheckEnabled: flag("sign-in", false, { requires: ["TurnstileSiteKey", "TurnstileSecretKey"] }),
  TurnstileSiteKey: text("sign-in"),
  TurnstileSecretKey: secret("sign-in"),
  GitHubOAuthEnabled: flag("sign-in", false, { requires: ["GitHubClientId", "GitHubClientSecret"] }),
  GitHubClientId: text("sign-in"),
  GitHubClientSecret: secret("sign-in"),
  LinuxDOOAuthEnabled: flag("sign-in", false, { requires: ["LinuxDOClientId", "LinuxDOClientSecret"] }),
  LinuxDOClientId: text("sign-in"),
  LinuxDOClientSecret: secret("sign-in"),
  WeChatAuthEnabled: flag("sign-in", false, { requires: ["WeChatServerAddress", "WeChatServerToken"] }),
  WeChatServerAddress: address("sign-in"),
  WeChatServerToken: secret("sign-in"),
  WeChatAccountQRCodeImageURL: address("sign-in"),
  TelegramOAuthEnabled: flag("sign-in", false, { requires: ["TelegramBotToken", "TelegramBotName"] }),
  TelegramBotToken: secret("sign-in"),
  TelegramBotName: text("sign-in"),

  SMTPServer: text("mail"),
  SMTPPort: whole("mail", 587, { min: 1, max: 65535 }),
  SMTPAccount: text("mail"),
  SMTPFrom: text("mail"),
  SMTPToken: secret("mail"),
  SMTPSSLEnabled: flag("mail", false),

  PayAddress: address("payment", { requires: ["ServerAddress"] }),
  EpayId: text("payment"),
  EpayKey: secret("payment"),
  Price: number("payment", 7.3, { min: 0 }),
  MinTopUp: number("payment", 1, { min: 1 }),
  TopupGroupRatio: ratioMap("payment", { default: 1, vip: 1, svip: 1 }),
  CustomCallbackAddress: address("payment"),
  TopUpLink: address("payment"),

  QuotaForNewUser: whole("quota", 0, { max: MAX_QUOTA }),
  PreConsumedQuota: whole("quota", 500),
  /** Tokens set aside for an answer that the client has not bounded itself. */
  PreConsumedOutputTokens: whole("quota", 1000),
  /** Whether a call at a price of zero still needs a balance above zero. */
  EnableFreeModelPreConsume: flag("quota", true),
  /** A client that leaves: false stops the upstream and charges what was produced, true reads and charges all of it. */
  DrainOnDisconnect: flag("quota", false),
  /** The part of an answer's limit that thoughts may take, where only a model's name (`…-thinking`) asks for them. */
  "claude.thinking_adapter_budget_tokens_percentage": number("quota", 0.8, { min: 0.01, max: 1 }),
  "gemini.thinking_adapter_budget_tokens_percentage": number("quota", 0.6, { min: 0.01, max: 1 }),
  QuotaForInviter: whole("quota", 0, { max: MAX_QUOTA }),
  QuotaForInvitee: whole("quota", 0, { max: MAX_QUOTA }),

  QuotaPerUnit: number("display", 500_000, { min: 1 }),
  DisplayInCurrencyEnabled: flag("display", true),
  DisplayTokenStatEnabled: flag("display", true),
  DefaultCollapseSidebar: flag("display", false),

  ModelPrice: ratioMap("prices", {}),
  ModelRatio: ratioMap("prices", {}),
  CompletionRatio: ratioMap("prices", {}),
  CacheRatio: ratioMap("prices", {}),
  CreateCacheRatio: ratioMap("prices", {}),
  ImageRatio: ratioMap("prices", {}),
  AudioRatio: ratioMap("prices", {}),
  AudioCompletionRatio: ratioMap("prices", {}),
  /*
   * Three tables that this product family keeps in its code and has no option for. US dollars for a million tokens of
   * audio input, in place of model ratio × audio ratio.
   */
  AudioInputPrice: ratioMap("prices", {}),
  /** US dollars for a thousand calls of a vendor's tool: `web_search`, for some models `web_search:gpt-4o*`. */
  ToolPrices: ratioMap("prices", {}),
  /** Prices by the length of a call's input. */
  TieredPrices: tieredPriceMap("prices"),
  /** Whether other gateways may read the tables at /api/ratio_config. */
  ExposeRatioEnabled: flag("prices", false),
  /** Whether guests are refused the price list. */
  PricingSignInRequired: flag("prices", false),

  GroupRatio: ratioMap("groups", { default: 1, vip: 1, svip: 1 }),
  GroupGroupRatio: nestedRatioMap("groups"),
  UserUsableGroups: textMap("groups", { default: "默认分组", vip: "vip分组" }),
  /** What the group `auto` of a token stands for, in order. */
  AutoGroups: nameList("groups", ["default"]),
  /** Whose channels are tried when those of a call's own groups are used up; empty = none. */
  BackupGroup: text("groups", "", { max: 64 }),

  DrawingEnabled: flag("drawing", true),
  TaskEnabled: flag("drawing", true),
  MjNotifyEnabled: flag("drawing", false),
  MjAccountFilterEnabled: flag("drawing", false),
  MjForwardUrlEnabled: flag("drawing", true),
  MjModeClearEnabled: flag("drawing", false),
  MjActionCheckSuccessEnabled: flag("drawing", true),

  CheckSensitiveEnabled: flag("sensitive", true),
  CheckSensitiveOnPromptEnabled: flag("sensitive", true),
  SensitiveWords: text("sensitive", "", { max: 1_000_000 }),

  LogConsumeEnabled: flag("logs", true),
  DataExportEnabled: flag("logs", true),
  DataExportInterval: whole("logs", 5, { min: 1 }),
  DataExportDefaultTime: text("logs", "hour", { max: 10 }),

  ChannelDisableThreshold: number("monitoring", 5, { min: 0 }),
  QuotaRemindThreshold: whole("monitoring", 1000),
  AutomaticDisableChannelEnabled: flag("monitoring", false),
  AutomaticEnableChannelEnabled: flag("monitoring", false),
  AutomaticDisableKeywords: text(
    "monitoring",
    [
      "Your credit balance is too low",
      "This organization has been disabled.",
      "You exceeded your current quota",
      "Permission denied",
      "The security token included in the request is invalid",
      "Operation not allowed",
      "Your account is not authorized",
    ].join("\n"),
  ),
  AutomaticDisableStatusCodes: statusRanges("monitoring", "401"),
  /** All channels are tested, and all balances asked for, every so many minutes; by one node where several run. */
  "monitor_setting.auto_test_channel_enabled": flag("monitoring", false),
  "monitor_setting.auto_test_channel_minutes": whole("monitoring", 10, { min: 1, max: 525_600 }),
  AutomaticUpdateBalanceEnabled: flag("monitoring", false),
  AutomaticUpdateBalanceMinutes: whole("monitoring", 60, { min: 1, max: 525_600 }),
  /** Vendors are asked for their models every so many minutes; 0 = never. What differs is shown, nothing is changed. */
  UpstreamModelUpdateMinutes: whole("monitoring", 0, { max: 525_600 }),
  /** Of two channels drawn from a tier, the one that answers sooner is taken. */
  LatencyAwareRoutingEnabled: flag("monitoring", false),
  RetryTimes: whole("monitoring", 0, { max: 20 }),
  AutomaticRetryStatusCodes: statusRanges(
    "monitoring",
    "100-199,300-399,401-407,409-499,500-503,505-523,525-599",
  ),

  /** Longest wait for the first word of a stream before the next channel is tried, in seconds; 0 = no limit of its own. */
  FirstTokenTimeoutSeconds: whole("monitoring", 0, { max: 3600 }),
  /** A client that waits for the next piece of a stream is told so often that the connection lives. */
  "general_setting.ping_interval_enabled": flag("monitoring", false),
  "general_setting.ping_interval_seconds": whole("monitoring", 60, { min: 1, max: 3600 }),

  /** Requests of each user in a window; the counts are of all requests and of those that succeed, 0 = no limit. */
  ModelRequestRateLimitEnabled: flag("limits", false),
  ModelRequestRateLimitDurationMinutes: whole("limits", 1, { min: 1, max: 1440 }),
  ModelRequestRateLimitCount: whole("limits", 0),
  ModelRequestRateLimitSuccessCount: whole("limits", 1000),
  /** The same for users of a group, in place of the two counts above. */
  ModelRequestRateLimitGroup: requestPairMap("limits"),
  /** Of each user, by user id, `group:` and the user's group, or `*` for all others. */
  UserCallLimits: callLimitMap("limits"),
  /** Of each token, by token id, `group:` and the group it uses, or `*` for all others. */
  TokenCallLimits: callLimitMap("limits"),
  /** Of all calls of a group together, by its name, or `*` for each other group. */
  GroupCallLimits: callLimitMap("limits"),
  /** Of all calls of a model together, by its name, the beginning of names and `*`, or `*`. */
  ModelCallLimits: callLimitMap("limits"),
  /** Of all calls to a channel, by channel id or `*`; the channel's own settings come first. */
  ChannelCallLimits: callLimitMap("limits"),
  /** With Redis configured and away: each node counts for itself, or calls that have a limit are refused. */
  CallLimitsWithoutRedis: choice("limits", ["count", "refuse"]),

  ChatLink: text("chat"),
  ChatLink2: text("chat"),
  Chats: namedTextList("chat", []),
} as const;
