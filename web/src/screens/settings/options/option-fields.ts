import type { OptionKey } from "@tollgate/contract/options";

/** One option on the screen. Which control it gets follows from the option's shape, unless it says otherwise. */
export interface OptionField {
  key: OptionKey;
  /** An amount of quota; a text with one entry a line; the name of a group. */
  control?: "quota" | "lines" | "group";
  /** Stands behind a number. */
  unit?: "minutes" | "seconds" | "times" | "requests" | "tokens" | "yuan" | "perUsd";
  /** The words of a choice: each has a text. */
  choices?: readonly ("count" | "refuse")[];
  /** Shown in an empty editor. */
  example?: string;
  /** Switching it off is asked about: it may lock people out. */
  asksBeforeOff?: true;
}

export interface OptionSection {
  name: string;
  fields: readonly OptionField[];
}

/** Settings that stand on a tab of their own name; the place of every option that something reads. */
export const OPTION_TABS = ["operation", "system", "other"] as const;
export type OptionTab = (typeof OPTION_TABS)[number];

const LIMITS_BY_ID = '{\n  "*": { "rpm": 60, "concurrency": 5 },\n  "group:vip": { "rpm": 600 }\n}';

const OPERATION = [
  {
    name: "general",
    fields: [
      { key: "QuotaPerUnit", unit: "perUsd" },
      { key: "DisplayInCurrencyEnabled" },
      { key: "DisplayTokenStatEnabled" },
      { key: "DefaultCollapseSidebar" },
      { key: "SelfUseModeEnabled" },
      { key: "PricingSignInRequired" },
      { key: "ExposeRatioEnabled" },
    ],
  },
  {
    name: "quota",
    fields: [
      { key: "QuotaForNewUser", control: "quota" },
      { key: "QuotaForInviter", control: "quota" },
      { key: "QuotaForInvitee", control: "quota" },
      { key: "PreConsumedQuota", unit: "tokens" },
      { key: "PreConsumedOutputTokens", unit: "tokens" },
      { key: "EnableFreeModelPreConsume" },
      { key: "DrainOnDisconnect" },
      { key: "claude.thinking_adapter_budget_tokens_percentage" },
      { key: "gemini.thinking_adapter_budget_tokens_percentage" },
    ],
  },
  { name: "logs", fields: [{ key: "LogConsumeEnabled" }] },
  {
    name: "monitoring",
    fields: [
      { key: "AutomaticDisableChannelEnabled" },
      { key: "AutomaticEnableChannelEnabled" },
      { key: "ChannelDisableThreshold", unit: "seconds" },
      { key: "AutomaticDisableStatusCodes" },
      { key: "AutomaticDisableKeywords", control: "lines" },
      { key: "monitor_setting.auto_test_channel_enabled" },
      { key: "monitor_setting.auto_test_channel_minutes", unit: "minutes" },
      { key: "AutomaticUpdateBalanceEnabled" },
      { key: "AutomaticUpdateBalanceMinutes", unit: "minutes" },
      { key: "UpstreamModelUpdateMinutes", unit: "minutes" },
    ],
  },
  {
    name: "routing",
    fields: [
      { key: "RetryTimes", unit: "times" },
      { key: "AutomaticRetryStatusCodes" },
      { key: "FirstTokenTimeoutSeconds", unit: "seconds" },
      { key: "LatencyAwareRoutingEnabled" },
      { key: "AutoGroups" },
      { key: "BackupGroup", control: "group" },
      { key: "general_setting.ping_interval_enabled" },
      { key: "general_setting.ping_interval_seconds", unit: "seconds" },
    ],
  },
  {
    name: "rates",
    fields: [
      { key: "ModelRequestRateLimitEnabled" },
      { key: "ModelRequestRateLimitDurationMinutes", unit: "minutes" },
      { key: "ModelRequestRateLimitCount", unit: "requests" },
      { key: "ModelRequestRateLimitSuccessCount", unit: "requests" },
      { key: "ModelRequestRateLimitGroup", example: '{\n  "default": [200, 100],\n  "vip": [0, 1000]\n}' },
    ],
  },
  {
    name: "limits",
    fields: [
      { key: "UserCallLimits", example: LIMITS_BY_ID },
      { key: "TokenCallLimits", example: LIMITS_BY_ID },
      { key: "GroupCallLimits", example: '{\n  "default": { "rpm": 3000, "tpm": 2000000 }\n}' },
      { key: "ModelCallLimits", example: '{\n  "gpt-4o*": { "tpm": 500000 }\n}' },
      { key: "ChannelCallLimits", example: '{\n  "12": { "rpm": 500, "concurrency": 20 }\n}' },
      { key: "CallLimitsWithoutRedis", choices: ["count", "refuse"] },
    ],
  },
] as const satisfies readonly OptionSection[];

const SYSTEM = [
  { name: "address", fields: [{ key: "ServerAddress" }] },
  {
    name: "accounts",
    fields: [
      { key: "PasswordLoginEnabled", asksBeforeOff: true },
      { key: "PasswordRegisterEnabled" },
      { key: "RegisterEnabled" },
    ],
  },
  { name: "payment", fields: [{ key: "TopUpLink" }, { key: "Price", unit: "yuan" }] },
] as const satisfies readonly OptionSection[];

const OTHER = [
  { name: "site", fields: [{ key: "SystemName" }, { key: "Logo" }, { key: "DocsLink" }] },
] as const satisfies readonly OptionSection[];

/** Names of options that are offered, and of sections: each has its texts. */
export type OfferedOption = (
  | typeof OPERATION
  | typeof SYSTEM
  | typeof OTHER
)[number]["fields"][number]["key"];
export type SectionName = (typeof OPERATION | typeof SYSTEM | typeof OTHER)[number]["name"];
export type OfferedField = OptionField & { key: OfferedOption };
export interface OfferedSection {
  name: SectionName;
  fields: readonly OfferedField[];
}

export const OPTION_SECTIONS: Readonly<Record<OptionTab, readonly OfferedSection[]>> = {
  operation: OPERATION,
  system: SYSTEM,
  other: OTHER,
};

const OFFERED: ReadonlySet<string> = new Set(
  Object.values(OPTION_SECTIONS).flatMap((sections) =>
    sections.flatMap(({ fields }) => fields.map(({ key }) => key)),
  ),
);

export function isOffered(key: string): key is OfferedOption {
  return OFFERED.has(key);
}
