import type { Status } from "@tollgate/contract/status";
import type { OptionStore } from "../options/option-store.ts";

export interface StatusFacts {
  readonly version: string;
  /** Unix seconds. */
  readonly startTime: number;
}

/** What anyone may know: the options that the console needs before a sign-in, under the names of the wire. */
export function statusView(options: Pick<OptionStore, "get">, { version, startTime }: StatusFacts): Status {
  return {
    version,
    start_time: startTime,
    // The root user is made at the first start, so there is nothing left to set up.
    setup: true,
    system_name: options.get("SystemName"),
    logo: options.get("Logo"),
    footer_html: options.get("Footer"),
    server_address: options.get("ServerAddress"),
    docs_link: options.get("DocsLink"),
    demo_site_enabled: options.get("DemoSiteEnabled"),
    self_use_mode_enabled: options.get("SelfUseModeEnabled"),
    quota_per_unit: options.get("QuotaPerUnit"),
    display_in_currency: options.get("DisplayInCurrencyEnabled"),
    default_collapse_sidebar: options.get("DefaultCollapseSidebar"),
    enable_drawing: options.get("DrawingEnabled"),
    enable_task: options.get("TaskEnabled"),
    mj_notify_enabled: options.get("MjNotifyEnabled"),
    enable_data_export: options.get("DataExportEnabled"),
    data_export_default_time: options.get("DataExportDefaultTime"),
    chats: options.get("Chats"),
    chat_link: options.get("ChatLink"),
    chat_link2: options.get("ChatLink2"),
    ...paymentView(options),
    ...signInView(options),
  };
}

function paymentView(options: Pick<OptionStore, "get">) {
  const hasPayment =
    options.get("PayAddress") !== "" && options.get("EpayId") !== "" && options.get("EpayKey") !== "";
  return {
    top_up_link: options.get("TopUpLink"),
    price: options.get("Price"),
    min_topup: options.get("MinTopUp"),
    enable_online_topup: hasPayment,
  };
}

function signInView(options: Pick<OptionStore, "get">) {
  return {
    password_login_enabled: options.get("PasswordLoginEnabled"),
    register_enabled: options.get("RegisterEnabled"),
    password_register_enabled: options.get("PasswordRegisterEnabled"),
    email_verification: options.get("EmailVerificationEnabled"),
    github_oauth: options.get("GitHubOAuthEnabled"),
    github_client_id: options.get("GitHubClientId"),
    linuxdo_oauth: options.get("LinuxDOOAuthEnabled"),
    linuxdo_client_id: options.get("LinuxDOClientId"),
    telegram_oauth: options.get("TelegramOAuthEnabled"),
    telegram_bot_name: options.get("TelegramBotName"),
    wechat_login: options.get("WeChatAuthEnabled"),
    wechat_qrcode: options.get("WeChatAccountQRCodeImageURL"),
    turnstile_check: options.get("TurnstileCheckEnabled"),
    turnstile_site_key: options.get("TurnstileSiteKey"),
  };
}
