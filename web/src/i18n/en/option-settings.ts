import type { Texts } from "../i18n.ts";

export const optionSettings: Texts["optionSettings"] = {
  comma: ", ",
  unsaved: "Unsaved",
  nothingChanged: "You do not seem to have changed anything",
  checkInput: "Please check what you have entered",
  sections: "Parts of these settings",
  search: {
    label: "Search settings",
    nothing: "No such setting",
    hint: "Search operation, system and other settings by name, explanation or key.",
  },
  state: { on: "On", off: "Off" },
  default: {
    value: "Default: {{value}}",
    empty: "empty",
    reset: "Reset",
    resetOf: "Reset: {{name}}",
  },
  secret: "What is saved is not shown; leave empty to keep it",
  example: "For example:",
  noGroup: "None",
  choice: { count: "Each node counts for itself", refuse: "Refuse calls that have a limit" },
  unit: {
    minutes: "minutes",
    seconds: "seconds",
    times: "times",
    requests: "requests",
    tokens: "tokens",
    yuan: "yuan",
    perUsd: "units / USD",
  },
  passwordOff: {
    title: "Switch sign-in by password off?",
    description:
      "Nobody but the super admin can sign in by password any more; users without another way to sign in, administrators too, are locked out.",
    confirm: "Switch off",
  },
  clearLogs: {
    name: "Clear old logs",
    hint: "Deletes the log from before the chosen time, for good. Balances and books do not change.",
    before: "Delete what is older than",
    action: "Clear old logs",
    noDate: "Choose a date first",
    title: "Clear old logs?",
    description: "The log from before {{time}} is deleted for good.",
    done: "Log rows deleted: {{count}}",
  },
  section: {
    general: "General",
    quota: "Quota",
    logs: "Logs",
    monitoring: "Monitoring",
    routing: "Retries and routing",
    rates: "Rate of model requests",
    limits: "Limits on calls",
    address: "Server address",
    accounts: "Sign-in and registration",
    payment: "Payment",
    site: "Appearance",
  },
  field: {
    QuotaPerUnit: {
      name: "Quota units per US dollar",
      hint: "Changes how amounts are shown and converted; existing balances keep their units.",
    },
    DisplayInCurrencyEnabled: { name: "Show quota as currency", hint: "Off: raw units are shown." },
    DisplayTokenStatEnabled: {
      name: "Billing API tells the token’s quota, not the user’s",
      hint: "What clients see when they ask for their balance.",
    },
    DefaultCollapseSidebar: {
      name: "Side menu starts collapsed",
      hint: "For users who have not chosen themselves.",
    },
    SelfUseModeEnabled: {
      name: "Self-use mode",
      hint: "Models without a price can be called too, at a default ratio. Off: they are refused.",
    },
    PricingSignInRequired: {
      name: "Prices only after sign-in",
      hint: "Guests cannot open the page of model prices.",
    },
    ExposeRatioEnabled: {
      name: "Publish ratios",
      hint: "Other gateways may read this site’s ratios at /api/ratio_config.",
    },
    QuotaForNewUser: { name: "Quota for new users", hint: "Given at registration." },
    QuotaForInviter: {
      name: "Reward for inviting",
      hint: "Given to the inviter when somebody registers with the invitation code.",
    },
    QuotaForInvitee: {
      name: "Reward for being invited",
      hint: "Given on top to who registers with an invitation code.",
    },
    PreConsumedQuota: {
      name: "Least prompt to reserve for",
      hint: "A call’s reservation counts at least this many prompt tokens; what is not used comes back.",
    },
    PreConsumedOutputTokens: {
      name: "Answer to reserve for",
      hint: "Output tokens reserved for when a call does not limit its answer.",
    },
    EnableFreeModelPreConsume: {
      name: "Free models need a balance above zero",
      hint: "Off: users with nothing left may still call models whose price is zero.",
    },
    DrainOnDisconnect: {
      name: "Read on when the client leaves",
      hint: "On: the upstream’s answer is read to its end and charged in full. Off: the upstream is stopped at once, and what was produced is charged.",
    },
    claude: {
      thinking_adapter_budget_tokens_percentage: {
        name: "Claude: share for thoughts",
        hint: "Of an answer’s limit, where only the ending -thinking of the model’s name asks for thoughts; 0.01 to 1.",
      },
    },
    gemini: {
      thinking_adapter_budget_tokens_percentage: {
        name: "Gemini: share for thoughts",
        hint: "Of an answer’s limit, where only the ending -thinking of the model’s name asks for thoughts; 0.01 to 1.",
      },
    },
    LogConsumeEnabled: {
      name: "Log consumption",
      hint: "Off: calls are still charged but no longer logged.",
    },
    AutomaticDisableChannelEnabled: {
      name: "Disable channels on failure",
      hint: "For refused or empty keys, the statuses and keywords below, and tests that are too slow. A channel can be exempt.",
    },
    AutomaticEnableChannelEnabled: {
      name: "Enable channels on success",
      hint: "An auto-disabled channel comes back when a test passes. Those disabled by hand stay disabled.",
    },
    ChannelDisableThreshold: {
      name: "Longest response time in tests",
      hint: "A channel whose test takes longer is disabled; 0 disables none for its time.",
    },
    AutomaticDisableStatusCodes: {
      name: "Disabling statuses",
      hint: "HTTP statuses of an upstream that disable the channel, e.g. 401,403 or 500-503.",
    },
    AutomaticDisableKeywords: {
      name: "Disabling keywords",
      hint: "One a line, in capitals or not. A channel is disabled when an upstream’s error contains one.",
    },
    monitor_setting: {
      auto_test_channel_enabled: {
        name: "Test all channels regularly",
        hint: "At the interval below; of several nodes only one does it.",
      },
      auto_test_channel_minutes: { name: "Test interval", hint: "Time from one test of all to the next." },
    },
    AutomaticUpdateBalanceEnabled: {
      name: "Update all balances regularly",
      hint: "At the interval below, for types whose vendor tells a balance.",
    },
    AutomaticUpdateBalanceMinutes: {
      name: "Balance interval",
      hint: "Time from one update of all to the next.",
    },
    UpstreamModelUpdateMinutes: {
      name: "Upstream model interval",
      hint: "Time from one check of the vendors' lists of models to the next. Changes are marked in the list of channels; nothing is changed by itself. 0 means never.",
    },
    RetryTimes: {
      name: "Retries",
      hint: "How many more channels or keys a failed call may try.",
    },
    AutomaticRetryStatusCodes: {
      name: "Retryable statuses",
      hint: "HTTP statuses of an upstream after which another channel is tried. Empty: only after failed connections.",
    },
    FirstTokenTimeoutSeconds: {
      name: "First-token deadline",
      hint: "A stream without its first word by then moves on to the next channel; 0 sets no deadline of its own.",
    },
    general_setting: {
      ping_interval_enabled: {
        name: "Keep streams alive",
        hint: "While an upstream is silent, the client is sent a sign of life, so that nothing between cuts the connection.",
      },
      ping_interval_seconds: { name: "Keep-alive interval", hint: "Time from one sign of life to the next." },
    },
    LatencyAwareRoutingEnabled: {
      name: "Prefer faster channels",
      hint: "Of two channels drawn by weight from a priority, the one that answered sooner of late. Off: by weight alone.",
    },
    AutoGroups: {
      name: "Groups behind “auto”",
      hint: "Tried in this order for tokens whose group is auto.",
    },
    BackupGroup: {
      name: "Backup group",
      hint: "Its channels are used when none of the call’s own groups is available.",
    },
    ModelRequestRateLimitEnabled: {
      name: "Limit each user’s model requests",
      hint: "The four settings below count only while this is on. Requests beyond a limit are answered 429.",
    },
    ModelRequestRateLimitDurationMinutes: { name: "Period", hint: "What the counts below are for." },
    ModelRequestRateLimitCount: {
      name: "Requests per period",
      hint: "Failed ones count too; 0 sets no limit.",
    },
    ModelRequestRateLimitSuccessCount: {
      name: "Successful requests per period",
      hint: "0 sets no limit.",
    },
    ModelRequestRateLimitGroup: {
      name: "Rates by group",
      hint: "In place of the two counts above: group → [requests, successful requests].",
    },
    UserCallLimits: {
      name: "Limits of each user",
      hint: "By user id, group:NAME, or * for all others. A limit has rpm, tpm, concurrency, rpd and quota_per_day.",
    },
    TokenCallLimits: {
      name: "Limits of each token",
      hint: "By token id, group:NAME, or * for all others.",
    },
    GroupCallLimits: {
      name: "Limits of whole groups",
      hint: "By group, or *. All calls of the group count together.",
    },
    ModelCallLimits: {
      name: "Limits of each model",
      hint: "By model, the beginning of its name and *, or *. All calls of the model count together.",
    },
    ChannelCallLimits: {
      name: "Limits of each channel",
      hint: "By channel id, or *. A channel at its limit is passed over. Limits in its own extra settings come first.",
    },
    CallLimitsWithoutRedis: {
      name: "When Redis is away",
      hint: "Matters only where several nodes share Redis.",
    },
    ServerAddress: {
      name: "Server address",
      hint: "Where users reach this site, e.g. https://example.com. The home page shows the API address from it.",
    },
    PasswordLoginEnabled: {
      name: "Sign-in by password",
      hint: "The super admin can always sign in by password.",
    },
    PasswordRegisterEnabled: {
      name: "Registration by password",
      hint: "Off: the sign-in page does not offer it.",
    },
    RegisterEnabled: {
      name: "New users may register",
      hint: "Off: nobody can register in any way; administrators add users.",
    },
    TopUpLink: { name: "Top-up link", hint: "Where codes are sold; the wallet’s button opens it." },
    Price: {
      name: "Yuan per US dollar",
      hint: "Balances of channels that are told in yuan are converted with it.",
    },
    SystemName: { name: "System name", hint: "At the top of each page and on the browser’s tab." },
    Logo: { name: "Logo address", hint: "Of a picture. Empty: the built-in one." },
    DocsLink: {
      name: "Documentation link",
      hint: "On the home page. Empty: there is none.",
    },
  },
};
