import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";

/** What the console needs before anyone has signed in. Kept locally by the console after load. */
export const statusSchema = z.object({
  version: z.string(),
  /** Unix seconds. */
  start_time: z.int(),
  system_name: z.string(),
  logo: z.string(),
  footer_html: z.string(),
  server_address: z.string(),
  quota_per_unit: z.number(),
  display_in_currency: z.boolean(),
  enable_drawing: z.boolean(),
  enable_task: z.boolean(),
  enable_data_export: z.boolean(),
  data_export_default_time: z.string(),
  default_collapse_sidebar: z.boolean(),
  mj_notify_enabled: z.boolean(),
  /** Each an object with one key: name → link template. */
  chats: z.array(z.record(z.string(), z.string())),
  chat_link: z.string(),
  chat_link2: z.string(),
  docs_link: z.string(),
  top_up_link: z.string(),
  price: z.number(),
  min_topup: z.number(),
  enable_online_topup: z.boolean(),
  email_verification: z.boolean(),
  register_enabled: z.boolean(),
  password_login_enabled: z.boolean(),
  password_register_enabled: z.boolean(),
  github_oauth: z.boolean(),
  github_client_id: z.string(),
  linuxdo_oauth: z.boolean(),
  linuxdo_client_id: z.string(),
  telegram_oauth: z.boolean(),
  telegram_bot_name: z.string(),
  wechat_login: z.boolean(),
  wechat_qrcode: z.string(),
  turnstile_check: z.boolean(),
  turnstile_site_key: z.string(),
  demo_site_enabled: z.boolean(),
  self_use_mode_enabled: z.boolean(),
  setup: z.boolean(),
});
export type Status = z.output<typeof statusSchema>;

export const getStatus = endpoint("GET /api/status", "open", { data: statusSchema });
export const getNotice = endpoint("GET /api/notice", "open", { data: z.string() });
export const getHomePageContent = endpoint("GET /api/home_page_content", "open", { data: z.string() });
